package io.tidemark.spec;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody probably meant. */
public final class NearMiss {
    private NearMiss() {}

    /**
     * The word of {@code known} that {@code word} most likely stands for: the same but for case, {@code -}, {@code _} and
     * {@code .}, or one or two slips of the keyboard away; of equally near ones the first. Of words of two letters at
     * most only one that has them in the other order, or one more or less: any other has too little in common.
     */
    public static Optional<String> of(String word, Collection<String> known) {
        String plain = plain(word);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            String other = plain(candidate);
            int distance = distance(plain, other);
            int longer = Math.max(plain.length(), other.length());
            boolean slip = longer == 2
                    && Math.max(word.length(), candidate.length()) == 2
                    && (plain.length() != other.length() || isSwapped(plain, other));
            int allowed = slip ? 1 : Math.min(2, longer / 3);
            if (distance <= allowed && distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** {@code "; did you mean X?"} for the word of {@code known} that is meant, or an empty text. */
    public static String question(String word, Collection<String> known) {
        return of(word, known).map(near -> "; did you mean " + near + "?").orElse("");
    }

    /** {@code word} in lower case without separators: how two spellings of one word are told to be one. */
    public static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
    }

    private static boolean isSwapped(String a, String b) {
        return new StringBuilder(a).reverse().toString().equals(b);
    }

    /** Insertions, deletions, replacements and swaps of neighbours from {@code a} to {@code b}. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
