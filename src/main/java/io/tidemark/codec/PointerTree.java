package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of JSON that fields are read from, as a tree that is walked along with the parser in one pass; what lies
 * beside is skipped. Of a member that is there twice the last counts, as in Flink's and Kafka's own JSON formats.
 */
final class PointerTree implements Serializable {
    private static final long serialVersionUID = 1;

    private final Map<String, PointerTree> children = new HashMap<>();
    private FieldReader[] readers = new FieldReader[0];
    private int[] slots = new int[0];
    private long visit;

    /** Adds a place: the value at {@code tokens} goes through {@code reader} into {@code slot}. */
    void add(List<String> tokens, FieldReader reader, int slot) {
        if (tokens.isEmpty()) {
            readers = Arrays.copyOf(readers, readers.length + 1);
            slots = Arrays.copyOf(slots, slots.length + 1);
            readers[readers.length - 1] = reader;
            slots[slots.length - 1] = slot;
        } else {
            children.computeIfAbsent(tokens.get(0), name -> new PointerTree())
                    .add(tokens.subList(1, tokens.size()), reader, slot);
        }
    }

    /** Whether nothing is read here or below. */
    boolean isEmpty() {
        return readers.length == 0 && children.isEmpty();
    }

    /** Whether the value here itself is read. */
    boolean isTarget() {
        return readers.length > 0;
    }

    /** Whether something is read from an element of an array here. */
    boolean readsElements() {
        return children.keySet().stream()
                .anyMatch(name -> name.chars().allMatch(Character::isDigit) && !name.isEmpty());
    }

    /**
     * Reads the value that {@code parser} stands at, to its end.
     *
     * @param call a number that is another one for each record
     */
    void read(JsonParser parser, @Nullable Object[] values, @Nullable Long recordTime, long call) throws IOException {
        JsonToken token = parser.currentToken();
        boolean isContainer = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
        if (readers.length > 0) {
            if (isContainer && (readers.length > 1 || !children.isEmpty())) {
                readRepeatedly(parser, values, recordTime, call);
            } else {
                for (int i = 0; i < readers.length; i++) {
                    values[slots[i]] = readers[i].read(parser, recordTime);
                }
            }
        } else if (isContainer) {
            readBelow(parser, values, recordTime, call);
        }
    }

    // A list that two fields read, or one with a field inside it; rare, so the tokens are simply kept.
    private void readRepeatedly(JsonParser parser, @Nullable Object[] values, @Nullable Long recordTime, long call)
            throws IOException {
        try (TokenBuffer tokens = new TokenBuffer(parser)) {
            tokens.forceUseOfBigDecimal(true).copyCurrentStructure(parser);
            for (int i = 0; i < readers.length; i++) {
                try (JsonParser copy = tokens.asParser(parser)) {
                    copy.nextToken();
                    values[slots[i]] = readers[i].read(copy, recordTime);
                }
            }
            try (JsonParser copy = tokens.asParser(parser)) {
                copy.nextToken();
                readBelow(copy, values, recordTime, call);
            }
        }
    }

    private void readBelow(JsonParser parser, @Nullable Object[] values, @Nullable Long recordTime, long call)
            throws IOException {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                readChild(
                        children.isEmpty() ? null : children.get(Integer.toString(i)),
                        parser,
                        values,
                        recordTime,
                        call);
            }
            return;
        }
        String name = parser.nextFieldName();
        while (name != null) {
            parser.nextToken();
            readChild(children.get(name), parser, values, recordTime, call);
            name = parser.nextFieldName();
        }
    }

    private static void readChild(
            @Nullable PointerTree child,
            JsonParser parser,
            @Nullable Object[] values,
            @Nullable Long recordTime,
            long call)
            throws IOException {
        if (child == null) {
            parser.skipChildren();
            return;
        }
        if (child.visit == call) {
            child.clear(values);
        }
        child.visit = call;
        child.read(parser, values, recordTime, call);
    }

    private void clear(@Nullable Object[] values) {
        for (int slot : slots) {
            values[slot] = null;
        }
        for (PointerTree child : children.values()) {
            child.clear(values);
        }
    }
}
