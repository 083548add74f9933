package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.yaml.Environment;
import io.tidemark.yaml.PipelineReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes of alerts, and the one line that each gets, with SQL as it is. */
class AlertMistakesTest {
    private static final String HEAD = """
            name: p
            sources:
              s:
                files: { path: in }
                format: json
                event-time: t
                fields: { t: timestamp, k: string, id: string, v: double, many: { type: list, of: long } }
            windows:
              w: { from: s, key: k, tumbling: 1m, aggregates: { n: count(*), top: max(v) } }
              by-id: { from: s, key: id, tumbling: 1m, aggregates: { n: count(*) } }
              visits: { from: s, key: k, session: 5m, aggregates: { n: count(*) } }
              wide: { from: s, key: k, hopping: { size: 5m, every: 2m }, aggregates: { n: count(*) } }
            sinks: { out: { from: [a, w, by-id, visits, wide], print: } }
            """;

    private static List<String> problems(String alerts) {
        return new PipelineReader(new Environment(Map.of(), false), PipelineChecks.validator())
                .read("f", HEAD + alerts).problems().stream()
                        .map(problem -> problem.toString().substring("f:".length()))
                        .toList();
    }

    /** The alert {@code a} in flow style, in line 14. */
    private static List<String> alert(String keys) {
        return problems("alerts: { a: { " + keys + " } }\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "from: w, when: nn > 1                   | 14:31: alerts.a.when: no field 'nn'; did you mean 'n'?",
                "from: w, when: top                      | 14:31: alerts.a.when: a condition must be boolean, this is a double; compare it, as in x > 0",
                "from: w, when: n > 1, clear: k > 1      | 14:49: alerts.a.clear: a string and a long do not go together in '>'; all must be of one type; CAST(x AS type) changes it",
                "from: w, when: n > 1, for: 0            | 14:43: alerts.a.for: is 0; at least 1",
                "from: w, when: n > 1, for: 90s          | 14:43: alerts.a.for: is 1m30s; a whole number of the window's steps, 1m",
                "from: w, when: n > 1, for: \"3\"      | 14:43: alerts.a.for: \"3\" is no whole number; a whole number, without quotes",
                "from: w, when: n > 1, for: 1.5          | 14:43: alerts.a.for: \"1.5\" is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M, or a whole number of results",
                "from: w, when: null                     | 14:31: alerts.a.when: has no value; an SQL expression",
                "from: w, when: n > 1, clear: ~          | 14:45: alerts.a.clear: has no value; an SQL expression",
                "from: s, key: k, absent-for: 5m, where: v > 1 | 14:49: alerts.a.where: unknown key \"where\"; use when",
                "from: s, key: k, within: 5m, pattern: [{ name: b }], after-match: { skip-to: b } | 14:84: alerts.a.after-match.skip-to: \"skip-to\" is not known; skip-past-last, skip-to-next, no-skip, { skip-to-first: STEP }, { skip-to-last: STEP }",
                "from: s, key: k, within: 5m, pattern: [{ name: b, next: relaxed }, { name: c }] | 14:72: alerts.a.pattern[0].next: warning: has no effect on the first step; remove it",
                "from: s, key: k, within: 5m, pattern: [{ name: b }, { name: c, not: true, where: v > 1 }, { name: d, optional: true }] | 14:84: alerts.a.pattern[1].not: warning: forbids nothing in a match that ends without d; two alerts, one with d and one without",
                "from: w, when: q > 1                    | 14:31: alerts.a.when: no field 'q'; there are k, n, top, window_end, window_start",
                "from: s, key: k, absent-for: 5m, forget-after: 0s | 14:63: alerts.a.forget-after: is 0s; more than 0s",
                "from: s, key: k, absent-for: 1d         | 14:11: alerts.a.forget-after: is 1d, the default, so that no absence is noticed; more than absent-for, 1d",
                "from: wide, when: n > 1, for: 3m        | 14:46: alerts.a.for: is 3m; a whole number of the window's steps, 2m",
                "from: visits, when: n > 1, for: 5m      | 14:48: alerts.a.for: is a duration, but the rows of these windows count as they come; a whole number",
                "from: s, key: k, when: v > 1, for: 5m   | 14:51: alerts.a.for: is a duration, but the events of a source count as they come; a whole number",
                "from: w, when: n > 1, for: soon         | 14:43: alerts.a.for: \"soon\" is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M, or a whole number of results",
                "from: w, when: n > 1, stale-after: 0s   | 14:51: alerts.a.stale-after: is 0s; more than 0s",
                "from: w, when: n > 1, cooldown: -1m     | 14:48: alerts.a.cooldown: is -1m; more than 0s",
                "from: w, when: n > 1, key: [n]          | 14:38: alerts.a.key: is not the window's, under which results follow each other; remove it, or k",
                "from: by-id, when: n > 1                | 14:22: alerts.a.from: an alert has a field id of its own; give the window's key field another name with path",
                "from: s, when: v > 1                    | 14:11: alerts.a.key: is missing; a list of fields, [] for one global key",
                "from: s, key: [kk], when: v > 1         | 14:31: alerts.a.key[0]: s has no field kk; did you mean k?; t, k, id, v",
                "from: s, key: [k, k], when: v > 1       | 14:34: alerts.a.key[1]: k is named twice; each field once",
                "from: s, key: [many], when: v > 1       | 14:31: alerts.a.key[0]: many is a list, which is no key; t, k, id, v",
                "from: s, key: [id], when: v > 1         | 14:31: alerts.a.key[0]: an alert has a field id of its own; give this one another name with path",
                "from: w.late, when: n > 1               | 14:22: alerts.a.from: w.late is a side output, which only sinks read; a source or window",
                "from: a, when: n > 1                    | 14:22: alerts.a.from: a is an alert, which only sinks read; a source or window",
                "from: ww, when: n > 1                   | 14:22: alerts.a.from: there is no node ww; did you mean w?; s, w, by-id, visits, wide",
                "from: w, when: n > 1, message: \"{kk}\" | 14:49: alerts.a.message: there is no kk; did you mean k?; k, window_start, window_end, n, top",
                "from: w, when: n > 1, message: \"a {k\" | 14:50: alerts.a.message: this { is not closed; {field}, or {{ for a brace",
                "from: w, when: n > 1, message: \"{}\"   | 14:48: alerts.a.message: \"{}\" names no field; {field}, {step.field}, {step.count}, or {{ for a brace",
                "from: w, when: n > 1, message: \"{k.n}\"| 14:49: alerts.a.message: there is no k.n; k, window_start, window_end, n, top",
                "from: w, when: n > 1, labels: { a-b: c }| 14:48: alerts.a.labels.a-b: \"a-b\" is no name of a label; [A-Za-z_][A-Za-z0-9_]*",
                "from: w                                 | 14:11: alerts.a: one of when, pattern, absent-for, slo is missing",
                "from: w, when: n > 1, absent-for: 5m    | 14:11: alerts.a: has when and absent-for; exactly one of them",
                "from: w, absent-for: 5m, for: 3         | 14:41: alerts.a.for: for belongs to when; remove it",
                "from: w, absent-for: 5m, within: 3m     | 14:41: alerts.a.within: within belongs to pattern; remove it",
                "from: w, absent-for: 5m, forget-after: 5m | 14:55: alerts.a.forget-after: is 5m, so that no absence is noticed; more than absent-for, 5m",
                "from: w, when: n > 1, forget-after: 5m  | 14:38: alerts.a.forget-after: forget-after belongs to absent-for; remove it",
                "from: w, if: n > 1                      | 14:25: alerts.a.if: unknown key \"if\"; use when",
                "from: w, expr: n > 1                    | 14:25: alerts.a.expr: unknown key \"expr\"; use when",
                "from: w, when: n > 1, annotations: x    | 14:38: alerts.a.annotations: unknown key \"annotations\"; use message",
                "from: w, when: n > 1, throttle: 5m      | 14:38: alerts.a.throttle: unknown key \"throttle\"; use cooldown",
            })
    void oneLineSaysWhatIsWrong(String keys, String problem) {
        assertThat(alert(keys)).containsExactly(problem);
    }

    @Test
    void allOfAnAlertsMistakesAreReportedAtOnce() {
        assertThat(alert("from: w, when: nn > 1, for: 90s, message: \"{kk}\", cooldown: 0s"))
                .hasSize(4);
    }

    @Test
    void aMistakeOfAWindowIsNoMistakeOfItsAlert() {
        List<String> problems = new PipelineReader(new Environment(Map.of(), false), PipelineChecks.validator())
                        .read(
                                "f",
                                HEAD.replace("top: max(v)", "top: max(vv)")
                                        + "alerts: { a: { from: w, when: top > 1 AND n > 2, message: \"{top}\" } }\n")
                        .problems()
                        .stream()
                        .map(Object::toString)
                        .toList();
        assertThat(problems)
                .singleElement()
                .satisfies(line ->
                        assertThat(line).startsWith("f:9:").contains("windows.w.aggregates.top: no field 'vv'"));
    }

    @Test
    void whatBracesTearApartIsShownInQuotes() {
        assertThat(problems("""
                alerts:
                  a:
                    from: w
                    when: n > 1
                    message: {k}
                """))
                .containsExactly("18:5: alerts.a.message: is a mapping; text, in quotes: message: \"{k}\"");
    }

    /** The quoted form of a list would be no better a value. */
    @Test
    void listInPlaceOfOneValueIsSaidToBeOne() {
        assertThat(problems("""
                alerts:
                  a:
                    from: w
                    when: n > 1
                    severity: [page, ticket]
                    cooldown: { after: 1m }
                """))
                .containsExactly(
                        "18:5: alerts.a.severity: is a list; one value: text",
                        "19:5: alerts.a.cooldown: is a mapping; one value: duration");
    }

    @Test
    void anAlertThatNothingReadsIsAWarning() {
        assertThat(problems("alerts:\n  a: { from: w, when: n > 1 }\n  b: { from: w, when: n > 1 }\n"))
                .containsExactly("16:3: alerts.b: warning: nothing reads this alert; name it in a from, or remove it");
    }

    @Test
    void sinksKnowWhatAnAlertHas() {
        assertThat(problems("alerts: { a: { from: w, when: n > 1 } }\n").isEmpty())
                .isTrue();
        String keyed = HEAD.replace(
                "sinks: { out: {",
                "sinks: { keyed: { from: a, kafka: { servers: \"h:9092\", topic: x }, key: [k, id, state, top] }, out: {");
        assertThat(new PipelineReader(new Environment(Map.of(), false), PipelineChecks.validator())
                        .read("f", keyed + "alerts: { a: { from: w, when: n > 1 } }\n")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .endsWith("sinks.keyed.key[3]: a has no field top; k, alert, id, state, severity, at, since,"
                                + " reason, message"));
    }
}
