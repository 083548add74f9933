package io.tidemark.alert;

import java.io.Serializable;

/**
 * Looks at the burn rates of a key where a step ends, and says which pairs fire and resolve, and when to look again: not
 * before anything can have changed.
 */
final class BurnWatch implements Serializable {
    private static final long serialVersionUID = 1;

    /** There is nothing to look at any more. */
    static final long NEVER = Long.MAX_VALUE;

    private final BurnRateLadder ladder;

    BurnWatch(BurnRateLadder ladder) {
        this.ladder = ladder;
    }

    /** Takes what is decided. */
    interface Decisions {
        /**
         * A pair begins to fire, or has resolved.
         *
         * @param pair its index
         * @param firing which of the two
         * @param since when it began to fire
         * @param evidence the counts that decided
         */
        void decided(int pair, boolean firing, long since, BurnEvidence evidence);
    }

    /** Decides at the end of the step before step {@code end}; no earlier step may get events any more. */
    void look(BurnState state, long end, Decisions decisions) {
        BurnCounts counts = state.counts;
        counts.roll(ladder, end);
        BurnTally shortTally = new BurnTally();
        BurnTally longTally = new BurnTally();
        BurnPair[] pairs = ladder.pairs();
        for (int i = 0; i < pairs.length; i++) {
            counts.sum(ladder, pairs[i].shortWindow(), shortTally);
            boolean fired = state.since[i] != BurnState.NOT_FIRING;
            if (pairs[i].factor().isReached(shortTally) == fired) {
                continue;
            }
            counts.sum(ladder, pairs[i].longWindow(), longTally);
            if (fired) {
                long since = state.since[i];
                state.since[i] = BurnState.NOT_FIRING;
                decisions.decided(i, false, since, evidence(counts, longTally, shortTally));
            } else if (longTally.total >= ladder.minEvents()
                    && pairs[i].factor().isReached(longTally)) {
                state.since[i] = end * ladder.stepMs();
                decisions.decided(i, true, state.since[i], evidence(counts, longTally, shortTally));
            }
        }
    }

    private BurnEvidence evidence(BurnCounts counts, BurnTally longTally, BurnTally shortTally) {
        BurnTally period = new BurnTally();
        counts.sumPeriod(ladder, period);
        return BurnEvidence.of(ladder.budget(), longTally, shortTally, period);
    }

    /**
     * The end at which to look again if no further events come; {@link #NEVER} if the key may be forgotten. To be asked
     * after {@link #look}.
     */
    long next(BurnState state) {
        BurnCounts counts = state.counts;
        long pending = counts.firstFrom(counts.rolledTo);
        long next = pending == Long.MAX_VALUE ? NEVER : pending + 1;
        BurnPair[] pairs = ladder.pairs();
        for (int i = 0; i < pairs.length && next > counts.rolledTo + 1; i++) {
            if (state.since[i] != BurnState.NOT_FIRING) {
                next = Math.min(next, change(counts, pairs[i].shortWindow()));
            } else if (mayFire(counts, pairs[i].shortWindow())) {
                next = Math.min(next, change(counts, pairs[i].shortWindow()));
                next = Math.min(next, change(counts, pairs[i].longWindow()));
            }
        }
        return next == NEVER && !counts.isEmpty() ? ladder.endWithoutPeriod(counts.last()) : next;
    }

    /** Whether the share of events that are not good can rise as others leave the window. */
    private boolean mayFire(BurnCounts counts, BurnWindow window) {
        BurnTally tally = new BurnTally();
        counts.sum(ladder, window, tally);
        return tally.bad > 0;
    }

    /** The first end at which the window has lost a bucket with events. */
    private long change(BurnCounts counts, BurnWindow window) {
        long first = counts.first(ladder, window);
        return first == Long.MAX_VALUE ? NEVER : ladder.endWithout(window, BurnRateLadder.floor(first, window.level()));
    }
}
