package io.tidemark.connector;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one input in order and knows where it stands. Used by one thread.
 *
 * @param <T> the records
 */
interface Cursor<T> extends Closeable {
    /** The {@link #pauseMs()} of a cursor that has nothing more. */
    long ENDED = -1;

    /** The {@link #timestamp} of a record without one. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** The next record, or null if there is none now; then {@link #pauseMs()} says whether more may come. */
    @Nullable
    T next() throws IOException;

    /** After {@link #next()} gave null: milliseconds until it is worth asking again, or {@link #ENDED}. */
    long pauseMs();

    /** The record's time in milliseconds since the epoch, or {@link #NO_TIMESTAMP}. */
    long timestamp(T record);

    /** Where the cursor stands: all that {@link Opener#open} needs to go on behind the last record given. */
    byte[] position();

    /** Opens a cursor; travels to the reader. */
    @FunctionalInterface
    interface Opener<T> extends Serializable {
        /** Opens the input at {@code position}, or at its beginning if null. */
        Cursor<T> open(byte @Nullable [] position) throws IOException;
    }
}
