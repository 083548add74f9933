package io.tidemark.event;

import java.util.Locale;

/** Why a window's row came out. */
public enum Pane {
    /** Before the watermark had passed the window's end. */
    EARLY,
    /** When the watermark passed the window's end. */
    ON_TIME,
    /** For a late event, before the window closed. */
    LATE,
    /** When the window closed. */
    FINAL,
    /** A row already sent no longer holds. */
    WITHDRAWN;

    /** The word of the output, such as {@code "on-time"}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
