package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.RawRecord;
import java.io.Serializable;

/** One step of a script: a record that arrives, or something that happens between two. */
public sealed interface ScriptStep extends Serializable {
    /**
     * A record arrives.
     *
     * @param input the index of its input, from 0
     * @param decoder what decodes it, such as with the wall clock of that moment
     * @param record the record
     */
    record Given(int input, RecordDecoder decoder, RawRecord record) implements ScriptStep {
        private static final long serialVersionUID = 1;
    }

    /**
     * Event time passes for all inputs.
     *
     * @param timeMs the time that is reached, milliseconds since the epoch
     */
    record TimeReached(long timeMs) implements ScriptStep {
        private static final long serialVersionUID = 1;
    }

    /**
     * The wall clock passes while the partition of the last record goes on speaking.
     *
     * @param millis for how long
     */
    record Wait(long millis) implements ScriptStep {
        private static final long serialVersionUID = 1;
    }

    /**
     * The wall clock passes while nothing at all arrives.
     *
     * @param millis for how long
     */
    record Silence(long millis) implements ScriptStep {
        private static final long serialVersionUID = 1;
    }

    /** The script waits until a snapshot was taken. */
    record Checkpoint() implements ScriptStep {
        private static final long serialVersionUID = 1;
    }

    /** The script waits until the job was started again from its last snapshot. */
    record Restore() implements ScriptStep {
        private static final long serialVersionUID = 1;
    }
}
