package io.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.executors.LocalExecutor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A job in this process. Closing ends it and waits until Flink has gone and cleaned up: the environment's own way to
 * execute lets it end in the background, where the end of the process cuts it short.
 */
final class LocalJob implements AutoCloseable {
    private static final long CLOSE_TIMEOUT_S = 30;

    private final JobClient client;
    private final List<MiniCluster> clusters;

    private LocalJob(JobClient client, List<MiniCluster> clusters) {
        this.client = client;
        this.clusters = clusters;
    }

    /**
     * Submits the job that was composed in {@code env}.
     *
     * @throws UserError if its state does not fit, or it cannot be started
     */
    static LocalJob start(StreamExecutionEnvironment env, String name) {
        StreamGraph graph = env.getStreamGraph();
        graph.setJobName(name);
        List<MiniCluster> clusters = new ArrayList<>();
        try {
            JobClient client = LocalExecutor.createWithFactory(new Configuration(), configuration -> {
                        MiniCluster cluster = new MiniCluster(configuration);
                        clusters.add(cluster);
                        return cluster;
                    })
                    .execute(graph, (Configuration) env.getConfiguration(), LocalJob.class.getClassLoader())
                    .get();
            return new LocalJob(client, clusters);
        } catch (Exception e) {
            close(clusters);
            throw JobFailure.of(e);
        }
    }

    /** Flink's handle of the job. */
    JobClient client() {
        return client;
    }

    /** Waits for the end of the job. */
    JobExecutionResult result() throws ExecutionException, InterruptedException {
        return client.getJobExecutionResult().get();
    }

    /** The newest failure, if the job has not ended by it. */
    Optional<ErrorInfo> failureItGoesOnFrom() throws InterruptedException {
        try {
            AccessExecutionGraph graph =
                    clusters.get(0).getExecutionGraph(client.getJobID()).get();
            boolean ended = graph.getState().isTerminalState() || graph.getState() == JobStatus.FAILING;
            return ended ? Optional.empty() : Optional.ofNullable(graph.getFailureInfo());
        } catch (ExecutionException | RuntimeException e) {
            return Optional.empty(); // The cluster has ended.
        }
    }

    @Override
    public void close() {
        close(clusters);
    }

    private static void close(List<MiniCluster> clusters) {
        for (MiniCluster cluster : clusters) {
            try {
                cluster.closeAsync().get(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // What it could not end ends with this process.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
