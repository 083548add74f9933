package io.tidemark.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The functions of SQL expressions as the reference prints them. */
public final class FunctionReference {
    /**
     * One function.
     *
     * @param usage how it is written
     * @param sentence what it gives
     */
    public record Entry(String usage, String sentence) {}

    private FunctionReference() {}

    /** All functions by group: {@code text}, {@code numbers}, {@code choices}, {@code time}, {@code casts}. */
    public static Map<String, List<Entry>> groups() {
        Map<String, List<Entry>> groups = new LinkedHashMap<>();
        List<Entry> text = new ArrayList<>(entries(StringFunction.values()));
        text.addAll(TEXT_FORMS);
        groups.put("text", List.copyOf(text));
        List<Entry> numbers = new ArrayList<>(entries(NumberFunction.values()));
        numbers.add(new Entry("a % b, MOD(a, b)", "The remainder, with the sign of a; of longs and decimals."));
        groups.put("numbers", List.copyOf(numbers));
        groups.put("choices", CHOICES);
        List<Entry> time = new ArrayList<>(TimeBuilder.reference());
        time.addAll(entries(TimeFunction.values()));
        groups.put("time", List.copyOf(time));
        groups.put("casts", CASTS);
        return groups;
    }

    private static List<Entry> entries(ScalarFunction[] functions) {
        List<Entry> entries = new ArrayList<>();
        for (ScalarFunction function : functions) {
            entries.add(new Entry(function.form().usage(), function.form().sentence()));
        }
        return List.copyOf(entries);
    }

    private static final List<Entry> TEXT_FORMS = List.of(
            new Entry("a || b, CONCAT(a, b, …)", "Joined; null if one is null."),
            new Entry("CONCAT_WS(separator, a, b, …)", "Joined with a separator; nulls are left out."),
            new Entry(
                    "TRIM([BOTH | LEADING | TRAILING] ['characters' FROM] text)",
                    "Without blanks, or those characters, at the ends."),
            new Entry(
                    "text LIKE pattern [ESCAPE 'c'], ILIKE",
                    "Whether all of it matches: % is any text, _ one character; ILIKE in either case."),
            new Entry(
                    "REGEXP_LIKE(text, 'pattern'), REGEXP_CONTAINS",
                    "Whether the regular expression (Java's) is found in it."),
            new Entry(
                    "REGEXP_EXTRACT(text, 'pattern' [, group])",
                    "The first match, or a group of it; null if there is none."),
            new Entry("REGEXP_REPLACE(text, 'pattern', by)", "Each match replaced; $1 in by is a group."));

    private static final List<Entry> CHOICES = List.of(
            new Entry(
                    "CASE WHEN condition THEN a … [ELSE b] END, CASE x WHEN key THEN a … [ELSE b] END",
                    "The first that fits; later ones are not evaluated."),
            new Entry("COALESCE(a, b, …), IFNULL(a, b), NVL(a, b)", "The first that is not null."),
            new Entry("NULLIF(a, b)", "Null if both are equal, else a."),
            new Entry("IF(condition, a, b)", "a if the condition is met, else b."),
            new Entry("NVL2(x, a, b)", "a if x is not null, else b."),
            new Entry("DECODE(x, key, a, …, b)", "The a of the first key that equals x, null equalling null, else b."),
            new Entry("GREATEST(a, b, …), LEAST(a, b, …)", "The highest or lowest; null if one is null."));

    private static final List<Entry> CASTS = List.of(
            new Entry(
                    "CAST(x AS type)",
                    "As string, long, double, boolean, decimal, decimal(digits, after the point) or timestamp; a"
                            + " fraction is cut off for a long and rounded half up for a sized decimal; text that does"
                            + " not fit is a failure; a string is as in JSON output."),
            new Entry("TRY_CAST(x AS type), SAFE_CAST", "As CAST, but null in place of a failure."));
}
