package io.tidemark.benchmark;

import io.tidemark.job.PipelineJob;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.client.program.MiniClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * One way from Kafka to Kafka, exactly once, in a process of its own, until it is ended. Arguments: variant, servers,
 * window in seconds, output topic, working folder.
 */
final class KafkaRun {
    static final String REQUESTS = "requests";
    static final Duration COMMITS = Duration.ofSeconds(1);
    private static final int PARALLELISM = 2;

    private KafkaRun() {}

    public static void main(String[] args) throws Exception {
        String servers = args[1];
        Duration size = Duration.ofSeconds(Long.parseLong(args[2]));
        Path folder = Path.of(args[4]);
        if (args[0].equals("streams")) {
            StreamsJob.run(servers, size, args[3], folder);
            return;
        }
        Configuration settings = JobRun.settings(folder, COMMITS);
        MiniCluster cluster = JobRun.cluster(settings, PARALLELISM);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(PARALLELISM);
        if (args[0].equals("tidemark")) {
            PipelineJob.compose(env, TidemarkJob.pipeline(servers, REQUESTS, args[3], size, null));
        } else {
            KafkaDataStreamJob.compose(env, servers, size, args[3]);
        }
        MiniClusterClient client = new MiniClusterClient((Configuration) env.getConfiguration(), cluster);
        client.requestJobResult(client.submitJob(env.getStreamGraph()).get())
                .get()
                .toJobExecutionResult(KafkaRun.class.getClassLoader());
    }
}
