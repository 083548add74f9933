package io.tidemark.job;

import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.event.OutputRecord;
import io.tidemark.event.ReplayRow;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import java.io.Serializable;

/**
 * What a sink needs to know of a row beside its JSON: its time, and its place in the order of a replay.
 *
 * @param <T> the kind of row
 */
interface RowKind<T> extends Serializable {
    /** The row's time for a message, milliseconds since the epoch; {@link OutputRecord#NOW} if it has none. */
    long time(T row);

    /** Fills in what the order of a replay depends on, but for node and key. */
    void order(T row, ReplayRow out);

    /** Events are due at their own time. */
    record Events() implements RowKind<Event> {
        @Override
        public long time(Event event) {
            return event.time();
        }

        @Override
        public void order(Event event, ReplayRow out) {
            out.due = event.time();
            out.position = event.position();
        }
    }

    /** Results know when they were due. */
    record Results() implements RowKind<WindowResult> {
        @Override
        public long time(WindowResult result) {
            return result.endMs() - 1;
        }

        @Override
        public void order(WindowResult result, ReplayRow out) {
            out.due = result.dueTime();
            out.start = result.startMs();
            out.end = result.endMs();
            out.revision = result.revision();
        }
    }

    /** Alerts are due when they were decided, in event time. */
    record Alerts() implements RowKind<Alert> {
        @Override
        public long time(Alert alert) {
            return alert.at();
        }

        @Override
        public void order(Alert alert, ReplayRow out) {
            out.due = alert.at();
            out.start = alert.since();
            out.end = alert.at();
            out.position = alert.position();
        }
    }

    /** Late and rejected records are due when the reader had reached them, failed ones at their own time. */
    record Sides() implements RowKind<SideRecord> {
        @Override
        public long time(SideRecord record) {
            return record.eventTime() == null ? OutputRecord.NOW : record.eventTime();
        }

        @Override
        public void order(SideRecord record, ReplayRow out) {
            Long eventTime = record.eventTime();
            boolean failed = record.reason().equals(SideRecord.FAILED);
            out.due = failed && eventTime != null ? eventTime : record.readTime();
            out.position = record.position();
        }
    }
}
