package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.spec.AlertSpec.BurnRate;
import io.tidemark.spec.AlertSpec.BurnWindow;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SloKeysTest {
    private static String pipeline(String slo) {
        return "name: x\nsources: { s: { generate: requests } }\nsinks: { out: { from: a, print: {} } }\nalerts:\n  a:\n"
                + "    from: s\n    key: [service]\n    slo:\n      " + slo.strip() + "\n";
    }

    /** A burn rate that is right, with one more line, the thirteenth. */
    private static String with(String line) {
        return pipeline(
                "good: status < 500\n      objective: 99.9\n      period: 30d\n      total: status <> 404\n      "
                        + line);
    }

    private static BurnRate slo(String text) {
        return (BurnRate)
                Objects.requireNonNull(Reader.spec(text).alerts().get("a")).form();
    }

    @Test
    void onlyGoodObjectiveAndPeriodMustBeGiven() {
        assertThat(slo(pipeline("good: status < 500\n      objective: 99.9\n      period: 30d")))
                .isEqualTo(new BurnRate("status < 500", null, 99.9, Duration.ofDays(30), 0, null));
        assertThat(Reader.problems(pipeline("min-events: 5")))
                .containsExactly(
                        "8:5: alerts.a.slo.good: is missing; a condition",
                        "8:5: alerts.a.slo.objective: is missing; a percentage such as 99.9",
                        "8:5: alerts.a.slo.period: is missing; a duration such as 30d");
    }

    @Test
    void ownWindowsMayHaveASeverity() {
        assertThat(slo(with(
                                "windows: [{ long: 1h, short: 5m, burn: 10 }, { long: 3d, short: 6h, burn: 1, severity: info }]"))
                        .windows())
                .containsExactly(
                        new BurnWindow(Duration.ofHours(1), Duration.ofMinutes(5), 10, null),
                        new BurnWindow(Duration.ofDays(3), Duration.ofHours(6), 1, "info"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "objective: 100 | objective: is 100, which leaves no error budget to burn; from 50 to less than 100",
                "objective: 49.9 | objective: is 49.9; from 50 to less than 100",
                "objective: 0.999 | objective: is 0.999; from 50 to less than 100",
                "objective: 101 | objective: is 101; from 50 to less than 100",
                "period: 0s | period: is 0s; more than 0s",
                "period: 43s | period: is 43s; at least 43s200ms, of which a step is a millisecond",
                "good: latency < 5 | good: there is no field latency; those of the source",
                "total: latency < 5 | total: there is no field latency; those of the source",
            })
    void valuesOfABurnRate(String line, String problem) {
        String key = line.substring(0, line.indexOf(':'));
        String text = with("min-events: 1").replaceFirst(" " + key + ": .*", " " + line);

        assertThat(Reader.problems(text)).singleElement().asString().endsWith(": alerts.a.slo." + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "min-events: -1 | min-events: is -1; 0 or more",
                "windows: [] | windows: names no windows; at least one pair, or nothing for the SRE workbook's ladder",
                "windows: { long: 1h, short: 1h, burn: 1 } | windows.short: is 1h; less than long, 1h",
                "windows: { long: 7d, short: 1h, burn: 1 } | windows.long: is 7d; at most a ninth of the period, 3d8h",
                "windows: { long: 1h, short: 30s, burn: 1 } | windows.short: is 30s; at least a step, of which the period has"
                        + " 43200: 1m",
                "windows: { long: 1h, short: 5m, burn: 0 } | windows.burn: is 0; more than 0",
                "windows: [{ long: 1h, short: 5m, burn: 2 }, { long: 60m, short: 300s, burn: 3 }] | windows[1]: is the same pair"
                        + " of windows as one before; another length, or remove one",
                "windows: { long: 90s, short: 1m, burn: 1 } | windows.long: warning: is 1m30s, no whole number of the period's"
                        + " steps of 1m, so that its begin is cut to that of one; 1m or 2m",
                "windows: { long: 1h, short: 5m, burn: 1001 } | windows.burn: warning: the pair of 1001 × never fires, as the"
                        + " budget burns 1000 × if no event is good; a higher objective, or windows with a lower burn",
            })
    void valuesOfItsWindows(String line, String problem) {
        assertThat(Reader.problems(with(line)))
                .singleElement()
                .asString()
                .startsWith("13:")
                .endsWith(": alerts.a.slo." + problem);
    }

    @Test
    void anObjectiveThatTheLadderDoesNotFitIsWarnedOf() {
        assertThat(Reader.problems(with("min-events: 1").replace("99.9", "90")))
                .singleElement()
                .asString()
                .contains("alerts.a.slo.objective: warning: the pair of 14.4 × never fires, as the budget burns 10 ×");
        assertThat(Reader.problems(with("min-events: 1").replace("99.9", "93.1")))
                .isEmpty();
    }

    @Test
    void theOriginalWindowsGoWithFourWeeks() {
        assertThat(Reader.read(with("windows: [{ long: 3d, short: 6h, burn: 1 }]")
                                .replace("30d", "28d"))
                        .spec())
                .isNotNull();
    }

    @Test
    void itReadsASource() {
        String text = with("min-events: 1").replace("    from: s\n", "    from: w\n")
                + "windows: { w: { from: s, key: service, tumbling: 1m, aggregates: { n: count(*) } } }\n";

        assertThat(Reader.problems(text))
                .singleElement()
                .asString()
                .contains("alerts.a.from: is a window, whose results are not good or bad events; a source");
    }

    @Test
    void aMessageCanNameKeyRatesAndWindows() {
        String text = with("min-events: 1").replace("    slo:", "    message: \"%s\"\n    slo:");

        assertThat(Reader.problems(text.formatted(
                        "{service} {burn_long} {burn_short} {budget_left} {good} {total} {burn} {long} {short}")))
                .isEmpty();
        assertThat(Reader.problems(text.formatted("{status}")))
                .singleElement()
                .asString()
                .contains("there is no status");
    }
}
