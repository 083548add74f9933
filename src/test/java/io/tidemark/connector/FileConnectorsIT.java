package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.event.Decoded;
import io.tidemark.event.OutputRecord;
import io.tidemark.spec.ConnectorSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FileConnectorsIT {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    void failOnceAgain() {
        Jobs.FAILURES.set(0);
    }

    @Test
    void aFollowedFolderIsReadOnExactlyAfterAFailure() throws Exception {
        Path in = Files.createDirectory(folder.resolve("in"));
        Path out = folder.resolve("out");
        Files.writeString(in.resolve("a.log"), "1 a\n2 b\n3 c\n");
        JobClient job = start(in, true, out);
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> finished(out).size() == 3);
            // This line lets the job fail once, after the checkpoint that holds the first three.
            Files.writeString(in.resolve("a.log"), "4 poison\n", StandardOpenOption.APPEND);
            Files.writeString(in.resolve("b.log"), "5 e\n6 f\n");
            await().atMost(Duration.ofSeconds(60)).until(() -> finished(out).size() >= 6);
            Files.writeString(in.resolve("b.log"), "7 g\n", StandardOpenOption.APPEND);
            await().atMost(Duration.ofSeconds(60)).until(() -> finished(out).size() >= 7);
        } finally {
            job.cancel().get();
        }
        assertThat(Jobs.FAILURES).hasValue(1);
        assertThat(finished(out)).containsExactly("a@1", "b@2", "c@3", "poison@4", "e@5", "f@6", "g@7");
    }

    @Test
    void aBoundedJobEndsWithAllItsPartsFinished() throws Exception {
        Path in = Files.createDirectory(folder.resolve("in"));
        Path out = folder.resolve("out");
        Files.writeString(in.resolve("a.log"), "1 a\nbad\n\n2 b");
        start(in, false, out).getJobExecutionResult().get();
        assertThat(finished(out)).containsExactlyInAnyOrder("a@1", "malformed", "skipped", "b@2");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .isNotEmpty()
                    .allMatch(name -> name.matches("part-.*\\.jsonl"));
        }
    }

    private static JobClient start(Path in, boolean follow, Path out) throws Exception {
        StreamExecutionEnvironment environment = Jobs.environment(2);
        environment
                .fromSource(
                        FileLineSource.create(
                                new ConnectorSpec.Files(in.toString(), follow),
                                TextDecoder.MAX_BYTES,
                                new TextDecoder(),
                                TextDecoder.TYPE),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .map(new Poisoned())
                .returns(OutputRecord.class)
                .sinkTo(FileSinks.create(out));
        return environment.executeAsync();
    }

    private static final class Poisoned implements MapFunction<Decoded, OutputRecord> {
        private static final long serialVersionUID = 1;

        @Override
        public OutputRecord map(Decoded decoded) {
            String text = TextDecoder.show(decoded);
            if (text.startsWith("poison") && Jobs.FAILURES.compareAndSet(0, 1)) {
                throw new IllegalStateException("induced");
            }
            return new OutputRecord(null, Topics.bytes(text), 0);
        }
    }

    /** The lines of all finished parts, in the order of their event times. */
    private static List<String> finished(Path out) {
        List<String> lines = new ArrayList<>();
        if (Files.isDirectory(out)) {
            try (Stream<Path> files = Files.list(out)) {
                for (Path file : files.filter(f -> !f.getFileName().toString().startsWith("."))
                        .toList()) {
                    lines.addAll(Files.readAllLines(file));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        lines.sort(java.util.Comparator.comparing(line -> line.substring(line.indexOf('@') + 1)));
        return lines;
    }
}
