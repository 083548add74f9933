package io.tidemark.event;

import org.jspecify.annotations.Nullable;

/**
 * What became of one raw record: an event, a rejection, or (both null) a record that is to be skipped, such as a blank
 * line of a file.
 *
 * @param event the event, or null
 * @param rejected why there is no event, or null
 */
public record Decoded(@Nullable Event event, @Nullable SideRecord rejected) {
    /** A record without content. */
    public static final Decoded SKIPPED = new Decoded(null, null);

    /** An accepted event. */
    public static Decoded accepted(Event event) {
        return new Decoded(event, null);
    }

    /** A rejected record. */
    public static Decoded rejected(SideRecord record) {
        return new Decoded(null, record);
    }
}
