package io.tidemark.job;

import io.tidemark.event.Event;
import io.tidemark.event.EventTypeInfo;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.WindowSpec;
import io.tidemark.window.RowEventsOperator;
import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * What an alert reads.
 *
 * @param schema the schema of the events
 * @param window the window whose rows they are, or null
 * @param events the events
 */
public record AlertInput(Schema schema, @Nullable WindowSpec window, DataStream<Event> events) {

    /** The events of a source. */
    static AlertInput of(NodeStream.Events source) {
        return of(source.schema(), source.stream());
    }

    /** Events of {@code schema}. */
    public static AlertInput of(Schema schema, DataStream<Event> events) {
        return new AlertInput(schema, null, events);
    }

    /** The rows that {@code window} puts out, as events, for the node {@code reader}. */
    public static AlertInput of(Uids uids, String reader, WindowSpec window, WindowStage.Outputs outputs) {
        return of(uids, reader, window, outputs.schema(), outputs.results());
    }

    /** The rows of a window as events, for the node {@code reader}; early, late and withdrawn ones are left out. */
    static AlertInput of(Uids uids, String reader, NodeStream.Results rows) {
        return of(uids, reader, rows.window(), rows.schema(), rows.stream());
    }

    /** The rows {@code results} of {@code window} as events; early, late and withdrawn ones are left out. */
    private static AlertInput of(
            Uids uids, String reader, WindowSpec window, ResultSchema rows, DataStream<WindowResult> results) {
        Schema schema = Schemas.rows(rows.key(), rows.aggregates());
        DataStream<Event> events = Parallel.alike(
                        results.transform(
                                reader + ": rows of " + window.name(),
                                new EventTypeInfo(schema),
                                new RowEventsOperator(behind(window).toMillis())),
                        results)
                .uid(uids.rows(reader));
        return new AlertInput(schema, window, events);
    }

    /** How long after its end, in event time, the first row of a window may come out. */
    private static Duration behind(WindowSpec window) {
        if (window.assigner() instanceof WindowSpec.Session session && session.max() != null) {
            // A cut session fires when time has come to the event that cut it, which may have been late.
            return session.gap().plus(window.allowedLateness());
        }
        return window.emit() == WindowSpec.Emit.FINAL ? window.allowedLateness() : Duration.ZERO;
    }

    /** The names of the key fields where the alert names none: the window's. */
    List<String> defaultKey() {
        return window == null ? List.of() : window.key();
    }
}
