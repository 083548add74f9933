package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.RawRecord;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** One input of a replay: recorded files, files as they stand, or generated requests. */
public final class ReplayInput implements Serializable {
    private static final long serialVersionUID = 1;

    /** A recorded line holds a value of up to {@code maxBytes} with escapes, beside key and headers. */
    private static final int ESCAPES = 8;

    private static final int ENVELOPE = 1 << 16;

    private final Cursor.Opener<Decoded> opener;
    private final TypeInformation<Decoded> type;

    private ReplayInput(Cursor.Opener<Decoded> opener, TypeInformation<Decoded> type) {
        this.opener = opener;
        this.type = type;
    }

    /**
     * Recorded files, one record a line.
     *
     * @param path a file, a folder or a glob; {@code .gz} too
     * @param parser makes a record of a line, such as one with {@code $value}
     * @param maxBytes the largest value that is decoded
     * @param type serializes what the decoder makes
     */
    public static ReplayInput recorded(
            String path, LineParser parser, int maxBytes, RecordDecoder decoder, TypeInformation<Decoded> type) {
        int limit = (int) Math.min((long) ESCAPES * maxBytes + ENVELOPE, Integer.MAX_VALUE - ENVELOPE);
        return new ReplayInput(FileLineSource.opener(new FileLines(path, false, limit, parser), decoder), type);
    }

    /** The files of a {@code files} source, read as they stand and not followed. */
    public static ReplayInput files(String path, int maxBytes, RecordDecoder decoder, TypeInformation<Decoded> type) {
        return new ReplayInput(
                FileLineSource.opener(new FileLines(path, false, maxBytes, LineParser.PLAIN), decoder), type);
    }

    /** The first {@code count} requests of {@code generator}. */
    public static ReplayInput generated(EventGenerator generator, long count, TypeInformation<Decoded> type) {
        return new ReplayInput(GeneratorSource.opener(generator, count, false), type);
    }

    /** Records that are given one by one. */
    public static ReplayInput given(List<RawRecord> records, RecordDecoder decoder, TypeInformation<Decoded> type) {
        List<RawRecord> copy = List.copyOf(records);
        return new ReplayInput(position -> new GivenRecords(copy, decoder, position), type);
    }

    /** For tests: what {@code opener} opens. */
    static ReplayInput of(Cursor.Opener<Decoded> opener, TypeInformation<Decoded> type) {
        return new ReplayInput(opener, type);
    }

    Cursor.Opener<Decoded> opener() {
        return opener;
    }

    TypeInformation<Decoded> type() {
        return type;
    }
}
