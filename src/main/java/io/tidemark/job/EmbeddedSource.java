package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.time.EventTimeStrategy;
import java.io.Serializable;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** A stream of the embedding program's own type as a source. */
public final class EmbeddedSource {
    private EmbeddedSource() {}

    /** The program's object to an event or a rejection; never throws for what is wrong with the object. */
    public interface Decode<T> extends Serializable {
        /** Decodes one object. */
        Decoded decode(T object);
    }

    /**
     * What the source puts out.
     *
     * @param accepted the events
     * @param rejected the objects that made none
     */
    public record Outputs(DataStream<Event> accepted, DataStream<SideRecord> rejected) {}

    /**
     * Decodes {@code objects}.
     *
     * @param node the name of what reads them, which is also the pipeline's
     * @param watermark how time moves, or null if {@code objects} bring their own watermarks
     */
    public static <T> Outputs decode(
            String node, DataStream<T> objects, Decode<T> decode, Schema schema, @Nullable WatermarkSpec watermark) {
        MapFunction<T, Decoded> function = decode::decode;
        Uids uids = new Uids(node);
        DataStream<Decoded> decoded = Parallel.alike(objects.map(function, new DecodedTypeInfo(schema)), objects)
                .name(node + ": read")
                .uid(uids.source(node));
        if (watermark != null) {
            decoded = Parallel.alike(
                            decoded.assignTimestampsAndWatermarks(
                                    new EventTimeStrategy(watermark.outOfOrderness(), watermark.idleAfter())),
                            objects)
                    .name(node + ": time")
                    .uid(uids.time(node));
        }
        SourceStage.Outputs routed = SourceStage.route(uids, node, schema, decoded);
        return new Outputs(routed.accepted(), routed.rejected());
    }
}
