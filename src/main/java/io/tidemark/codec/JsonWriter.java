package io.tidemark.codec;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON as UTF-8 into a buffer that is used again. Doubles in the shortest form that reads back the same
 * (by Jackson's algorithm, since Java 17 and 25 differ), decimals with all digits and no exponent. What UTF-8 cannot
 * hold, half a surrogate pair, is written as an escape.
 */
final class JsonWriter {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long DAY_MS = 86_400_000L;
    private static final long MIN_FOUR_DIGIT_MS = -62_167_219_200_000L;
    private static final long MAX_FOUR_DIGIT_MS = 253_402_300_799_999L;

    private final TimeFormat times;
    private byte[] buffer = new byte[512];
    private int length;

    JsonWriter(TimeFormat times) {
        this.times = times;
    }

    /** What has been written since the last call. */
    byte[] take() {
        byte[] bytes = Arrays.copyOf(buffer, length);
        length = 0;
        return bytes;
    }

    private void reserve(int more) {
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }

    /** Writes bytes that are JSON already. */
    JsonWriter raw(byte[] json) {
        reserve(json.length);
        System.arraycopy(json, 0, buffer, length, json.length);
        length += json.length;
        return this;
    }

    /** Writes ASCII that is JSON already. */
    JsonWriter raw(String json) {
        reserve(json.length());
        for (int i = 0; i < json.length(); i++) {
            buffer[length++] = (byte) json.charAt(i);
        }
        return this;
    }

    /** Writes a member's name with its colon, and a comma in front unless it is the first. */
    JsonWriter name(String name, boolean first) {
        if (!first) {
            raw(",");
        }
        return text(name).raw(":");
    }

    /** Writes a value of {@code type}. */
    JsonWriter value(@Nullable Object value, FieldType type) {
        if (type == FieldType.TIMESTAMP && value instanceof Long time) {
            return time(time);
        }
        return value(value);
    }

    /** Writes a value whose class tells what it is; a timestamp that is no {@link Instant} would be a number. */
    JsonWriter value(@Nullable Object value) {
        if (value == null) {
            return raw("null");
        } else if (value instanceof String text) {
            return text(text);
        } else if (value instanceof Double number) {
            return raw(NumberOutput.toString(number, true));
        } else if (value instanceof BigDecimal number) {
            return raw(number.toPlainString());
        } else if (value instanceof Long || value instanceof Boolean) {
            return raw(value.toString());
        } else if (value instanceof Instant time) {
            return time(time.toEpochMilli());
        } else if (value instanceof List<?> list) {
            return list(list);
        } else if (value instanceof Map<?, ?> map) {
            return map(map);
        }
        throw new IllegalArgumentException(
                "no field type has values of " + value.getClass().getName());
    }

    private JsonWriter list(List<?> list) {
        raw("[");
        boolean first = true;
        for (Object element : list) {
            if (!first) {
                raw(",");
            }
            value(element);
            first = false;
        }
        return raw("]");
    }

    private JsonWriter map(Map<?, ?> map) {
        raw("{");
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            name((String) entry.getKey(), first).value(entry.getValue());
            first = false;
        }
        return raw("}");
    }

    /** Writes milliseconds since the epoch as a time. */
    JsonWriter time(long millis) {
        if (times == TimeFormat.EPOCH_MS) {
            return raw(Long.toString(millis));
        }
        return raw("\"").iso(millis).raw("\"");
    }

    /** Writes ISO-8601 without quotes around it. */
    private JsonWriter iso(long millis) {
        if (millis < MIN_FOUR_DIGIT_MS || millis > MAX_FOUR_DIGIT_MS) {
            return raw(Instant.ofEpochMilli(millis).toString());
        }
        reserve(24);
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(millis, DAY_MS));
        int ofDay = (int) Math.floorMod(millis, DAY_MS);
        two(date.getYear() / 100).two(date.getYear() % 100).ascii('-');
        two(date.getMonthValue()).ascii('-').two(date.getDayOfMonth()).ascii('T');
        two(ofDay / 3_600_000).ascii(':').two(ofDay / 60_000 % 60).ascii(':').two(ofDay / 1000 % 60);
        int fraction = ofDay % 1000;
        if (fraction != 0) {
            ascii('.').ascii((char) ('0' + fraction / 100)).two(fraction % 100);
        }
        return ascii('Z');
    }

    private JsonWriter two(int number) {
        buffer[length++] = (byte) ('0' + number / 10);
        buffer[length++] = (byte) ('0' + number % 10);
        return this;
    }

    private JsonWriter ascii(char c) {
        buffer[length++] = (byte) c;
        return this;
    }

    /** Writes a string with its quotes. */
    JsonWriter text(String text) {
        reserve(text.length() * 6 + 2);
        buffer[length++] = '"';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7F && c != '"' && c != '\\') {
                buffer[length++] = (byte) c;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                pair(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                special(c);
            }
        }
        buffer[length++] = '"';
        return this;
    }

    private void special(char c) {
        switch (c) {
            case '"', '\\' -> escape(c);
            case '\n' -> escape('n');
            case '\r' -> escape('r');
            case '\t' -> escape('t');
            default -> {
                if (c < ' ' || c == 0x7F || Character.isSurrogate(c)) {
                    escape('u');
                    for (int shift = 12; shift >= 0; shift -= 4) {
                        buffer[length++] = HEX[c >> shift & 0xF];
                    }
                } else if (c < 0x800) {
                    buffer[length++] = (byte) (0xC0 | c >> 6);
                    buffer[length++] = (byte) (0x80 | c & 0x3F);
                } else {
                    buffer[length++] = (byte) (0xE0 | c >> 12);
                    buffer[length++] = (byte) (0x80 | c >> 6 & 0x3F);
                    buffer[length++] = (byte) (0x80 | c & 0x3F);
                }
            }
        }
    }

    private void escape(char c) {
        buffer[length++] = '\\';
        buffer[length++] = (byte) c;
    }

    private void pair(int codePoint) {
        buffer[length++] = (byte) (0xF0 | codePoint >> 18);
        buffer[length++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
        buffer[length++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        buffer[length++] = (byte) (0x80 | codePoint & 0x3F);
    }
}
