package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line of a recorded file. A line that is an object with {@code $value} or {@code $value_base64} is a recorded
 * record: {@code $value} is its value (text as it is; other JSON as its JSON text; null a tombstone), beside it
 * {@code $key} (likewise), {@code $partition}, {@code $timestamp} (milliseconds or ISO-8601) and {@code $headers} (an
 * object). Any other line is a value without key, time and headers; so is one whose members are not of these types.
 */
public final class RecordedLine {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final TimestampReader TIMES = new TimestampReader(TimeUnit.MILLISECONDS, null, null);
    private static final byte[] MARK = "\"$value".getBytes(StandardCharsets.US_ASCII);

    private final byte[] line;
    private boolean hasValue;
    private byte @Nullable [] value;
    private byte @Nullable [] key;
    private @Nullable Long timestamp;
    private int partition;
    private final Map<String, byte[]> headers = new HashMap<>();

    private RecordedLine(byte[] line, int partition) {
        this.line = line;
        this.partition = partition;
    }

    /**
     * The record of {@code line}.
     *
     * @param line the line's bytes, without its end; not copied
     * @param origin where it was read; a recorded partition is put in
     */
    public static RawRecord parse(byte[] line, Origin origin) {
        // Most lines are plain values; those need not be parsed twice.
        if (contains(line, MARK)) {
            try {
                RecordedLine recorded = new RecordedLine(line, origin.partition());
                recorded.read();
                if (recorded.hasValue) {
                    return recorded.record(origin);
                }
            } catch (IOException | IllegalArgumentException e) {
                // A bad line is a value that its decoder rejects.
            }
        }
        return new RawRecord(line, null, null, Map.of(), origin);
    }

    private RawRecord record(Origin origin) {
        Origin from = new Origin(origin.topic(), partition, origin.file(), origin.offset());
        return new RawRecord(value, key, timestamp, headers.isEmpty() ? Map.of() : headers, from);
    }

    private void read() throws IOException {
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            String name = parser.nextFieldName();
            while (name != null) {
                parser.nextToken();
                readMember(name, parser);
                name = parser.nextFieldName();
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("trailing data");
            }
        }
    }

    private void readMember(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "$value" -> {
                hasValue = true;
                value = bytes(parser);
            }
            case "$value_base64" -> {
                hasValue = true;
                value = isNull(parser) ? null : Base64.getDecoder().decode(parser.getText());
            }
            case "$key" -> key = bytes(parser);
            case "$partition" -> partition = isNull(parser) ? partition : parser.getIntValue();
            case "$timestamp" -> timestamp = time(parser);
            case "$headers" -> readHeaders(parser);
            default -> parser.skipChildren();
        }
    }

    private static boolean isNull(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    private byte @Nullable [] bytes(JsonParser parser) throws IOException {
        if (isNull(parser)) {
            return null;
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getText().getBytes(StandardCharsets.UTF_8);
        }
        // The very text, so that a recorded record is rejected or read just as the first time.
        int start = (int) parser.currentTokenLocation().getByteOffset();
        if (parser.currentToken().isScalarValue()) {
            return parser.getText().getBytes(StandardCharsets.UTF_8);
        }
        parser.skipChildren();
        return Arrays.copyOfRange(line, start, (int) parser.currentLocation().getByteOffset());
    }

    private static @Nullable Long time(JsonParser parser) throws IOException {
        if (isNull(parser)) {
            return null;
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        char[] text = parser.getText().toCharArray();
        long time = TIMES.fromText(text, 0, text.length, null);
        if (parser.currentToken() != JsonToken.VALUE_STRING || time == TimestampReader.INVALID) {
            throw new IllegalArgumentException("$timestamp");
        }
        return time;
    }

    private void readHeaders(JsonParser parser) throws IOException {
        if (isNull(parser)) {
            return;
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("$headers");
        }
        String name = parser.nextFieldName();
        while (name != null) {
            parser.nextToken();
            byte[] header = bytes(parser);
            if (header != null) {
                headers.put(name, header);
            }
            name = parser.nextFieldName();
        }
    }

    private static boolean contains(byte[] text, byte[] part) {
        for (int i = 0; i <= text.length - part.length; i++) {
            int j = 0;
            while (j < part.length && text[i + j] == part[j]) {
                j++;
            }
            if (j == part.length) {
                return true;
            }
        }
        return false;
    }
}
