package io.tidemark.alert;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an alert says of the rates that it is about. Quotients are rounded once.
 *
 * @param burnLong how many times as fast as allowed the long window burns the error budget
 * @param burnShort how many times as fast as allowed the short window burns it; 0 if it holds no events
 * @param budgetLeft the share of the period's error budget that is left, at most 1; negative if more than all is spent
 * @param good the good events of the long window
 * @param total all events of the long window
 */
record BurnEvidence(double burnLong, double burnShort, double budgetLeft, long good, long total) {
    static BurnEvidence of(BigDecimal budget, BurnTally longTally, BurnTally shortTally, BurnTally period) {
        return new BurnEvidence(
                rate(budget, longTally).doubleValue(),
                rate(budget, shortTally).doubleValue(),
                BigDecimal.ONE.subtract(rate(budget, period)).doubleValue(),
                longTally.total - longTally.bad,
                longTally.total);
    }

    /** As an alert carries it. */
    Map<String, @Nullable Object> values() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("burn_long", burnLong);
        values.put("burn_short", burnShort);
        values.put("budget_left", budgetLeft);
        values.put("good", good);
        values.put("total", total);
        return values;
    }

    private static BigDecimal rate(BigDecimal budget, BurnTally tally) {
        return tally.total == 0
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(tally.bad)
                        .divide(budget.multiply(BigDecimal.valueOf(tally.total)), MathContext.DECIMAL128);
    }
}
