package io.tidemark.job;

import io.tidemark.codec.AlertEncoder;
import io.tidemark.codec.EventEncoder;
import io.tidemark.codec.KeyEncoder;
import io.tidemark.codec.KeyFormat;
import io.tidemark.codec.RowEncoder;
import io.tidemark.codec.SideRecordEncoder;
import io.tidemark.codec.TimeFormat;
import io.tidemark.codec.WindowResultEncoder;
import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.event.OutputRecord;
import io.tidemark.event.ReplayRow;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.SinkSpec;
import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** The rows of one node to what one sink writes. */
final class EncodeStage {
    private final Uids uids;
    private final SinkSpec sink;
    private final NodeStream node;
    private final TimeFormat times;

    private EncodeStage(Uids uids, SinkSpec sink, NodeStream node) {
        this.uids = uids;
        this.sink = sink;
        this.node = node;
        this.times = sink.times() == SinkSpec.Times.ISO ? TimeFormat.ISO : TimeFormat.EPOCH_MS;
    }

    /** The rows of {@code node} as messages of {@code sink}. */
    static DataStream<OutputRecord> encode(Uids uids, SinkSpec sink, NodeStream node) {
        KeyFormat format = sink.keyFormat() == SinkSpec.KeyFormat.JSON ? KeyFormat.JSON : KeyFormat.STRING;
        EncodeStage stage = new EncodeStage(uids, sink, node);
        return stage.rows(OutputRecord.class, sink.key(), format, new Target<>() {
            @Override
            public <T> MapFunction<T, OutputRecord> of(RowEncoder<T> encoder, KeyEncoder<T> keys, RowKind<T> kind) {
                return new OutputFunction<>(encoder, keys, kind, sink.timestamp() == SinkSpec.Timestamp.NOW);
            }
        });
    }

    /** The rows of {@code node} as a replay sorts them into the file of {@code sink}. */
    static DataStream<ReplayRow> replayed(Uids uids, SinkSpec sink, NodeStream node) {
        EncodeStage stage = new EncodeStage(uids, sink, node);
        return stage.rows(ReplayRow.class, null, KeyFormat.JSON, new Target<>() {
            @Override
            public <T> MapFunction<T, ReplayRow> of(RowEncoder<T> encoder, KeyEncoder<T> keys, RowKind<T> kind) {
                return new ReplayFunction<>(node.name(), encoder, keys, kind);
            }
        });
    }

    /** One stream of all of {@code streams}, of which there is at least one. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    static <T> DataStream<T> union(List<DataStream<T>> streams) {
        DataStream<T> first = streams.get(0);
        return streams.size() == 1
                ? first
                : first.union(streams.subList(1, streams.size()).toArray(new DataStream[0]));
    }

    /** Makes the function that encodes one kind of row. */
    private interface Target<O> {
        <T> MapFunction<T, O> of(RowEncoder<T> encoder, KeyEncoder<T> keys, RowKind<T> kind);
    }

    private <O> DataStream<O> rows(Class<O> type, @Nullable List<String> key, KeyFormat format, Target<O> target) {
        if (node instanceof NodeStream.Events events) {
            KeyEncoder<Event> keys =
                    key == null ? KeyEncoder.ofEvents() : KeyEncoder.ofEvents(events.schema(), key, format, times);
            return map(
                    events.stream(),
                    type,
                    target.of(new EventEncoder(events.schema(), times), keys, new RowKind.Events()));
        }
        if (node instanceof NodeStream.Results results) {
            KeyEncoder<WindowResult> keys = key == null
                    ? KeyEncoder.ofResults(results.schema(), format, times)
                    : KeyEncoder.ofResults(results.schema(), key, format, times);
            return map(
                    results.stream(),
                    type,
                    target.of(new WindowResultEncoder(results.schema(), times), keys, new RowKind.Results()));
        }
        if (node instanceof NodeStream.Alerts alerts) {
            KeyEncoder<Alert> keys = key == null
                    ? KeyEncoder.ofAlerts(alerts.key(), format, times)
                    : KeyEncoder.ofAlerts(alerts.key(), key, format, times);
            return map(alerts.stream(), type, target.of(new AlertEncoder(times), keys, new RowKind.Alerts()));
        }
        KeyEncoder<SideRecord> keys =
                key == null ? KeyEncoder.ofSideRecords() : KeyEncoder.ofSideRecords(key, format, times);
        return map(
                ((NodeStream.Sides) node).stream(),
                type,
                target.of(new SideRecordEncoder(times), keys, new RowKind.Sides()));
    }

    private <T, O> DataStream<O> map(DataStream<T> stream, Class<O> type, MapFunction<T, O> function) {
        return Parallel.alike(stream.map(function, TypeInformation.of(type)), stream)
                .name(sink.name() + ": encode " + node.name())
                .uid(uids.encode(sink.name(), node.name()));
    }
}
