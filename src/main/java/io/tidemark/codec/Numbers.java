package io.tidemark.codec;

import java.math.BigDecimal;

/** The limits of numbers in records, and the form of numbers in text. */
final class Numbers {
    /** The most digits of a decimal when written out, before the point and after it each. */
    static final int MAX_DIGITS = 1000;

    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private Numbers() {}

    /** Whether {@code number} written out has at most {@link #MAX_DIGITS} digits on each side of its point. */
    static boolean isModest(BigDecimal number) {
        // 1e1000000000 is a short text and a small object, but a gigabyte when added to or printed.
        long whole = (long) number.precision() - number.scale();
        return number.scale() <= MAX_DIGITS && whole <= MAX_DIGITS;
    }

    /** Whether {@code number} is within the range of a long; only for modest ones. */
    static boolean isLong(BigDecimal number) {
        return number.compareTo(MIN_LONG) >= 0 && number.compareTo(MAX_LONG) <= 0;
    }

    /** Whether {@code text} is digits, with a sign in front and a fraction behind if it likes. */
    static boolean isPlain(String text) {
        return isNumber(text) && text.indexOf('e') < 0 && text.indexOf('E') < 0;
    }

    /**
     * Whether {@code text} is a decimal number as in JSON, of at most {@link #MAX_DIGITS} characters; a plus sign and
     * leading zeros are allowed. Java's own parsers also take 0x1p3, 1d, NaN and blanks.
     */
    static boolean isNumber(String text) {
        int length = text.length();
        int i = length > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int end = digits(text, i);
        boolean good = end > i && length <= MAX_DIGITS;
        i = end;
        if (i < length && text.charAt(i) == '.') {
            end = digits(text, i + 1);
            good &= end > i + 1;
            i = end;
        }
        if (i < length && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            int start = i + 1 < length && (text.charAt(i + 1) == '-' || text.charAt(i + 1) == '+') ? i + 2 : i + 1;
            end = digits(text, start);
            good &= end > start && end - start <= 9;
            i = end;
        }
        return good && i == length;
    }

    private static int digits(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }
}
