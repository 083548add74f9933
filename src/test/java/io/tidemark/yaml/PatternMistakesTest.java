package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns that make no sense, each error at its line. */
class PatternMistakesTest {
    /** A pattern whose steps stand in lines 8 and following, from column 9 on. */
    private static String pattern(String rest, String... steps) {
        StringBuilder text = new StringBuilder(Reader.HEAD);
        text.append("sinks: { out: { from: p, print: {} } }\n");
        text.append("alerts:\n  p:\n    { from: s, key: service, " + rest + ", pattern: [\n");
        for (String step : steps) {
            text.append("\n        { ").append(step).append(" },");
        }
        return text + "\n    ] }\n";
    }

    private static void right(String rest, String... steps) {
        assertThat(Reader.problems(pattern(rest, steps))).isEmpty();
    }

    @Test
    void everyOptionOfTheContractIsRight() {
        right(
                "within: 5m, after-match: { skip-to-last: b }",
                "name: a, where: status >= 500, times: 3, next: relaxed",
                "name: no, where: status < 300, not: true",
                "name: no2, where: status < 200, not: true, next: relaxed",
                "name: b, times: { min: 2, max: 9 }, repeat: any, optional: true, next: any",
                "name: c, times: { min: 1, max: 3 }, greedy: true",
                "name: d, where: service <> a.service, next: strict",
                "name: last, where: status < 300, not: true");
        right("within: 1ms", "name: a");
        right("within: 5m, message: \"{service} {a.status} {a.count} {{\"", "name: a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not: true | 8 | not | is the first step, so that nothing begins a match; a step that has events comes first",
                "times: 0 | 8 | times | is 0; at least 1, and optional: true where the step may be missing",
                "times: { min: 3, max: 2 } | 8 | times | has max 2 below min 3; at least as much",
                "times: 1001 | 8 | times | is more than 1000; at most that, a window's count(*) counts on",
                "greedy: true | 8 | greedy | is for steps that have several events; give the step times, or remove it",
                "repeat: any | 8 | repeat | is for steps that have several events; give the step times, or remove it",
                "times: 2, greedy: true, repeat: any | 8 | greedy | contradicts repeat: any, which takes all combinations; strict or relaxed",
                "times: 2, greedy: true, next: any | 8 | greedy | contradicts next: any, which takes all combinations; strict or relaxed",
                "where: statu > 1 | 8 | where | there is no field statu; those of the source",
                "where: later.status > 1 | 8 | where | there is no field later; those of the source",
            })
    void oneStep(String step, int line, String key, String message) {
        assertThat(Reader.problems(pattern("within: 5m", "name: a, " + step)))
                .singleElement()
                .asString()
                .startsWith(line + ":")
                .endsWith(": alerts.p.pattern[0]." + key + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "optional: true | not: true | not | follows a, which is optional; two alerts, one with a and one without",
                "times: 2, greedy: true | optional: true | optional | follows a, which is greedy; one of the two can be left out",
                "times: 2 | not: true, times: 2 | times | is for steps that have events, this one is a not; remove it",
                "times: 2 | not: true, optional: true | optional | is for steps that have events, this one is a not; remove it",
                "times: 2 | not: true, greedy: true | greedy | is for steps that have events, this one is a not; remove it",
                "times: 2 | not: true, repeat: strict | repeat | is for steps that have events, this one is a not; remove it",
                "times: 2 | not: true, next: any | next | is any, but a not has no events to choose from; strict or relaxed",
                "times: 2 | not: true, next: strict | next | is strict, but the last step is decided when within has passed; relaxed, the default there",
                "times: 2 | where: b.status = 1 | where | there is no field b; those of the source",
            })
    void secondStep(String first, String second, String key, String message) {
        assertThat(Reader.problems(pattern("within: 5m", "name: a, " + first, "name: b, " + second)))
                .singleElement()
                .asString()
                .startsWith("9:")
                .endsWith(": alerts.p.pattern[1]." + key + ": " + message);
    }

    @Test
    void namesOfSteps() {
        assertThat(Reader.problems(pattern("within: 5m", "name: a", "name: status", "name: a-b", "name: a")))
                .containsExactlyInAnyOrder(
                        "9:17: alerts.p.pattern[1].name: s has a field status; another name for the step",
                        "10:17: alerts.p.pattern[2].name: \"a-b\" is no name of a step; [A-Za-z_][A-Za-z0-9_]*",
                        "11:17: alerts.p.pattern[3].name: another step has the name a too; a name of its own");
    }

    @Test
    void withinIsRequiredAndMoreThanNothing() {
        assertThat(Reader.problems(pattern("severity: x", "name: a")))
                .singleElement()
                .asString()
                .endsWith("alerts.p.within: is missing; a duration that bounds a match");
        assertThat(Reader.problems(pattern("within: 0s", "name: a")))
                .singleElement()
                .asString()
                .endsWith("alerts.p.within: is 0s; more than 0s");
    }

    @Test
    void skipTargetIsAStepThatHasEvents() {
        assertThat(Reader.problems(
                        pattern("within: 5m, after-match: { skip-to-first: fist }", "name: first", "name: b")))
                .singleElement()
                .asString()
                .endsWith("alerts.p.after-match: there is no step fist; did you mean first?; first, b");
        assertThat(Reader.problems(
                        pattern("within: 5m, after-match: { skip-to-last: b }", "name: a", "name: b, not: true")))
                .singleElement()
                .asString()
                .endsWith("alerts.p.after-match: b is a not, which has no events; a");
    }

    @Test
    void patternWithoutStepsIsEmpty() {
        assertThat(Reader.problems(pattern("within: 5m")))
                .singleElement()
                .asString()
                .endsWith("alerts.p.pattern: is empty; a list of steps, each with a name");
    }

    @Test
    void stepWithoutMaxIsWarnedOfWhereManySearchesTakeItsEvents() {
        assertThat(Reader.problems(
                        pattern("within: 1h", "name: a, optional: true", "name: b, times: { min: 2 }", "name: c")))
                .singleElement()
                .asString()
                .startsWith("9:")
                .endsWith(": alerts.p.pattern[1].times: warning: has no max, and each of these events begins a search"
                        + " that takes all those behind it, so that a flood of a key costs far more than its"
                        + " length; a max, such as { min: 2, max: 50 }");
        assertThat(Reader.problems(
                        pattern("within: 1h", "name: a", "name: b, times: { min: 60 }, repeat: any, next: relaxed")))
                .singleElement()
                .asString()
                .endsWith(": alerts.p.pattern[1].times: warning: has no max, and with repeat: any each event doubles"
                        + " what is searched for; a max");
        right("within: 1h", "name: a", "name: b, times: { min: 2 }", "name: c");
        right("within: 1h", "name: a, times: { min: 2, max: 1000 }");
    }

    @Test
    void messageNamesStepsThatHaveEvents() {
        assertThat(Reader.problems(pattern(
                        "within: 5m, message: \"{a.statu} {no.status} {status}\"", "name: a", "name: no, not: true")))
                .hasSize(3)
                .allSatisfy(problem -> assertThat(problem).contains("alerts.p.message: there is no "));
    }
}
