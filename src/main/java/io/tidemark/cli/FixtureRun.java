package io.tidemark.cli;

import io.tidemark.codec.PlainJson;
import io.tidemark.connector.FolderRemoval;
import io.tidemark.connector.ReplayOutput;
import io.tidemark.connector.ScriptGate;
import io.tidemark.fixture.Expectation;
import io.tidemark.job.FixtureJob;
import io.tidemark.spec.FixtureSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One run of a fixture: what differs from what it expects. */
final class FixtureRun {
    private final FixtureSpec fixture;
    private final Path folder;
    private final String gate;

    private FixtureRun(FixtureSpec fixture, Path folder) {
        this.fixture = fixture;
        this.folder = folder;
        this.gate = folder.toString();
    }

    /**
     * Runs {@code fixture} on {@code cluster} to its end.
     *
     * @return what differs, as lines; none if all is as expected
     */
    static List<String> differences(LocalCluster cluster, FixtureSpec fixture)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tidemark-fixture");
        try {
            FixtureRun run = new FixtureRun(fixture, folder);
            run.execute(cluster);
            return run.compare();
        } catch (UserError e) {
            return List.of(String.valueOf(e.getMessage()));
        } finally {
            ScriptGate.remove(folder.toString());
            FolderRemoval.remove(folder);
        }
    }

    private void execute(LocalCluster cluster) throws InterruptedException {
        String snapshot = null;
        boolean ended = false;
        while (!ended) {
            Configuration settings = FixtureJob.settings(fixture.pipeline());
            if (snapshot != null) {
                settings.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshot);
            }
            StreamExecutionEnvironment env = LocalFlink.withoutWebUi(settings);
            env.setParallelism(1);
            FixtureJob.compose(env, fixture, folder, gate);
            JobClient job = cluster.submit(env);
            try {
                FixtureProgress progress = new FixtureProgress(job, ScriptGate.of(gate), folder.resolve("snapshots"));
                ended = progress.run(snapshot);
                snapshot = progress.snapshot();
            } catch (ExecutionException e) {
                throw JobFailure.of(e);
            }
        }
    }

    private List<String> compare() throws IOException {
        List<String> differences = new ArrayList<>();
        for (Map.Entry<String, List<Map<String, Object>>> expected :
                fixture.expect().entrySet()) {
            String name = expected.getKey();
            differences.addAll(Expectation.differences(
                    name,
                    expected.getValue(),
                    rows(ReplayOutput.finish(folder, name)),
                    fixture.ordered(),
                    fixture.tolerance()));
        }
        return differences;
    }

    @SuppressWarnings("unchecked") // every row is an object
    private static List<Map<String, Object>> rows(Path file) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            Object row = PlainJson.read(line);
            if (row instanceof Map<?, ?> object) {
                rows.add((Map<String, Object>) object);
            }
        }
        return rows;
    }
}
