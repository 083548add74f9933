package io.tidemark.sql;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Finds the name that was probably meant. */
final class Suggestion {
    private static final int LISTED = 12;

    private Suggestion() {}

    /** {@code "; did you mean 'x'?"}, or the first names there are, or nothing if there are none. */
    static String of(String word, Collection<String> names) {
        String best = "";
        int least = Math.min(word.length(), Math.max(1, word.length() / 3) + 1); // all its letters wrong is no slip
        for (String name : new TreeSet<>(names)) {
            int distance = distance(word.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        if (!best.isEmpty()) {
            return "; did you mean '" + best + "'?";
        }
        return listed(names);
    }

    /** {@code "; there are a, b"}, the first names in order, or nothing if there are none. */
    static String listed(Collection<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        List<String> listed = new TreeSet<>(names).stream().limit(LISTED).toList();
        return "; there are " + String.join(", ", listed) + (listed.size() < names.size() ? ", …" : "");
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
