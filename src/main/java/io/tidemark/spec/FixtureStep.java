package io.tidemark.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happens to the pipeline of a {@link FixtureSpec}. */
public sealed interface FixtureStep {
    /**
     * A record arrives.
     *
     * @param source the source's name
     * @param value a text as it is, anything else as its JSON; null is a tombstone
     * @param key likewise, or null for none
     * @param partition its partition, 0 or more
     * @param timestamp its own time, or null for none
     * @param headers by name, values as {@code value}
     */
    record Given(
            String source,
            @Nullable Object value,
            @Nullable Object key,
            int partition,
            @Nullable Instant timestamp,
            Map<String, Object> headers)
            implements FixtureStep {}

    /**
     * Event time passes for all sources.
     *
     * @param time the time that is reached
     */
    record TimePasses(Instant time) implements FixtureStep {}

    /**
     * The wall clock passes while the partition of the last record goes on speaking.
     *
     * @param duration for how long
     */
    record Wait(Duration duration) implements FixtureStep {}

    /**
     * The wall clock passes and nothing at all arrives.
     *
     * @param duration for how long
     */
    record Silence(Duration duration) implements FixtureStep {}

    /** A checkpoint is taken. */
    record Checkpoint() implements FixtureStep {}

    /** The job starts again from the last checkpoint. */
    record Restore() implements FixtureStep {}
}
