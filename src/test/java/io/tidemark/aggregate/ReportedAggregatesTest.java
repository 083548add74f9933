package io.tidemark.aggregate;

import static io.tidemark.aggregate.AggregateHarness.number;
import static io.tidemark.aggregate.AggregateHarness.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.FieldType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Errors reported of other systems, by their number in the collection of reports, with the right values. */
class ReportedAggregatesTest {
    /** ClickHouse 22408: a digest interpolates between far-apart values although only three distinct ones exist. */
    @Test
    void b28PercentileBetweenTwoRealValues() {
        List<Double> values = new ArrayList<>(Collections.nCopies(26, 1000.0));
        values.addAll(Collections.nCopies(11, 3000.0));
        values.addAll(Collections.nCopies(2, 9000.0));
        Collections.shuffle(values, new Random(28));

        assertThat(result(FieldType.DOUBLE, "p90", values)).isEqualTo(3000.0);
        assertThat(result(FieldType.DOUBLE, "p95", values)).isEqualTo(3600.0000000000086);
        assertThat(result(FieldType.DOUBLE, "p99", values)).isEqualTo(9000.0);
    }

    /** tdigest 4 and 32: percentiles that fall, a negative estimate of positive data. */
    @Test
    void b30PercentilesNeverFall() {
        List<Double> values = List.of(3.0, 9.0, 10.0, 13.0, 13.5, 39.0, 49.0, 56.0, 60.0, 69.0, 77.0, 83.0, 87.0, 91.0);
        double before = 3;
        for (int p = 1; p <= 99; p++) {
            double value = number(FieldType.DOUBLE, "percentile " + p, values);
            assertThat(value).isBetween(before, 91.0);
            before = value;
        }
        assertThat(result(FieldType.DOUBLE, "p50", values)).isEqualTo(52.5);
    }

    /** ksqlDB 8345: STDDEV returns the variance. */
    @Test
    void b32StddevIsTheRootOfTheVariance() {
        List<Long> values = List.of(0L, 10L, 7L, 6L);
        List<Double> doubles = values.stream().map(Long::doubleValue).toList();

        assertThat(result(FieldType.LONG, "stddev", values)).isEqualTo(4.193248541803041);
        assertThat(result(FieldType.LONG, "stddev_pop", values)).isEqualTo(3.6314597615834874);
        assertThat(result(FieldType.DOUBLE, "stddev", doubles)).isEqualTo(4.193248541803041);
        assertThat(result(FieldType.DOUBLE, "stddev_pop", doubles)).isEqualTo(3.6314597615834874);
        assertThat(result(FieldType.LONG, "stddev", List.of(7L))).isNull();
        assertThat(result(FieldType.LONG, "stddev_pop", List.of(7L))).isEqualTo(0.0);
    }

    /** csvql 110: two engines differ by n and n-1. */
    @Test
    void b33StddevIsThatOfASample() {
        assertThat(result(FieldType.LONG, "stddev", List.of(10L, 30L))).isEqualTo(14.142135623730951);
        assertThat(result(FieldType.LONG, "stddev_pop", List.of(10L, 30L))).isEqualTo(10.0);
    }

    /** Trino 30600: the sum of big integers wraps silently. */
    @Test
    void b34ASumThatDoesNotFitIsAnOverflowAndTheAverageIsRight() {
        List<Long> values = List.of(Long.MAX_VALUE, 1L);

        assertThatThrownBy(() -> result(FieldType.LONG, "sum", values))
                .isInstanceOf(AggregateOverflowException.class)
                .hasMessage("sum: the sum 9223372036854775808 does not fit a long");
        assertThat(result(FieldType.LONG, "avg", values)).isEqualTo(4.611686018427388e18);
    }
}
