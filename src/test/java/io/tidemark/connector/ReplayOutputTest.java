package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.ReplayRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayOutputTest {
    private static final SinkWriter.Context CONTEXT = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return 0;
        }

        @Override
        public @Nullable Long timestamp() {
            return null;
        }
    };

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void rowsAreInTheOrderOfTheContract() throws IOException, InterruptedException {
        List<ReplayRow> sorted = List.of(
                row(Long.MIN_VALUE, "z", "z", 9, 9, 9, 9),
                row(-1, "z", "z", 9, 9, 9, 9),
                row(1, "a", "z", 9, 9, 9, 9),
                row(1, "b", "a", 9, 9, 9, 9),
                row(1, "b", "b", -1, 9, 9, 9),
                row(1, "b", "b", 1, 8, 9, 9),
                row(1, "b", "b", 1, 9, 8, 9),
                row(1, "b", "b", 1, 9, 9, 8),
                row(1, "b", "b", 1, 9, 9, 9));
        List<ReplayRow> shuffled = new ArrayList<>(sorted);
        Collections.shuffle(shuffled, new Random(1));
        spool(shuffled, 0, 1 << 20);
        assertThat(Files.readAllLines(ReplayOutput.finish(folder, "out")))
                .isEqualTo(sorted.stream().map(row -> row.json).toList());
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 300", "3, 5000", "4, 100000000"})
    void runsOfAnySizeGiveTheSameFile(long seed, int runBytes) throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<String> expected = new ArrayList<>();
        List<ReplayRow> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ReplayRow row = row(random.nextInt(5), "n" + random.nextInt(3), "é" + random.nextInt(3), 0, 0, 0, i);
            rows.add(row);
        }
        rows.stream().map(SpooledRow::of).sorted(SpooledRow.ORDER).forEach(row -> expected.add(row.json()));
        spool(rows.subList(0, 100), 0, runBytes);
        spool(rows.subList(100, 300), 1, runBytes);
        assertThat(Files.readAllLines(ReplayOutput.finish(folder, "out")))
                .as("seed %d", seed)
                .isEqualTo(expected);
        assertThat(names()).containsExactly("out.jsonl");
    }

    @Test
    void aSinkWithoutRowsGetsAnEmptyFile() throws IOException {
        assertThat(ReplayOutput.finish(folder, "out")).isEmptyFile();
    }

    @Test
    void sinksDoNotTouchEachOthersRows() throws IOException, InterruptedException {
        spool(List.of(row(1, "n", "", 0, 0, 0, 1)), 0, 1);
        try (ReplaySink.Writer other = new ReplaySink.Writer(folder, "out-2", 0, 1)) {
            other.write(row(2, "m", "", 0, 0, 0, 2), CONTEXT);
        }
        assertThat(Files.readAllLines(ReplayOutput.finish(folder, "out"))).hasSize(1);
        assertThat(Files.readAllLines(ReplayOutput.finish(folder, "out-2"))).hasSize(1);
    }

    @Test
    void aFileOfTheLastReplayIsReplacedAndWhatAFailedAttemptLeftIsGone() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("out.jsonl"), "old\n");
        spool(List.of(row(1, "old", "", 0, 0, 0, 1), row(2, "old", "", 0, 0, 0, 1)), 0, 1);
        spool(List.of(row(1, "new", "", 0, 0, 0, 1)), 0, 1);
        assertThat(Files.readString(ReplayOutput.finish(folder, "out")))
                .isEqualTo(row(1, "new", "", 0, 0, 0, 1).json + "\n");
    }

    @Test
    void whatWasSpooledCanBeDiscarded() throws IOException, InterruptedException {
        spool(List.of(row(1, "n", "", 0, 0, 0, 1)), 0, 1);
        ReplayOutput.discard(folder, "out");
        assertThat(names()).isEmpty();
    }

    private void spool(List<ReplayRow> rows, int subtask, int runBytes) throws IOException, InterruptedException {
        try (ReplaySink.Writer writer = new ReplaySink.Writer(folder, "out", subtask, runBytes)) {
            ReplayRow reused = new ReplayRow();
            for (ReplayRow row : rows) {
                reused.due = row.due;
                reused.node = row.node;
                reused.key = row.key;
                reused.start = row.start;
                reused.end = row.end;
                reused.revision = row.revision;
                reused.position = row.position;
                reused.json = row.json;
                writer.write(reused, CONTEXT);
            }
            writer.flush(false);
            writer.flush(true);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static ReplayRow row(long due, String node, String key, long start, long end, int revision, long position) {
        ReplayRow row = new ReplayRow();
        row.due = due;
        row.node = node;
        row.key = key;
        row.start = start;
        row.end = end;
        row.revision = revision;
        row.position = position;
        row.json = List.of(due, node, key, start, end, revision, position).toString();
        return row;
    }
}
