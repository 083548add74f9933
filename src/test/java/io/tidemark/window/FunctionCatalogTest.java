package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import io.tidemark.sql.SqlCompiler;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people read of a wrong aggregate: where it stands, and what there is in its place. */
class FunctionCatalogTest {
    private static final String NAMES =
            "avg, count, max, median, min, p50 to p99, p999, percentile, stddev, stddev_pop, sum, variance, variance_pop";
    private static final Schema SCHEMA =
            new Schema(List.of(new Field("x", FieldType.LONG, true), new Field("s", FieldType.STRING, true)));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 + p49(x)              | 5  | no function p49; there are p50 to p99 and p999, for others write percentile(x, 25)",
                "p9999(x)                | 1  | no function p9999; there are p50 to p99 and p999, for others write percentile(x, 25)",
                "mean(x)                 | 1  | no function mean; write avg(x)",
                "stddev_samp(x)          | 1  | no function stddev_samp; write stddev(x)",
                "array_agg(x)            | 1  | no function array_agg; write an aggregate of one value, such as max(x)",
                "approx_quantile(x, 0.9) | 1  | no function approx_quantile; write percentile(x, 95), in percent",
                "first(x)                | 1  | first is not available yet; there are " + NAMES,
                "avgg(x)                 | 1  | unknown function 'avgg'; did you mean 'avg'?",
                "quux(x)                 | 1  | unknown function 'quux'; there are " + NAMES,
                "max(x) + sum(s)         | 14 | sum of a string; allowed are long, double and decimal",
                "percentile(x, 0.95)     | 15 | percentile 0.95 is out of range; it is in percent, from 1 to 100 (write 95 for the share 0.95)",
                "percentile(x)           | 1  | percentile takes a value and a percentage, such as percentile(x, 95)"
            })
    void wrongCallNamesItsPlaceAndWhatThereIs(String text, int column, String message) {
        assertThat(SqlCompiler.aggregate(text, SCHEMA, new FunctionCatalog(0.01))
                        .problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.column()).isEqualTo(column);
                    assertThat(problem.message()).isEqualTo(message);
                });
    }
}
