package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.testkit.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pattern cases, facts of Flink's own tests and run on Flink 2.2.1, from file to file: exactly the listed matches. */
final class PatternCasesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> SKIP = Map.of(
            "none", "no-skip",
            "past_last", "skip-past-last",
            "to_next", "skip-to-next");
    private static final Map<String, String> CONTIGUITY = Map.of(
            "next", "strict",
            "followed_by", "relaxed",
            "followed_by_any", "any",
            "not_next", "strict",
            "not_followed_by", "relaxed");

    /** A case, named so that a failure says which. */
    record Case(String name, JsonNode json) {
        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("src/test/resources/cases/patterns.jsonl"))) {
            JsonNode json = JSON.readTree(line);
            cases.add(new Case(json.path("case").asText(), json));
        }
        return cases.stream();
    }

    @Test
    void noCaseIsLost() throws IOException {
        assertThat(cases()).hasSize(25);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matchesAreExactlyTheListedOnes(Case given) {
        Replay replay = Replay.run(folder, pipeline(given.json()), lines(given.json()));

        List<List<String>> expected = new ArrayList<>();
        for (JsonNode match : given.json().path("expected")) {
            List<String> ids = new ArrayList<>();
            match.forEach(id -> ids.add(id.asText()));
            expected.add(ids);
        }
        assertThat(replay.rows("alerts").stream().map(PatternCasesIT::ids))
                .containsExactlyInAnyOrderElementsOf(expected);
        Set<String> late = given.name().equals("cep-30-late-event-ignored") ? Set.of("f2") : Set.of();
        assertThat(replay.rows("late").stream()
                        .map(row -> row.path("event").path("id").asText()))
                .containsExactlyInAnyOrderElementsOf(late);
    }

    /** The ids of the events of a match, step by step. */
    static List<String> ids(JsonNode alert) {
        List<String> ids = new ArrayList<>();
        alert.path("evidence")
                .forEach(step -> step.forEach(event -> ids.add(event.path("id").asText())));
        return ids;
    }

    private static String pipeline(JsonNode json) {
        JsonNode pattern = json.path("pattern");
        StringBuilder text = new StringBuilder();
        text.append("name: cases\n");
        text.append("sources:\n  in:\n    kafka: { servers: \"unused:9092\", topics: in }\n    format: json\n");
        text.append("    event-time: ts\n    fields: { ts: timestamp, key: string, id: string, type: string }\n");
        text.append("    watermark: { out-of-orderness: "
                + json.path("out_of_orderness_ms").asLong() + "ms, not-before: none }\n");
        text.append("alerts:\n  found:\n    from: in\n    key: key\n    pattern:\n");
        for (JsonNode stage : pattern.path("stages")) {
            text.append("      - " + step(stage) + "\n");
        }
        text.append("    within: " + within(json) + "ms\n");
        String skip = pattern.path("skip").asText();
        String target = skip.substring(skip.indexOf(':') + 1);
        text.append("    after-match: "
                + (skip.startsWith("to_first:")
                        ? "{ skip-to-first: " + target + " }"
                        : skip.startsWith("to_last:") ? "{ skip-to-last: " + target + " }" : SKIP.get(skip))
                + "\n");
        text.append("sinks:\n  alerts: { from: found, print: {} }\n  late: { from: found.late, print: {} }\n");
        return text.toString();
    }

    private static long within(JsonNode json) {
        return json.path("pattern").path("within_ms").asLong(3_600_000);
    }

    /** A stage as a step; without {@code consecutive} its repetitions are relaxed. */
    private static String step(JsonNode stage) {
        String contiguity = stage.path("contiguity").asText("next");
        StringBuilder step = new StringBuilder("{ name: " + stage.path("name").asText());
        step.append(", where: type = '" + stage.path("type").asText() + "'");
        if (stage.path("one_or_more").asBoolean()) {
            step.append(", times: { min: 1 }");
        } else if (stage.has("times")) {
            step.append(", times: " + stage.path("times").asInt());
        }
        if (step.indexOf("times") > 0) {
            step.append(", repeat: " + (stage.path("consecutive").asBoolean() ? "strict" : "relaxed"));
        }
        for (String flag : List.of("optional", "greedy")) {
            step.append(stage.path(flag).asBoolean() ? ", " + flag + ": true" : "");
        }
        step.append(contiguity.startsWith("not") ? ", not: true" : "");
        return step + ", next: " + CONTIGUITY.get(contiguity) + " }";
    }

    /** The events, and one of another key long after, so that time goes on. */
    private static List<String> lines(JsonNode json) {
        List<String> lines = new ArrayList<>();
        long last = 0;
        for (JsonNode event : json.path("events")) {
            last = Math.max(last, event.path("timestamp").asLong());
            lines.add(line(
                    event.path("timestamp").asLong(),
                    "k",
                    event.path("id").asText(),
                    event.path("type").asText()));
        }
        lines.add(line(last + within(json) + 60_000, "other", "other", "other"));
        return lines;
    }

    private static String line(long time, String key, String id, String type) {
        ObjectNode line = JSON.createObjectNode();
        line.put("ts", time).put("key", key).put("id", id).put("type", type);
        return line.toString();
    }
}
