package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A pipeline text replayed over lines given in a test, and the rows of its sinks. */
public final class Replay {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final RunningProcess.Outcome outcome;

    private Replay(Path folder, RunningProcess.Outcome outcome) {
        this.folder = folder;
        this.outcome = outcome;
    }

    /**
     * Runs {@code replay} over the source {@code in}.
     *
     * @param folder an existing folder for the pipeline, its input and its output
     * @param lines the recorded lines, in order
     */
    public static Replay run(Path folder, String pipeline, List<String> lines) {
        return run(folder, pipeline, "in", lines);
    }

    /** As {@link #run(Path, String, List)}, over a source of another name. */
    public static Replay run(Path folder, String pipeline, String source, List<String> lines) {
        try {
            Path file = Files.writeString(folder.resolve("pipeline.yaml"), pipeline);
            Path input = Files.write(folder.resolve("in.jsonl"), lines);
            Path output = folder.resolve("out");
            return new Replay(
                    output,
                    InProcess.tidemark(
                            "replay", file.toString(), "--input", source + "=" + input, "--output", output.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How the command ended. */
    public RunningProcess.Outcome outcome() {
        return outcome;
    }

    /** The rows of a sink; fails if the replay did not succeed. */
    public List<JsonNode> rows(String sink) {
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        try {
            List<JsonNode> rows = new ArrayList<>();
            for (String line : Files.readAllLines(folder.resolve(sink + ".jsonl"))) {
                rows.add(JSON.readTree(line));
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The last row of each key and window of a sink, with the key {@code FIELD [start,end)} in epoch milliseconds, as the
     * cases write it.
     *
     * @param keyField the field that is the window's only key
     */
    public Map<String, JsonNode> lastRevisions(String sink, String keyField) {
        Map<String, JsonNode> last = new LinkedHashMap<>();
        for (JsonNode row : rows(sink)) {
            JsonNode before =
                    last.put(window(row.path(keyField), millis(row, "window_start"), millis(row, "window_end")), row);
            int revision = before == null ? 0 : before.path("revision").asInt() + 1;
            assertThat(row.path("revision").asInt()).as("revision of %s", row).isEqualTo(revision);
        }
        return last;
    }

    /** How a window of a key is written in {@link #lastRevisions}. */
    public static String window(JsonNode key, long start, long end) {
        return key + " [" + start + "," + end + ")";
    }

    private static long millis(JsonNode row, String field) {
        return Instant.parse(row.path(field).asText()).toEpochMilli();
    }
}
