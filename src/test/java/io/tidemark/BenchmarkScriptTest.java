package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code scripts/benchmark} says before it builds anything. */
final class BenchmarkScriptTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void helpListsOptionsAndCases() throws IOException {
        RunningProcess.Outcome outcome = run("--help");

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out()).contains("--quick", "--micro", "--parallelism", "tumbling", "zipf");
        assertThat(outcome.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --fast          | unknown option --fast; allowed are --quick
                    tumblin         | unknown case tumblin; allowed are tumbling
                    --parallelism x | --parallelism x: a whole number from 1 to 999
                    --parallelism   | --parallelism : a whole number from 1 to 999
                    """)
    void whatItDoesNotKnowIsAnErrorOfOneLine(String arguments, String text) throws IOException {
        RunningProcess.Outcome outcome = run(arguments.split(" "));

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("benchmark: " + text).hasLineCount(1);
    }

    private RunningProcess.Outcome run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("bash", Path.of("scripts", "benchmark").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        try (RunningProcess process = RunningProcess.start("script", folder, folder, Map.of(), command)) {
            return process.await(LONG);
        }
    }
}
