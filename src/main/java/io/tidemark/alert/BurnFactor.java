package io.tidemark.alert;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * Whether a window burns the error budget at some factor or faster: whether its share of events that are not good is
 * factor · budget or more. Exact, as an alert must not hang on the last digit of a quotient.
 */
final class BurnFactor implements Serializable {
    private static final long serialVersionUID = 1;

    /** Beyond any error of the quotient; within it, whole numbers decide. */
    private static final double DOUBT = 1e-9;

    private final BigDecimal share;
    private final double approximately;

    /**
     * @param factor how many times as fast as allowed; more than 0
     * @param budget the share of events that may be other than good; more than 0
     */
    BurnFactor(BigDecimal factor, BigDecimal budget) {
        this.share = factor.multiply(budget);
        this.approximately = share.doubleValue();
    }

    /** A window of no events burns nothing. */
    boolean isReached(BurnTally tally) {
        if (tally.bad == 0) {
            return false;
        }
        double quotient = (double) tally.bad / tally.total;
        if (Math.abs(quotient - approximately) > DOUBT * approximately) {
            return quotient > approximately;
        }
        return BigDecimal.valueOf(tally.bad).compareTo(share.multiply(BigDecimal.valueOf(tally.total))) >= 0;
    }
}
