package io.tidemark.spec;

import java.util.Set;

/**
 * What a reader could not make out and has reported already, so that nothing is said twice and no error is the mere
 * consequence of another.
 *
 * @param paths the paths whose values are placeholders
 * @param nodes names of nodes of kinds that are not available yet
 */
public record Gaps(Set<String> paths, Set<String> nodes) {
    /** Everything is known. */
    public static final Gaps NONE = new Gaps(Set.of(), Set.of());

    /** Whether {@code path}, a value around it or a value inside it is a placeholder. */
    public boolean touch(String path) {
        return paths.stream().anyMatch(gap -> inside(path, gap) || inside(gap, path));
    }

    /** Whether {@code path} or a value around it is a placeholder. */
    public boolean cover(String path) {
        return paths.stream().anyMatch(gap -> inside(path, gap));
    }

    private static boolean inside(String path, String outer) {
        return path.startsWith(outer)
                && (path.length() == outer.length()
                        || path.charAt(outer.length()) == '.'
                        || path.charAt(outer.length()) == '[');
    }
}
