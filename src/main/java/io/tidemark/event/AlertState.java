package io.tidemark.event;

import java.util.Locale;

/** What an alert says of its condition. */
public enum AlertState {
    /** It has begun to hold. */
    FIRING,
    /** It holds no more. */
    RESOLVED,
    /** A pattern was found; such an alert is never resolved. */
    MATCHED;

    /** The word for it in an alert's JSON, such as {@code firing}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
