package io.tidemark.job;

import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import org.apache.flink.streaming.api.datastream.DataStream;

/** What a {@code from} of the file can name, once composed. */
sealed interface NodeStream {
    /** The name that {@code from} uses, such as {@code latency.late}. */
    String name();

    /** Accepted events of a source. */
    record Events(String name, Schema schema, DataStream<Event> stream) implements NodeStream {}

    /** Rows of a window. */
    record Results(WindowSpec window, ResultSchema schema, DataStream<WindowResult> stream) implements NodeStream {
        @Override
        public String name() {
            return window.name();
        }
    }

    /** Alerts. */
    record Alerts(String name, Schema key, DataStream<Alert> stream) implements NodeStream {}

    /** A side output. */
    record Sides(String name, DataStream<SideRecord> stream) implements NodeStream {}
}
