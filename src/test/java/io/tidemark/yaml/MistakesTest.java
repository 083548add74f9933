package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake each, and the one line that it gets. */
class MistakesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "grace: 5m            | grace | unknown key \"grace\"; use allowed-lateness",
                "group-by: [status]   | group-by | unknown key \"group-by\"; use key",
                "allowedLateness: 5m  | allowedLateness | unknown key \"allowedLateness\"; did you mean allowed-lateness?",
                "alowed-lateness: 5m  | alowed-lateness | unknown key \"alowed-lateness\"; did you mean allowed-lateness?",
                "slide: 10s           | slide | unknown key \"slide\"; slide: use every, as in hopping: { size, every }",
                "sliding: 10s         | sliding | unknown key \"sliding\"; what Flink calls sliding is hopping: { size, every }; windows that end at each event are trailing: 5m, which is not available yet",
                "filter: status > 1   | filter | unknown key \"filter\"; use where",
                "having: n > 1        | having | not available yet",
                "top: { by: n }       | top | not available yet",
                "x-note: hello        | x-note | unknown key \"x-note\"; allowed: from, key, tumbling, hopping, cumulative, session, where, aggregates, allowed-lateness, emit, early, accuracy",
            })
    void keysOfWindows(String line, String key, String message) {
        assertThat(Reader.problems(Reader.window(line))).containsExactly("8:5: windows.w." + key + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allowed-lateness: -1s | 23 | allowed-lateness | is -1s; 0s or more",
                "allowed-lateness: 10  | 23 | allowed-lateness | \"10\" has no unit; write 10ms, 10s or 10m",
                "emit: changes         | 11 | emit | \"changes\" is not known; use on-time",
                "emit: finall          | 11 | emit | \"finall\" is not known; on-time, final; did you mean final?",
                "accuracy: 0.0001      | 15 | accuracy | is 1.0E-4; 0.001 to 0.1",
                "accuracy: .nan        | 15 | accuracy | \".nan\" is no number; a number",
                "accuracy: '0.05'      | 15 | accuracy | \"0.05\" is no number; a number, without quotes",
            })
    void valuesOfWindows(String line, int column, String key, String message) {
        assertThat(Reader.problems(Reader.window(line)))
                .containsExactly("8:" + column + ": windows.w." + key + ": " + message);
    }

    static List<Arguments> pipelines() {
        return List.of(
                Arguments.of(
                        "two aggregates of one name (B59)",
                        Reader.HEAD
                                + "sinks: { out: { from: w, print: {} } }\nwindows:\n  w:\n    from: s\n    key: []\n"
                                + "    tumbling: 1m\n    aggregates:\n      total: sum(status)\n      total: count(*)\n",
                        List.of("11:7: windows.w.aggregates.total: duplicate key \"total\"; the first is in line 10")),
                Arguments.of(
                        "offset as large as the size (B15)",
                        Reader.window("where: status > 1")
                                .replace("tumbling: 1m", "tumbling: { size: 24h, offset: -24h }"),
                        List.of("9:36: windows.w.tumbling.offset: is -1d; less than the size 1d either way")),
                Arguments.of(
                        "early rows of a session",
                        Reader.window("where: status > 1").replace("tumbling: 1m", "session: 30m\n    early: 10s"),
                        List.of("10:12: windows.w.early: goes with tumbling and hopping windows only")),
                Arguments.of(
                        "sessions of no length",
                        Reader.window("where: status > 1").replace("tumbling: 1m", "session: { gap: 5m, max: 0s }"),
                        List.of("9:30: windows.w.session.max: is 0s; more than 0s")),
                Arguments.of(
                        "two sinks of one name (B55)",
                        Reader.HEAD + "sinks:\n  a: { from: s, print: {} }\n  a: { from: s.rejected, print: {} }\n",
                        List.of("5:3: sinks.a: duplicate key \"a\"; the first is in line 4")),
                Arguments.of(
                        "a window with the name of a source",
                        Reader.window("where: status > 1")
                                .replace("\n  w:", "\n  s:")
                                .replace("from: w", "from: s"),
                        List.of("5:3: windows.s: a source has the name s too; a name of its own")),
                Arguments.of(
                        "two kinds of window",
                        Reader.window("session: 30m"),
                        List.of("5:3: windows.w: has session and tumbling; exactly one of them")),
                Arguments.of(
                        "a source without anything",
                        "name: x\nsources:\n  s: {}\nsinks: { out: { from: s, print: {} } }\n",
                        List.of("3:3: sources.s: one of kafka, files, generate is missing")),
                Arguments.of(
                        "a source without what a format needs",
                        "name: x\nsources:\n  s: { files: { path: a } }\nsinks: { out: { from: s, print: {} } }\n",
                        List.of(
                                "3:3: sources.s.event-time: is missing; a field of type timestamp, or $timestamp",
                                "3:3: sources.s.fields: is missing; a mapping of names to types",
                                "3:3: sources.s.format: is missing; json")),
                Arguments.of(
                        "an unavailable section, and a reader of it",
                        Reader.HEAD
                                + "streams: { d: { from: s, where: nothing } }\nsinks: { out: { from: [d, s], print: {} } }\n",
                        List.of("3:1: streams: not available yet")),
                Arguments.of(
                        "an unavailable sink, format, scenario",
                        "name: x\nsources:\n  s: { generate: orders }\n  t: { files: { path: a }, format: access-log,"
                                + " event-time: t, fields: { t: timestamp } }\nsinks: { out: { from: [s, t], jdbc: {} } }\n",
                        List.of(
                                "3:18: sources.s.generate: orders is not available yet; requests, logins",
                                "4:36: sources.t.format: access-log is not available yet; json",
                                "5:31: sinks.out.jdbc: not available yet")),
                Arguments.of(
                        "a section that is not a mapping",
                        "name: x\nsources: [a]\nsinks: { out: { from: a, print: {} } }\n",
                        List.of("2:1: sources: is a list; a mapping of names to sources")),
                Arguments.of(
                        "numbers where text is asked",
                        "name: 1.10\nsources: { s: { generate: requests } }\nsinks: { out: { from: s, kafka: { servers:"
                                + " \"h:1\", topic: 2026 } } }\n",
                        List.of(
                                "1:7: name: is a number; text, in quotes: \"1.10\"",
                                "3:58: sinks.out.kafka.topic: is a number; text, in quotes: \"2026\"")),
                Arguments.of(
                        "words of other systems in Kafka",
                        Reader.HEAD + "sinks:\n  out:\n    from: s\n    kafka: { bootstrap.servers: \"h:1\", topics: a,"
                                + " delivery-guarantee: none, properties: { group.id: g } }\nkafka: { servers: \"h:1\" }\n",
                        List.of(
                                "6:14: sinks.out.kafka.bootstrap.servers: unknown key \"bootstrap.servers\"; use servers",
                                "6:40: sinks.out.kafka.topics: unknown key \"topics\"; use topic",
                                "6:51: sinks.out.kafka.delivery-guarantee: unknown key \"delivery-guarantee\"; use delivery",
                                "6:91: sinks.out.kafka.properties.group.id: Tidemark sets group.id; use group")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pipelines")
    void pipelinesWithMistakes(String title, String text, List<String> lines) {
        assertThat(Reader.problems(text)).as(title).isEqualTo(lines);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "^int | f | there is no type int; int: use long",
                "^VARCHAR(10) | f | there is no type VARCHAR(10); VARCHAR(10): use string",
                "^Long | f | there is no type Long; string, long, double, boolean, decimal, timestamp, list; did you mean long?",
                "{ type: ^row } | f.type | there is no type row; make a field of each member, with path: /member/name",
                "{ type: list } | f.of | is missing; what the list holds, a type or { name: TYPE, … }",
                "{ type: long, default: ^1.5 } | f.default | \"1.5\" is no whole number; a whole number",
                "{ type: long, zone: ^UTC } | f.zone | only a timestamp has it; remove it, or type: timestamp",
                "{ type: long, optional: ^yes } | f.optional | \"yes\" is no boolean; true or false; write true",
                "{ type: string, path: ^a.b } | f.path | \"a.b\" is no JSON Pointer; write /a/b",
                "{ type: string, path: ^$topc } | f.path | \"$topc\" is no path; did you mean $topic?; $key, $timestamp, $topic, $partition, $offset, $headers.NAME, $value, or a JSON Pointer such as /a/b",
                "{ type: timestamp, unit: ^millis } | f.unit | \"millis\" is no unit; use ms",
                "{ type: timestamp, zone: ^Europe/Berln } | f.zone | there is no time zone \"Europe/Berln\"; such as UTC, Europe/Berlin, +02:00; did you mean Europe/Berlin?",
                "{ type: timestamp, pattern: yyyy-MM-dd } | f.zone | is missing, and \"yyyy-MM-dd\" has no offset; such as zone: UTC",
                "{ type: timestamp, pattern: syslog } | f.zone | is missing, and \"syslog\" has no offset; such as zone: UTC",
                "{ type: list, of: { m: { type: string, path: ^$topic } } } | f.of.m.path | $topic belongs to the record; a JSON Pointer into the element",
                "{ type: string, ^nullable: true } | f.nullable | unknown key \"nullable\"; use optional",
            })
    void fieldsWithMistakes(String marked, String path, String message) {
        String line = "      f: " + marked; // ^ marks the place, else it is the key's
        int column = marked.contains("^") ? line.indexOf('^') + 1 : 7;
        String text = """
                name: x
                sources:
                  s:
                    files: { path: a }
                    format: json
                    event-time: t
                    fields:
                      t: timestamp
                %s
                sinks: { out: { from: s, print: {} } }
                """.formatted(line.replace("^", ""));
        assertThat(Reader.problems(text))
                .containsExactly("9:" + column + ": sources.s.fields." + path + ": " + message);
    }

    @Test
    void brokenFieldBreaksNoExpression() {
        String text = Reader.window("where: f > 1 AND g > 1")
                .replace(
                        "{ generate: requests }",
                        "{ files: { path: a }, format: json, event-time: t, fields: { t: timestamp, service: string, f:"
                                + " nonsense } }");
        assertThat(Reader.problems(text))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("sources.s.fields.f: there is no type nonsense"));
    }
}
