package io.tidemark.cli;

import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.ClusterClientJobClientAdapter;
import org.apache.flink.client.program.MiniClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink inside this process for job after job: starting it takes longer than running a small one. */
final class LocalCluster implements AutoCloseable {
    /** One job at a time, and one that is still being cleaned up. */
    private static final int SLOTS = 2;

    private final Configuration settings;
    private final MiniCluster cluster;

    private LocalCluster(Configuration settings, MiniCluster cluster) {
        this.settings = settings;
        this.cluster = cluster;
    }

    /** Starts it, listening on loopback only. */
    static LocalCluster start() throws Exception {
        Configuration settings = LocalFlink.loopback(new Configuration());
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumSlotsPerTaskManager(SLOTS)
                .withRandomPorts()
                .build());
        cluster.start();
        return new LocalCluster(settings, cluster);
    }

    /**
     * Submits the job that was composed in {@code env}.
     *
     * @throws UserError if it cannot be started
     */
    JobClient submit(StreamExecutionEnvironment env) throws InterruptedException {
        MiniClusterClient client = new MiniClusterClient(settings, cluster);
        try {
            JobID job = client.submitJob(env.getStreamGraph()).get();
            return new ClusterClientJobClientAdapter<>(() -> client, job, LocalCluster.class.getClassLoader());
        } catch (ExecutionException e) {
            throw JobFailure.of(e);
        }
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
