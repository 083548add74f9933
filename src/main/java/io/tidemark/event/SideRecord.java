package io.tidemark.event;

import org.jspecify.annotations.Nullable;

/**
 * A record that left the main way: rejected, late or failed, with its reason. Exactly one of {@code event} and
 * {@code payload} is set, save for a null Kafka value, where both are null.
 *
 * @param node the source or stage that put it out
 * @param reason one of the reasons of the reference, such as {@code malformed} or {@code late}
 * @param detail one sentence for a person
 * @param eventTime event time in milliseconds since the epoch, or null if unknown
 * @param watermark the watermark that it was behind, in milliseconds since the epoch; null unless late
 * @param origin where the record was read, or null
 * @param event the decoded fields, or null
 * @param payload the raw record, or null
 * @param recordKey the source record's own key, or null
 * @param position see {@link Event#position()}
 * @param readTime see {@link Event#readTime()}
 */
@SuppressWarnings("ArrayRecordComponent") // travels between operators, never compared
public record SideRecord(
        String node,
        String reason,
        String detail,
        @Nullable Long eventTime,
        @Nullable Long watermark,
        @Nullable Origin origin,
        @Nullable NamedValues event,
        byte @Nullable [] payload,
        byte @Nullable [] recordKey,
        long position,
        long readTime) {
    /** The {@link #reason} of an event that came after all its windows had closed. */
    public static final String LATE = "late";

    /** The {@link #reason} of an event or a result for which an expression failed. */
    public static final String FAILED = "failed";

    /** A record that could not become an event. */
    public static SideRecord rejected(
            String node,
            String reason,
            String detail,
            @Nullable Origin origin,
            byte @Nullable [] payload,
            byte @Nullable [] recordKey) {
        return new SideRecord(
                node, reason, detail, null, null, origin, null, payload, recordKey, 0, Event.NOT_REPLAYED);
    }

    /** An event that left the main way at {@code node}. */
    public static SideRecord of(
            String node, String reason, String detail, Event event, Schema schema, @Nullable Long watermark) {
        return new SideRecord(
                node,
                reason,
                detail,
                event.time(),
                watermark,
                event.origin(),
                NamedValues.of(schema, event),
                null,
                event.recordKey(),
                event.position(),
                event.readTime());
    }

    /** This record as read by a replay: as its {@code position}-th, when the reader had reached {@code readTime}. */
    public SideRecord replayed(long position, long readTime) {
        return new SideRecord(
                node, reason, detail, eventTime, watermark, origin, event, payload, recordKey, position, readTime);
    }
}
