package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AggregateFunctionsTest {
    private static AggregateFunction resolve(String name, @Nullable FieldType type, String... parameters) {
        return AggregateFunctions.resolve(
                name,
                false,
                false,
                type,
                Arrays.stream(parameters).map(BigDecimal::new).toList(),
                0.01);
    }

    @ParameterizedTest
    @CsvSource({
        "count, string, long",
        "count, list, long",
        "sum, long, long",
        "sum, double, double",
        "sum, decimal, decimal",
        "avg, long, double",
        "avg, double, double",
        "avg, decimal, decimal",
        "min, string, string",
        "max, timestamp, timestamp",
        "min, boolean, boolean",
        "max, double, double",
        "min, long, long",
        "max, decimal, decimal",
        "stddev, long, double",
        "variance, decimal, double",
        "stddev_pop, double, double",
        "variance_pop, long, double",
        "p50, long, double",
        "p99, decimal, double",
        "p999, double, double",
        "median, double, double",
        "P95, double, double"
    })
    void resultTypeFollowsTheArgument(String name, String argument, String result) {
        AggregateFunction function = resolve(name, FieldType.valueOf(argument.toUpperCase(Locale.ROOT)));

        assertThat(function.resultType().word()).isEqualTo(result);
        assertThat(function.name()).isEqualTo(name.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sum | string | sum of a string; allowed are long, double and decimal",
                "avg | timestamp | avg of a timestamp; allowed are long, double and decimal",
                "stddev | boolean | stddev of a boolean; allowed are long, double and decimal",
                "p95 | timestamp | p95 of a timestamp; allowed are long, double and decimal",
                "min | list | min of a list; allowed are long, double, decimal, string, timestamp and boolean",
                "first | long | first is not available yet; there are " + AggregateFunctions.LISTED,
                "most_frequent | long | most_frequent is not available yet; there are " + AggregateFunctions.LISTED,
                "rate | long | rate is not available yet; there are " + AggregateFunctions.LISTED,
                "p25 | double | no function p25; there are p50 to p99 and p999, for others write percentile(x, 25)",
                "percentile | double | percentile takes a value and a percentage, such as percentile(x, 95)",
                "p0 | double | no function p0; there are p50 to p99 and p999, for others write percentile(x, 25)",
                "p9999 | double | no function p9999; there are p50 to p99 and p999, for others write percentile(x, 25)",
                "total | double | no function total; write sum(x)",
                "MEAN | double | no function mean; write avg(x)",
                "quantile | double | no function quantile; write percentile(x, 95), in percent",
                "stddev_samp | double | no function stddev_samp; write stddev(x)",
                "quux | double | no aggregate function quux; there are avg, count, max, median, min, p50 to p99, "
                        + "p999, percentile, stddev, stddev_pop, sum, variance, variance_pop"
            })
    void whatIsNotAllowedSaysWhatIs(String name, String argument, String message) {
        FieldType type = FieldType.valueOf(argument.toUpperCase(Locale.ROOT));

        assertThatThrownBy(() -> resolve(name, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.95 | percentile 0.95 is out of range; it is in percent, from 1 to 100 (write 95 for the share 0.95)",
                "0.999 | percentile 0.999 is out of range; it is in percent, from 1 to 100 "
                        + "(write 99.9 for the share 0.999)",
                "0 | percentile 0 is out of range; it is in percent, from 1 to 100",
                "0.001 | percentile 0.001 is out of range; it is in percent, from 1 to 100",
                "100.1 | percentile 100.1 is out of range; it is in percent, from 1 to 100",
                "-5 | percentile -5 is out of range; it is in percent, from 1 to 100",
                "1e999999999 | percentile 1E+999999999 is out of range; it is in percent, from 1 to 100"
            })
    void percentageIsInPercent(String percentage, String message) {
        assertThatThrownBy(() -> resolve("percentile", FieldType.DOUBLE, percentage))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0", "50", "99.9", "99.999", "100"})
    void percentageMayHaveAFraction(String percentage) {
        assertThat(resolve("percentile", FieldType.DOUBLE, percentage).resultType())
                .isEqualTo(FieldType.DOUBLE);
    }

    @Test
    void argumentsAreCounted() {
        assertThatThrownBy(() -> resolve("sum", null)).hasMessage("sum takes one argument, such as sum(x)");
        assertThatThrownBy(() -> resolve("count", null)).hasMessage("count takes * or one argument, such as count(*)");
        assertThatThrownBy(() -> resolve("percentile", null))
                .hasMessage("percentile takes a value and a percentage, such as percentile(x, 95)");
        assertThatThrownBy(() -> resolve("p95", FieldType.LONG, "1"))
                .hasMessage("p95 takes one argument, such as p95(x)");
        assertThatThrownBy(() -> resolve("percentile", FieldType.LONG, "1", "2"))
                .hasMessage("percentile takes a value and a percentage, such as percentile(x, 95)");
    }

    @Test
    void onlyCountTakesAStar() {
        assertThat(AggregateFunctions.resolve("count", true, false, null, List.of(), 0.01)
                        .resultType())
                .isEqualTo(FieldType.LONG);
        assertThatThrownBy(() -> AggregateFunctions.resolve("sum", true, false, null, List.of(), 0.01))
                .hasMessage("* is not allowed in sum; only count takes it, write sum(x)");
    }

    @Test
    void distinctIsForCountAlone() {
        assertThatThrownBy(() -> AggregateFunctions.resolve("sum", false, true, FieldType.LONG, List.of(), 0.01))
                .hasMessage("DISTINCT is not allowed in sum; only count takes it");
        assertThatThrownBy(() -> AggregateFunctions.resolve("count", false, true, FieldType.LONG, List.of(), 0.01))
                .hasMessage("count(DISTINCT ...) is not available yet");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.0009, 0.11, -1, Double.NaN})
    void accuracyHasARange(double accuracy) {
        assertThatThrownBy(() -> AggregateFunctions.resolve("p95", false, false, FieldType.LONG, List.of(), accuracy))
                .hasMessage("accuracy " + accuracy + " is out of range; it is from 0.001 to 0.1");
    }

    @Test
    void namesAreThoseThatResolve() {
        assertThat(AggregateFunctions.names())
                .hasSize(12 + 50)
                .contains("count", "p50", "p99", "p999", "median")
                .doesNotContain("p49", "first", "p100");
        for (String name : AggregateFunctions.names()) {
            String[] parameters = name.equals("percentile") ? new String[] {"95"} : new String[0];
            assertThat(resolve(name, FieldType.DOUBLE, parameters).name()).isEqualTo(name);
        }
    }
}
