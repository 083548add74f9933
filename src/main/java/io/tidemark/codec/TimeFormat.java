package io.tidemark.codec;

/** How times are written. */
public enum TimeFormat {
    /** ISO-8601 in UTC, with milliseconds only where they are not 0: {@code 2026-01-01T00:05:00Z}. */
    ISO,
    /** Milliseconds since the epoch, a number. */
    EPOCH_MS
}
