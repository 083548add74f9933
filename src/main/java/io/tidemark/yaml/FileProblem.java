package io.tidemark.yaml;

/**
 * Something wrong with a pipeline file, and where.
 *
 * @param file the file as it was named
 * @param line the line, from 1; 0 if the file as a whole is meant
 * @param column the column in UTF-16 units, from 1; 0 if the file as a whole is meant
 * @param path where in the specification, such as {@code windows.latency.key[0]}; empty for the file as a whole
 * @param message what is wrong; what is allowed, on one line, without secrets
 * @param warning whether the pipeline can run all the same
 */
public record FileProblem(String file, int line, int column, String path, String message, boolean warning) {
    /** {@code FILE:LINE:COLUMN: PATH: message}, with {@code warning:} before the message of a warning. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line).append(':').append(column);
        }
        text.append(": ");
        if (!path.isEmpty()) {
            text.append(path).append(": ");
        }
        return text.append(warning ? "warning: " : "").append(message).toString();
    }
}
