package io.tidemark.yaml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ${…}} is replaced from.
 *
 * @param variables by name
 * @param connecting whether the command will connect to Kafka, so that what is missing there is an error
 */
public record Environment(Map<String, String> variables, boolean connecting) {
    private static final Pattern LINE = Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*)");

    /** Copies the variables. */
    public Environment {
        variables = Map.copyOf(variables);
    }

    /**
     * This environment and, for what it lacks, the variables of an {@code --env-file}: lines {@code NAME=value}, the value
     * quoted or not; blank lines and lines that begin with {@code #} are skipped.
     *
     * @throws IllegalArgumentException if the file cannot be read or has another line; the message is for users
     */
    public Environment withFile(Path file) {
        Map<String, String> all = new HashMap<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read; a file of lines NAME=value", e);
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(file + ":" + (i + 1) + ":1: is no variable; NAME=value");
            }
            all.put(matcher.group(1), unquoted(matcher.group(2)));
        }
        all.putAll(variables);
        return new Environment(all, connecting);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2
                && (value.startsWith("\"") || value.startsWith("'"))
                && value.charAt(0) == value.charAt(value.length() - 1);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** The names alone: values may be secrets. */
    @Override
    public String toString() {
        return "Environment" + variables.keySet();
    }
}
