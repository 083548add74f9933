package io.tidemark.time;

/** How far the time of one partition has come, and since when it has been silent. */
final class SplitTime {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final long outOfOrdernessMs;
    private long highest;
    private long floor;
    private boolean spoke;
    private boolean everSpoke;
    private boolean paused;
    private long spokeAtMs = UNKNOWN;
    private boolean idle;
    private long emitted = Long.MIN_VALUE;

    SplitTime(TimedSplit<?> split, long outOfOrdernessMs) {
        this.outOfOrdernessMs = outOfOrdernessMs;
        this.highest = split.highest();
        this.floor = split.floor();
    }

    /** An accepted event of {@code time} has come. */
    void accept(long time) {
        spoke = true;
        everSpoke = true;
        if (time > highest) {
            highest = time;
        }
    }

    /** While it waits for others it is not silent. */
    void paused(boolean waits) {
        paused = waits;
    }

    /**
     * Whether it is beyond {@code ceiling} and not idle. One that has said nothing yet is not: whoever reads it may not
     * have begun to, and would not hear that it is to wait.
     */
    boolean isAhead(long ceiling) {
        return everSpoke && watermark() > ceiling && !isIdle();
    }

    boolean isPaused() {
        return paused;
    }

    /** {@code activeMs} have passed; what has been silent for {@code idleAfterMs} of them is idle. */
    void pass(long activeMs, long idleAfterMs) {
        if (spoke || paused || spokeAtMs == UNKNOWN) {
            spoke = false;
            spokeAtMs = activeMs;
        }
        idle = activeMs - spokeAtMs >= idleAfterMs;
    }

    /** Whether it holds no time back. An event makes it active at once. */
    boolean isIdle() {
        return idle && !spoke;
    }

    void lift(long to) {
        floor = Math.max(floor, to);
    }

    long highest() {
        return highest;
    }

    /** {@link Long#MIN_VALUE} if it has none. */
    long watermark() {
        return highest == Long.MIN_VALUE
                ? floor
                : Math.max(floor, BoundedOutOfOrderness.behind(highest, outOfOrdernessMs));
    }

    /** The watermark if it is higher than at the last call, else {@link Long#MIN_VALUE}. */
    long risen() {
        long watermark = watermark();
        if (watermark <= emitted) {
            return Long.MIN_VALUE;
        }
        emitted = watermark;
        return watermark;
    }
}
