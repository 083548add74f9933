package io.tidemark.window;

/**
 * Whether events of one key and cell come often enough for putting them together to pay. If the last partials held
 * hardly more than an event each, the next events go alone, then it is tried again.
 */
final class Repetition {
    private static final int SAMPLE = 10_000;
    private static final double LEAST_EVENTS_A_PARTIAL = 1.25;
    private static final int ASIDE = 50 * SAMPLE;

    private long partials;
    private long events;
    private int aside;

    /** A partial of {@code eventCount} events has left. */
    void left(long eventCount) {
        partials++;
        events += eventCount;
        if (partials == SAMPLE) {
            if (events < LEAST_EVENTS_A_PARTIAL * SAMPLE) {
                aside = ASIDE;
            }
            partials = 0;
            events = 0;
        }
    }

    /** Whether the next event had better go alone. */
    boolean isTooRare() {
        if (aside == 0) {
            return false;
        }
        aside--;
        return true;
    }
}
