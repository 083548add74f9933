package io.tidemark.sql;

import java.util.Random;

/**
 * Random expressions over {@link SqlOracleTest}'s fields, each as we write it and as Calcite must be asked: there,
 * literals are of narrower types than ours.
 */
final class RandomSql {
    /** One expression in both spellings. */
    record Pair(String ours, String oracle) {
        static Pair same(String text) {
            return new Pair(text, text);
        }
    }

    private final Random random;

    RandomSql(long seed) {
        this.random = new Random(seed);
    }

    private String pick(String... options) {
        return options[random.nextInt(options.length)];
    }

    /** Puts operands in place of {@code $}, the same in both spellings. */
    private static Pair form(String form, Pair... operands) {
        String ours = form;
        String oracle = form;
        for (Pair operand : operands) {
            ours = ours.replaceFirst("\\$", java.util.regex.Matcher.quoteReplacement(operand.ours));
            oracle = oracle.replaceFirst("\\$", java.util.regex.Matcher.quoteReplacement(operand.oracle));
        }
        return new Pair(ours, oracle);
    }

    Pair any(int depth) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> bool(depth);
            case 3 -> longs(depth);
            case 4 -> doubles(depth);
            case 5 -> decimals(depth);
            case 6 -> strings(depth);
            default -> times(depth);
        };
    }

    private Pair bool(int depth) {
        if (depth == 0) {
            return Pair.same(pick("b", "nb", "TRUE", "FALSE", "b"));
        }
        int d = depth - 1;
        String compare =
                pick(" = ", " <> ", " < ", " <= ", " > ", " >= ", " IS DISTINCT FROM ", " IS NOT DISTINCT FROM ");
        String not = pick("", "NOT ");
        return switch (random.nextInt(15)) {
            case 0 -> form("($" + compare + "$)", longs(d), longs(d));
            case 1 -> form("($" + compare + "$)", longs(d), doubles(d));
            case 2 -> form("($" + compare + "$)", doubles(d), doubles(d));
            case 3 -> form("($" + compare + "$)", decimals(d), random.nextBoolean() ? decimals(d) : Pair.same("1.5"));
            case 4 -> form("($" + compare + "$)", strings(d), strings(d));
            case 5 -> form("($" + compare + "$)", times(d), times(d));
            case 6 -> form("($ AND $)", bool(d), bool(d));
            case 7 -> form("($ OR $)", bool(d), bool(d));
            case 8 -> form("(NOT $)", bool(d));
            case 9 -> form("($ IS " + not + pick("TRUE", "FALSE", "UNKNOWN") + ")", bool(d));
            case 10 -> form("($ IS " + not + "NULL)", random.nextBoolean() ? longs(d) : strings(d));
            case 11 -> form("($ " + not + "IN ($, $, 2))", longs(d), longs(d), longs(0));
            case 12 -> form("($ " + not + "BETWEEN $ AND $)", longs(d), doubles(d), longs(d));
            case 13 ->
                form("($ " + not + "LIKE '" + pick("a%", "%b%", "_b_", "%c", "abc", "a%c", "%") + "')", strings(d));
            default -> form("CASE WHEN $ THEN $ ELSE $ END", bool(d), bool(d), bool(d));
        };
    }

    private Pair longs(int depth) {
        if (depth == 0) {
            String literal = pick("0", "1", "2", "7", "100");
            return random.nextInt(3) == 0
                    ? new Pair(literal, "CAST(" + literal + " AS BIGINT)")
                    : Pair.same(pick("l", "l2", "nl"));
        }
        int d = depth - 1;
        return switch (random.nextInt(10)) {
            case 0, 1 -> form("($ " + pick("+", "-", "*") + " $)", longs(d), longs(d));
            case 2 -> form("($ " + pick("/", "%") + " $)", longs(d), longs(d));
            case 3 -> form("ABS($)", longs(d));
            case 4 -> form("CAST(CHAR_LENGTH($) AS BIGINT)", strings(d));
            case 5 -> form("CASE WHEN $ THEN $ ELSE $ END", bool(d), longs(d), longs(d));
            case 6 -> form("COALESCE($, $)", longs(d), longs(d));
            case 7 -> form("NULLIF($, $)", longs(d), longs(d));
            case 8 ->
                form(
                        "EXTRACT("
                                + pick(
                                        "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "DOW", "ISODOW", "DOY",
                                        "QUARTER")
                                + " FROM $)",
                        times(d));
            default -> form("(-$)", longs(d));
        };
    }

    private Pair doubles(int depth) {
        if (depth == 0) {
            String literal = pick("0.0", "0.5", "1.5", "-2.25", "1e3");
            return random.nextInt(3) == 0
                    ? new Pair("(" + literal + ")", "CAST(" + literal + " AS DOUBLE)")
                    : Pair.same(pick("d", "d2", "nd"));
        }
        int d = depth - 1;
        return switch (random.nextInt(8)) {
            case 0, 1 -> form("($ " + pick("+", "-", "*", "/") + " $)", doubles(d), doubles(d));
            case 2 -> form("($ " + pick("+", "-", "*", "/") + " $)", doubles(d), longs(d));
            case 3 -> form(pick("ABS", "FLOOR", "CEIL") + "($)", doubles(d));
            case 4 -> form("CASE WHEN $ THEN $ ELSE $ END", bool(d), doubles(d), longs(d));
            case 5 -> form("COALESCE($, $)", doubles(d), doubles(d));
            case 6 -> form("CAST($ AS DOUBLE)", longs(d));
            default -> form("(-$)", doubles(d));
        };
    }

    private Pair decimals(int depth) {
        if (depth == 0) {
            return Pair.same(pick("m", "m2", "nm"));
        }
        int d = depth - 1;
        return switch (random.nextInt(5)) {
            case 0, 1 -> form("($ " + pick("+", "-") + " $)", decimals(d), decimals(d));
            case 2 -> form("($ " + pick("+", "-") + " 0.5)", decimals(d));
            case 3 -> form("COALESCE($, $)", decimals(d), decimals(d));
            default -> form("ABS($)", decimals(d));
        };
    }

    private Pair strings(int depth) {
        if (depth == 0) {
            String literal = pick("'a'", "'abc'", "''", "' b '");
            return random.nextInt(3) == 0
                    ? new Pair(literal, "CAST(" + literal + " AS VARCHAR)")
                    : Pair.same(pick("s", "s2", "ns"));
        }
        int d = depth - 1;
        return switch (random.nextInt(8)) {
            case 0 -> form("($ || $)", strings(d), strings(d));
            case 1 -> form(pick("UPPER", "LOWER", "TRIM") + "($)", strings(d));
            case 2 -> form("SUBSTRING($ FROM " + random.nextInt(4) + " FOR " + random.nextInt(3) + ")", strings(d));
            case 3 -> form("REPLACE($, 'b', 'xy')", strings(d));
            case 4 -> form("CASE WHEN $ THEN $ ELSE $ END", bool(d), strings(d), strings(d));
            case 5 -> form("COALESCE($, $)", strings(d), strings(d));
            case 6 -> form("NULLIF($, $)", strings(d), strings(d));
            default -> form("TRIM(LEADING 'a' FROM $)", strings(d));
        };
    }

    private Pair times(int depth) {
        if (depth == 0) {
            return Pair.same(pick("t", "t2", "nt", "TIMESTAMP '2026-01-31 12:30:45'"));
        }
        int d = depth - 1;
        String unit = pick("MINUTE", "HOUR", "DAY", "MONTH", "YEAR");
        return switch (random.nextInt(4)) {
            case 0 -> form("($ " + pick("+", "-") + " INTERVAL '" + random.nextInt(40) + "' " + unit + ")", times(d));
            case 1 -> form(pick("FLOOR", "CEIL") + "($ TO " + unit + ")", times(d));
            case 2 -> form("TIMESTAMPADD(" + unit + ", " + (random.nextInt(30) - 15) + ", $)", times(d));
            default -> form("COALESCE($, $)", times(d), times(d));
        };
    }
}
