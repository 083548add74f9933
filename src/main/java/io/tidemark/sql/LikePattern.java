package io.tidemark.sql;

import java.io.Serializable;
import java.util.Locale;

/** A pattern of LIKE: {@code %} is any text, {@code _} one character (code point). Matches in time linear or, with several {@code %}, at worst quadratic. */
final class LikePattern implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int ANY_TEXT = -1;
    private static final int ANY_ONE = -2;
    /** No escape character. */
    static final int NO_ESCAPE = -1;

    private final int[] pattern;
    private final boolean anyCase;
    /** The text between leading and trailing {@code %}, if there is no other wildcard; else null. */
    private final @org.jspecify.annotations.Nullable String plain;

    private final boolean openStart;
    private final boolean openEnd;

    private LikePattern(int[] pattern, boolean anyCase) {
        this.pattern = pattern;
        this.anyCase = anyCase;
        int from = 0;
        int to = pattern.length;
        while (from < to && pattern[from] == ANY_TEXT) {
            from++;
        }
        while (to > from && pattern[to - 1] == ANY_TEXT) {
            to--;
        }
        this.openStart = from > 0;
        this.openEnd = to < pattern.length || (from == to && openStart);
        this.plain = plain(pattern, from, to);
    }

    private static @org.jspecify.annotations.Nullable String plain(int[] pattern, int from, int to) {
        for (int i = from; i < to; i++) {
            if (pattern[i] < 0) {
                return null;
            }
        }
        return new String(pattern, from, to - from);
    }

    /**
     * Reads a pattern.
     *
     * @param text the pattern
     * @param escape the code point that makes the next character plain, or {@link #NO_ESCAPE}
     * @param anyCase whether letters match in either case
     * @throws EvaluationException if the escape character is not followed by {@code %}, {@code _} or itself
     */
    static LikePattern of(String text, int escape, boolean anyCase) {
        int[] points = folded(text, anyCase).codePoints().toArray();
        int[] pattern = new int[points.length];
        int size = 0;
        for (int i = 0; i < points.length; i++) {
            int point = points[i];
            if (point == escape) {
                i++;
                if (i == points.length || (points[i] != '%' && points[i] != '_' && points[i] != escape)) {
                    throw new EvaluationException("the escape character of LIKE must be followed by %, _ or itself");
                }
                pattern[size++] = points[i];
            } else {
                pattern[size++] = point == '%' ? ANY_TEXT : point == '_' ? ANY_ONE : point;
            }
        }
        return new LikePattern(java.util.Arrays.copyOf(pattern, size), anyCase);
    }

    private static String folded(String text, boolean anyCase) {
        return anyCase ? text.toLowerCase(Locale.ROOT) : text;
    }

    boolean matches(String given) {
        String text = folded(given, anyCase);
        if (plain == null) {
            return glob(text);
        }
        if (openStart) {
            return openEnd ? text.contains(plain) : text.endsWith(plain);
        }
        return openEnd ? text.startsWith(plain) : text.equals(plain);
    }

    /** Goes back to the last {@code %} only, so that no pattern takes exponential time. */
    private boolean glob(String text) {
        int at = 0;
        int next = 0;
        int star = -1;
        int starAt = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (next < pattern.length && (pattern[next] == point || pattern[next] == ANY_ONE)) {
                at += Character.charCount(point);
                next++;
            } else if (next < pattern.length && pattern[next] == ANY_TEXT) {
                star = next++;
                starAt = at;
            } else if (star >= 0) {
                starAt += Character.charCount(text.codePointAt(starAt));
                at = starAt;
                next = star + 1;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == ANY_TEXT) {
            next++;
        }
        return next == pattern.length;
    }
}
