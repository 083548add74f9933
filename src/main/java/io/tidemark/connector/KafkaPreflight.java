package io.tidemark.connector;

import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Problem;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Asks the Kafka brokers of a pipeline, before it starts, whether it can work: they answer, the topics it reads exist,
 * those it writes exist or can be created, and its transactions may last as long as they have to.
 */
public final class KafkaPreflight {
    /** All questions together take no longer. */
    public static final Duration LIMIT = Duration.ofSeconds(10);

    private KafkaPreflight() {}

    /** {@link #check(PipelineSpec, Duration)} within {@link #LIMIT}. */
    public static List<Problem> check(PipelineSpec spec) {
        return check(spec, LIMIT);
    }

    /**
     * Checks all Kafka sources and sinks. Where brokers create topics by themselves a missing topic of an exactly-once
     * sink is created, as the transactional writer would not do so. Each cluster that does not answer gives one problem.
     *
     * @param limit how long it may take, at most, about
     * @return what is wrong, one line each; empty if nothing is
     */
    public static List<Problem> check(PipelineSpec spec, Duration limit) {
        Map<Properties, Uses> clusters = new LinkedHashMap<>();
        for (SourceSpec source : spec.sources().values()) {
            if (source.connector() instanceof ConnectorSpec.Kafka kafka) {
                String path = "sources." + source.name() + ".kafka";
                uses(clusters, path, spec.kafka(), kafka.servers(), kafka.properties())
                        .sources
                        .put(path, kafka);
            }
        }
        for (SinkSpec sink : spec.sinks().values()) {
            if (sink.target() instanceof SinkSpec.Kafka kafka) {
                String path = "sinks." + sink.name() + ".kafka";
                uses(clusters, path, spec.kafka(), kafka.servers(), kafka.properties())
                        .sinks
                        .put(sink.name(), kafka);
            }
        }
        List<Problem> problems = new ArrayList<>();
        Duration each = limit.dividedBy(Math.max(1, clusters.size()));
        clusters.forEach((properties, uses) -> problems.addAll(ClusterPreflight.check(properties, each, uses)));
        return problems;
    }

    private static Uses uses(
            Map<Properties, Uses> clusters,
            String path,
            KafkaSpec defaults,
            @Nullable String servers,
            Map<String, String> own) {
        Properties properties = KafkaProperties.merged(defaults, own);
        properties.setProperty("bootstrap.servers", KafkaProperties.servers(defaults, servers));
        String serversPath = servers == null ? "kafka.servers" : path + ".servers";
        return clusters.computeIfAbsent(properties, key -> new Uses(serversPath));
    }

    /** What a pipeline does with one cluster. */
    static final class Uses {
        /** Where the pipeline names the servers. */
        final String serversPath;

        /** By path, such as {@code sources.requests.kafka}. */
        final Map<String, ConnectorSpec.Kafka> sources = new LinkedHashMap<>();

        /** By name. */
        final Map<String, SinkSpec.Kafka> sinks = new LinkedHashMap<>();

        Uses(String serversPath) {
            this.serversPath = serversPath;
        }
    }
}
