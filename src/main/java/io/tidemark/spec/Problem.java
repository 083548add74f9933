package io.tidemark.spec;

/**
 * Something wrong with a specification.
 *
 * @param path where, such as {@code windows.latency.aggregates.p99}; list items by index, from 0
 * @param message what is wrong; what is allowed, on one line
 * @param warning whether the pipeline can run all the same
 * @param line for a place inside the text at {@code path}: its line, from 1; else 0
 * @param column for a place inside the text at {@code path}: its column in UTF-16 units, from 1; else 0
 * @param atName whether the name that ends {@code path} is meant, not the value behind it
 */
public record Problem(String path, String message, boolean warning, int line, int column, boolean atName) {
    /** A problem of the value at {@code path}, or of a place inside it. */
    public Problem(String path, String message, boolean warning, int line, int column) {
        this(path, message, warning, line, column, false);
    }

    /** An error of the name that ends {@code path}. */
    public static Problem ofName(String path, String message) {
        return new Problem(path, message, false, 0, 0, true);
    }

    /** An error at the whole of {@code path}. */
    public static Problem error(String path, String message) {
        return new Problem(path, message, false, 0, 0);
    }

    /** A warning at the whole of {@code path}. */
    public static Problem warning(String path, String message) {
        return new Problem(path, message, true, 0, 0);
    }
}
