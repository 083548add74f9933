package io.tidemark.connector;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.ReplayRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ReplayIT {
    private static final int COUNT = 20_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void inputsOfDifferentSchemasGoThroughAJobIntoOneSortedFile(int parallelism) throws Exception {
        RequestGenerator generator = new RequestGenerator(1000, 1, 5, RequestGenerator.BASE);
        Path lines = Files.writeString(folder.resolve("lines"), "5 a\nbad\n3 b\n");
        StreamExecutionEnvironment environment = Jobs.environment(parallelism);
        environment
                .fromSource(
                        ReplaySource.create(List.of(
                                ReplayInput.recorded(
                                        lines.toString(),
                                        LineParser.PLAIN,
                                        TextDecoder.MAX_BYTES,
                                        new TextDecoder(),
                                        TextDecoder.TYPE),
                                ReplayInput.generated(generator, COUNT, new DecodedTypeInfo(RequestGenerator.SCHEMA)))),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .rebalance()
                .map(ReplayIT::row)
                .returns(ReplayRow.class)
                .sinkTo(new ReplaySink(folder, "out", 10_000));
        environment.execute();
        List<String> rows = Files.readAllLines(ReplayOutput.finish(folder, "out"));
        assertThat(rows).hasSize(COUNT + 3).doesNotHaveDuplicates();
        String first = generator.event(0).time() + "";
        assertThat(rows.subList(0, 4))
                .containsExactly(
                        "b@3 of 0 at 4", "a@5 of 0 at 1", first + "@" + first + " of 1 at 2", "malformed of 0 at 3");
        assertThat(rows.get(COUNT + 2)).endsWith("of 1 at " + (lastOfGenerated() + 3));
    }

    /** The place, from 1, of the generated event that comes last in the file: the latest, of equal ones the last. */
    private static long lastOfGenerated() {
        RequestGenerator generator = new RequestGenerator(1000, 1, 5, RequestGenerator.BASE);
        long last = 0;
        for (long i = 0; i < COUNT; i++) {
            if (generator.event(i).time() >= generator.event(last).time()) {
                last = i;
            }
        }
        return last + 1;
    }

    private static ReplayRow row(ReplayRecord record) {
        Decoded decoded = record.decoded();
        Event event = decoded.event();
        ReplayRow row = new ReplayRow();
        row.due = event == null ? requireNonNull(decoded.rejected()).readTime() : event.time();
        row.position = event == null ? requireNonNull(decoded.rejected()).position() : event.position();
        row.json = TextDecoder.show(decoded) + " of " + record.input() + " at " + row.position;
        return row;
    }
}
