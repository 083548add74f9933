package io.tidemark.time;

import java.util.HashMap;
import java.util.Map;

/**
 * The clock by which silence is measured: it goes on only while something arrives anywhere in the job. A gap in which
 * nothing at all arrives counts once it is over, and only if it was short: during an outage of the broker nobody is
 * silent, whoever returns first.
 *
 * <p>All sources of a job share one, in the JVM where their enumerators live, by the job's token.
 */
final class JobClock {
    /** No source but those that are silent as a whole or have ended. */
    static final long NONE = Long.MAX_VALUE;

    private static final long LONGEST_GAP_MS = 1000;
    private static final Map<String, JobClock> CLOCKS = new HashMap<>();

    private record Published(long least, long heldBack) {}

    private final Map<SourceId, Published> published = new HashMap<>();
    private int users;
    private boolean started;
    private boolean heard;
    private long activeMs;
    private long gapMs;
    private long lastMs;

    JobClock() {}

    /** The clock of the job with {@code token}; to be {@linkplain #leave left} once for each call. */
    static JobClock join(String token) {
        synchronized (CLOCKS) {
            JobClock clock = CLOCKS.computeIfAbsent(token, key -> new JobClock());
            clock.users++;
            return clock;
        }
    }

    /** Gives the clock back. */
    static void leave(String token, JobClock clock) {
        synchronized (CLOCKS) {
            if (--clock.users == 0) {
                CLOCKS.remove(token, clock);
            }
        }
    }

    /** Something has arrived since the last reading. */
    synchronized void heard() {
        heard = true;
    }

    /** How long something has been arriving, in milliseconds; {@code nowMs} is the wall clock's. */
    synchronized long read(long nowMs) {
        long passed = started ? Math.max(0, nowMs - lastMs) : 0;
        started = true;
        lastMs = nowMs;
        if (heard) {
            activeMs += (gapMs <= LONGEST_GAP_MS ? gapMs : 0) + Math.min(passed, LONGEST_GAP_MS);
            gapMs = 0;
            heard = false;
        } else {
            gapMs += passed;
        }
        return activeMs;
    }

    /**
     * How far the partitions of {@code source} are that are not idle.
     *
     * @param least their least watermark, or {@link #NONE}
     * @param heldBack what those may go on from that wait for this source, or {@link #NONE} for none of its own
     */
    synchronized void publish(SourceId source, long least, long heldBack) {
        published.put(source, new Published(least, heldBack));
    }

    /** The least of what the other sources whose time meets that of {@code source} have published, or {@link #NONE}. */
    synchronized long leastOfOthers(SourceId source) {
        return published.entrySet().stream()
                .filter(other -> other.getKey().meets(source))
                .mapToLong(other -> other.getValue().least())
                .min()
                .orElse(NONE);
    }

    /** The least from which those may go on that wait for any source, or {@link #NONE}. */
    synchronized long slowest() {
        return published.values().stream().mapToLong(Published::heldBack).min().orElse(NONE);
    }
}
