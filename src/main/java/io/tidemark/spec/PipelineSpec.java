package io.tidemark.spec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One pipeline, as a file or the builder describes it. Maps keep the order of the file.
 *
 * @param name job name; prefix of uids, consumer groups, transactional ids and metrics
 * @param kafka defaults of every Kafka source and sink
 * @param sources by node name
 * @param windows by node name
 * @param alerts by node name
 * @param sinks by name
 * @param parallelism the job's parallelism, or null for the cluster's or the machine's default
 * @param flink Flink options, flat
 */
public record PipelineSpec(
        String name,
        KafkaSpec kafka,
        Map<String, SourceSpec> sources,
        Map<String, WindowSpec> windows,
        Map<String, AlertSpec> alerts,
        Map<String, SinkSpec> sinks,
        @Nullable Integer parallelism,
        Map<String, String> flink) {}
