package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatermarkKeysTest {
    private static String two(String watermarkOfA, String watermarkOfB) {
        StringBuilder text = new StringBuilder("name: p\nsources:\n");
        for (String source : new String[] {"a: " + watermarkOfA, "b: " + watermarkOfB}) {
            text.append("  ").append(source, 0, 2).append("\n    generate: requests\n");
            text.append("    watermark: {").append(source.substring(2)).append(" }\n");
        }
        return text + "sinks: { out: { from: [a, b], print: {} } }\n";
    }

    @Test
    void oneSourceMayAskAllToWaitAndSeveralIfTheyAgree() {
        assertThat(Reader.problems(two("align: { max-drift: 5m }", ""))).isEmpty();
        assertThat(Reader.problems(two("align: { max-drift: 5m }", "align: { max-drift: 300s }")))
                .isEmpty();
    }

    @Test
    void differentDriftsAreAnErrorOfTheSecond() {
        assertThat(Reader.problems(two("align: { max-drift: 5m }", "align: { max-drift: 6m }")))
                .containsExactly(
                        "8:38: sources.b.watermark.align.max-drift: is 6m, that of a 5m; one max-drift for all sources");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "align: { max-drift: 0s } | align.max-drift | is 0s; more than 0s",
                "align: {} | align.max-drift | is missing; a duration",
                "align: 5s | align | is a text; a mapping of max-drift",
                "out-of-orderness: 3650001d | out-of-orderness | \"3650001d\" is too long; at most 3650000d",
                "idle-after: 9999999999999d | idle-after | \"9999999999999d\" is too long; at most 3650000d",
                "future-limit: 3650001d | future-limit | \"3650001d\" is too long; at most 3650000d",
                "quiet-after: 3650001d | quiet-after | \"3650001d\" is too long; at most 3650000d",
                "align: { max-drift: 3650001d } | align.max-drift | \"3650001d\" is too long; at most 3650000d",
            })
    void valuesOfWatermarks(String line, String key, String message) {
        assertThat(Reader.problems(two(line, "")))
                .singleElement()
                .asString()
                .endsWith(": sources.a.watermark." + key + ": " + message)
                .startsWith("5:");
    }

    /** Its milliseconds would overflow when the job is built, with a stack trace. */
    @Test
    void anInstantFartherAwayThanAnyEventIsNone() {
        assertThat(Reader.problems(two("not-before: \"+400000-01-01T00:00:00Z\"", "")))
                .singleElement()
                .asString()
                .contains("sources.a.watermark.not-before: \"+400000-01-01T00:00:00Z\" is no instant");
        assertThat(Reader.problems(two("not-before: \"-999999-01-01T00:00:00Z\"", "")))
                .hasSize(1);
        assertThat(Reader.problems(two("not-before: \"-200000-01-01T00:00:00Z\"", "")))
                .isEmpty();
    }
}
