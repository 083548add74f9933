package io.tidemark.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a field's value is found: in the record's value or key, or in what the broker knows of the record.
 *
 * @param kind which part of the record
 * @param tokens the unescaped tokens of the JSON Pointer into it (RFC 6901); none for the whole
 * @param header the name, for a header
 */
record FieldPath(Kind kind, List<String> tokens, String header) {
    private static final String HEADERS = "$headers.";

    enum Kind {
        /** A place in the value's JSON. */
        VALUE,
        /** A place in the key's JSON. */
        KEY_MEMBER,
        /** The key as text. */
        KEY,
        /** The record's own time. */
        TIMESTAMP,
        /** The topic. */
        TOPIC,
        /** The partition. */
        PARTITION,
        /** The offset; the line of a file. */
        OFFSET,
        /** A header as text. */
        HEADER,
        /** The value as text. */
        RAW
    }

    /**
     * The path of {@code field}.
     *
     * @throws IllegalArgumentException if its text is not a path
     */
    static FieldPath of(DecodedField field) {
        String path = field.path();
        if (path == null) {
            return new FieldPath(Kind.VALUE, List.of(field.name()), "");
        }
        if (path.startsWith(HEADERS) && path.length() > HEADERS.length()) {
            return new FieldPath(Kind.HEADER, List.of(), path.substring(HEADERS.length()));
        }
        if (path.startsWith("$key/")) {
            return new FieldPath(Kind.KEY_MEMBER, pointer(path.substring("$key".length())), "");
        }
        if (path.isEmpty() || path.startsWith("/")) {
            return new FieldPath(Kind.VALUE, pointer(path), "");
        }
        Kind kind = switch (path) {
            case "$key" -> Kind.KEY;
            case "$timestamp" -> Kind.TIMESTAMP;
            case "$topic" -> Kind.TOPIC;
            case "$partition" -> Kind.PARTITION;
            case "$offset" -> Kind.OFFSET;
            case "$value" -> Kind.RAW;
            default ->
                throw new IllegalArgumentException("path '" + path + "' of field '" + field.name()
                        + "' is no path; it is a JSON Pointer such as /user/id, $key, $key/POINTER, $timestamp,"
                        + " $topic, $partition, $offset, $headers.NAME or $value");
        };
        return new FieldPath(kind, List.of(), "");
    }

    private static List<String> pointer(String text) {
        List<String> tokens = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('/', start + 1);
            end = end < 0 ? text.length() : end;
            tokens.add(text.substring(start + 1, end).replace("~1", "/").replace("~0", "~"));
            start = end;
        }
        return tokens;
    }
}
