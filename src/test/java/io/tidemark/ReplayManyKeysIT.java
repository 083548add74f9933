package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.tidemark.testkit.Processes;
import io.tidemark.testkit.RunningProcess;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State is a question of disk, not of heap: the windows of one million keys, all open at once, in a heap of 1 GiB. */
class ReplayManyKeysIT {
    private static final int KEYS = 1_000_000;

    /** Every so manieth key speaks a second time, long after its window may have left the heap. */
    private static final int SPEAKS_AGAIN = 10;

    /** Coprime to {@link #KEYS}, so that its multiples run through all keys in no order. */
    private static final long STRIDE = 611_953;

    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final ObjectReader JSON = new ObjectMapper().reader();
    private static final String PIPELINE = """
            name: many-keys
            sources:
              in:
                kafka: { servers: "unused:9092", topics: in }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: double }
                watermark: { out-of-orderness: 1s }
            windows:
              by-key:
                from: in
                key: [k]
                tumbling: 1h
                aggregates: { n: count(*), total: sum(v), most: p99(v) }
            sinks:
              rows: { from: by-key, print: {} }
            """;

    @TempDir
    Path folder;

    @Test
    void windowsOfAMillionKeysAreOpenAtOnceInAHeapOfOneGibibyte() throws IOException {
        // Given a million keys within the hour that is the window
        Path pipeline = Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
        Path input = folder.resolve("in.jsonl");
        writeTo(input);

        // When they are replayed
        RunningProcess.Outcome outcome;
        try (RunningProcess process = Processes.startScripted(
                folder,
                List.of("-Xmx1g"),
                "replay",
                pipeline.toString(),
                "--input",
                "in=" + input,
                "--output",
                "out")) {
            outcome = process.await(TIMEOUT);
        }

        // Then each has its row, and no event is missing
        int events = KEYS + KEYS / SPEAKS_AGAIN;
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out().lines())
                .containsExactly(
                        "in: read " + events + " = passed " + events + " + rejected 0 + skipped 0",
                        "by-key: in " + events + " = counted " + events + " + filtered 0 + late 0 + failed 0");
        assertThat(outcome.err()).isEmpty();
        assertThatEachKeyHasItsRow(folder.resolve("out").resolve("rows.jsonl"));
    }

    private static void writeTo(Path input) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(input)) {
            for (long i = 0; i < KEYS; i++) {
                event(out, START + i * 3, i * STRIDE % KEYS);
            }
            for (long key = 0; key < KEYS; key += SPEAKS_AGAIN) {
                event(out, START + KEYS * 3L + key / SPEAKS_AGAIN, key);
            }
        }
    }

    private static void event(BufferedWriter out, long time, long key) throws IOException {
        out.write("{\"ts\":" + time + ",\"k\":\"key-" + key + "\",\"v\":" + key + ".5}\n");
    }

    private static void assertThatEachKeyHasItsRow(Path rows) throws IOException {
        BitSet seen = new BitSet(KEYS);
        try (BufferedReader in = Files.newBufferedReader(rows)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonNode row = JSON.readTree(line);
                int key = Integer.parseInt(row.path("k").asText().substring("key-".length()));
                int count = key % SPEAKS_AGAIN == 0 ? 2 : 1;
                boolean right = row.path("n").asInt() == count
                        && row.path("total").asDouble() == count * (key + 0.5)
                        && row.path("most").asDouble() == key + 0.5
                        && row.path("revision").asInt(-1) == 0;
                if (seen.get(key) || !right) {
                    throw new AssertionError("unexpected row " + line);
                }
                seen.set(key);
            }
        }
        assertThat(seen.cardinality()).isEqualTo(KEYS);
    }
}
