package io.tidemark.connector;

import java.util.Collection;
import java.util.List;

/** Finds names that someone may have meant. */
final class NearNames {
    private static final int MOST = 3;

    private NearNames() {}

    /** Up to three of {@code names} that {@code name} could be a slip of, in order of name. */
    static List<String> of(String name, Collection<String> names) {
        int allowed = Math.max(1, name.length() / 3);
        return names.stream()
                .filter(other -> distance(name, other) <= allowed)
                .sorted()
                .limit(MOST)
                .toList();
    }

    /** Edit distance after Levenshtein. */
    private static int distance(String a, String b) {
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] next = new int[b.length() + 1];
            next[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replaced, Math.min(last[j], next[j - 1]) + 1);
            }
            last = next;
        }
        return last[b.length()];
    }
}
