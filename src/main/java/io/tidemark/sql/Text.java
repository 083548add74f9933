package io.tidemark.sql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Text operations that count characters as code points, from 1, and bound the length of what they make. */
final class Text {
    /** The longest text that an expression may make, in UTF-16 units. */
    static final int MAX_LENGTH = 1 << 20;

    private Text() {}

    static String bounded(String text) {
        checkLength(text.length());
        return text;
    }

    static void checkLength(long length) {
        if (length > MAX_LENGTH) {
            throw new EvaluationException("a text of more than " + MAX_LENGTH + " characters");
        }
    }

    static long length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The characters from {@code from} up to but without {@code to}, counted from 1, as far as there are any. */
    private static String between(String text, long from, long to) {
        long length = length(text);
        int start = (int) (Math.max(1, Math.min(from, length + 1)) - 1);
        int end = (int) (Math.max(start + 1L, Math.min(to, length + 1)) - 1);
        int begin = text.offsetByCodePoints(0, start);
        return text.substring(begin, text.offsetByCodePoints(begin, end - start));
    }

    static String from(String text, long from) {
        return between(text, from, Long.MAX_VALUE);
    }

    /** As SQL has it: places before the first count, so that {@code substring('abc', 0, 2)} is {@code 'a'}. */
    static String substring(String text, long from, long count) {
        if (count < 0) {
            throw new EvaluationException("SUBSTRING with a negative length: " + count);
        }
        long end = from > Long.MAX_VALUE - count ? Long.MAX_VALUE : from + count;
        return between(text, from, end);
    }

    static String left(String text, long count) {
        return between(text, 1, count < 0 ? 1 : count == Long.MAX_VALUE ? count : count + 1);
    }

    static String right(String text, long count) {
        return count <= 0 ? "" : between(text, length(text) - Math.min(count, length(text)) + 1, Long.MAX_VALUE);
    }

    /** The place of {@code part}, from 1, not before {@code from}; 0 if there is none. */
    static long position(String part, String text, long from) {
        long length = length(text);
        if (from < 1 || from > length + 1) {
            return 0;
        }
        int index = text.indexOf(part, text.offsetByCodePoints(0, (int) from - 1));
        return index < 0 ? 0 : text.codePointCount(0, index) + 1L;
    }

    static String padded(String text, long count, String pad, boolean left) {
        checkLength(count);
        long missing = count - length(text);
        if (missing <= 0 || pad.isEmpty()) {
            return left(text, count);
        }
        StringBuilder filling = new StringBuilder();
        int[] points = pad.codePoints().toArray();
        for (int i = 0; i < missing; i++) {
            filling.appendCodePoint(points[i % points.length]);
        }
        return left ? filling + text : text + filling;
    }

    static String repeated(String text, long count) {
        if (count <= 0 || text.isEmpty()) {
            return "";
        }
        checkLength(count > MAX_LENGTH ? count : count * text.length());
        return text.repeat((int) count);
    }

    static String replaced(String text, String part, String by) {
        if (part.isEmpty()) {
            return text;
        }
        long found = 0;
        for (int i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + part.length())) {
            found++;
        }
        checkLength(text.length() + found * (by.length() - part.length()));
        return text.replace(part, by);
    }

    /** {@code count} characters from {@code from} replaced by {@code by}. */
    static String overlaid(String text, String by, long from, long count) {
        if (from < 1 || count < 0) {
            throw new EvaluationException("OVERLAY from " + from + " for " + count);
        }
        long rest = from > Long.MAX_VALUE - count ? Long.MAX_VALUE : from + count;
        return bounded(between(text, 1, from) + by + from(text, rest));
    }

    /** The {@code index}-th part between {@code delimiter}s, from 1; empty if there is none. */
    static String part(String text, String delimiter, long index) {
        if (index < 1) {
            throw new EvaluationException("SPLIT_PART counts from 1, not " + index);
        }
        if (delimiter.isEmpty()) {
            return index == 1 ? text : "";
        }
        int start = 0;
        for (long i = 1; i < index; i++) {
            int end = text.indexOf(delimiter, start);
            if (end < 0) {
                return "";
            }
            start = end + delimiter.length();
        }
        int end = text.indexOf(delimiter, start);
        return end < 0 ? text.substring(start) : text.substring(start, end);
    }

    /** Each character of {@code from} becomes that of {@code to} at its place, or is dropped if there is none. */
    static String translated(String text, String from, String to) {
        int[] sources = from.codePoints().toArray();
        int[] targets = to.codePoints().toArray();
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            int i = 0;
            while (i < sources.length && sources[i] != point) {
                i++;
            }
            if (i == sources.length) {
                result.appendCodePoint(point);
            } else if (i < targets.length) {
                result.appendCodePoint(targets[i]);
            }
        });
        return result.toString();
    }

    /** Without the characters of {@code set} at the ends asked for. */
    static String trimmed(String text, String set, boolean start, boolean end) {
        int from = 0;
        int to = text.length();
        while (start && from < to && set.indexOf(text.codePointAt(from)) >= 0) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (end && to > from && set.indexOf(text.codePointBefore(to)) >= 0) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    /** The first letter of each word in upper case, the others in lower case. */
    static String capitalized(String text) {
        StringBuilder result = new StringBuilder(text.length());
        boolean inWord = false;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            result.appendCodePoint(inWord ? Character.toLowerCase(point) : Character.toUpperCase(point));
            inWord = Character.isLetterOrDigit(point);
        }
        return result.toString();
    }

    static String character(long point) {
        if (point < 1 || point > Character.MAX_CODE_POINT) {
            throw new EvaluationException("no character has the number " + point);
        }
        return Character.toString((int) point);
    }

    /** Hexadecimal, in lower case, of the UTF-8 bytes. */
    static String hash(String algorithm, String text) {
        try {
            byte[] hash = MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new EvaluationException("no " + algorithm + " here");
        }
    }
}
