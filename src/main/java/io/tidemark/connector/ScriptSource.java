package io.tidemark.connector;

import io.tidemark.event.Decoded;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;

/**
 * Records, time and restarts in a given order, by one reader. Records are stamped as those of a {@link ReplaySource} are.
 * Its state is the number of steps taken.
 */
public final class ScriptSource {
    private ScriptSource() {}

    /**
     * A bounded source of the records of {@code steps}.
     *
     * @param types of the inputs' decoded records
     * @param gate the token of the {@link ScriptGate} at snapshots and restarts
     */
    public static Source<ReplayRecord, ?, ?> create(
            List<ScriptStep> steps, List<TypeInformation<Decoded>> types, String gate) {
        List<ScriptStep> copy = List.copyOf(steps);
        return new SingleSplitSource<>(
                position -> new ScriptCursor(copy, gate, position),
                Boundedness.BOUNDED,
                new ReplayRecordTypeInfo(types));
    }
}
