package io.tidemark.yaml;

import io.tidemark.spec.Gaps;
import io.tidemark.spec.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** What is known while one file is read: its places, problems and secrets. */
final class Reading {
    private static final int MOST_COLLECTIONS = 100_000;
    private static final int SHORT_SECRET = 4;

    private final String file;
    private final SourceText source;
    private final Scalars scalars;
    private final Map<String, YamlValue> places = new HashMap<>();
    private final Set<String> gaps = new HashSet<>();
    private final Set<String> unavailable = new HashSet<>();
    private final Set<String> secrets = new TreeSet<>();
    private final Map<String, List<String>> secretsOfPath = new HashMap<>();
    private final List<Found> found = new ArrayList<>();
    private int collections;

    /** A problem at an offset, before secrets are hidden. */
    private record Found(int offset, String path, String message, boolean warning, List<String> ownSecrets) {}

    /** Aliases of aliases made the file too large to read. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Reading(String file, SourceText source, Environment environment) {
        this.file = file;
        this.source = source;
        this.scalars = new Scalars(source, environment);
    }

    /** The problem of a file that is {@link TooLarge}. */
    FileProblem tooLarge() {
        return new FileProblem(file, 1, 1, "", "aliases make the file too large to read; fewer of them", false);
    }

    String file() {
        return file;
    }

    SourceText source() {
        return source;
    }

    Scalars scalars() {
        return scalars;
    }

    void register(String path, YamlValue value) {
        places.put(path, value);
    }

    /** Counts a collection that is read: aliases can name one again and again. */
    void visit() {
        if (++collections > MOST_COLLECTIONS) {
            throw new TooLarge();
        }
    }

    void gap(String path) {
        gaps.add(path);
    }

    void unavailableNode(String name) {
        unavailable.add(name);
    }

    Gaps gaps() {
        return new Gaps(Set.copyOf(gaps), Set.copyOf(unavailable));
    }

    void secret(String value) {
        secrets.add(value);
    }

    void substituted(YamlValue value, List<String> values) {
        if (!values.isEmpty()) {
            secretsOfPath.put(value.path(), values);
            secrets.addAll(values);
        }
    }

    void report(YamlValue value, boolean atKey, String message) {
        add(value.offset(atKey), value, message);
    }

    void reportMissing(YamlValue mapping, String key, String message) {
        String path = mapping.shownPath().isEmpty() ? key : mapping.shownPath() + "." + key;
        found.add(new Found(mapping.offset(true), path, message, false, List.of()));
    }

    void reportAt(YamlValue value, Node node, String message) {
        add(source.start(node), value, message);
    }

    void reportAt(YamlValue value, int offset, String message) {
        add(offset, value, message);
    }

    private void add(int offset, YamlValue value, String message) {
        found.add(new Found(
                offset, value.shownPath(), message, false, secretsOfPath.getOrDefault(value.path(), List.of())));
    }

    /** Adds what the validator found. */
    void addAll(Collection<Problem> problems) {
        for (Problem problem : problems) {
            YamlValue value = nearest(problem.path());
            boolean exact = value.path().equals(problem.path());
            int offset = problem.line() > 0 ? inside(value, problem) : value.offset(!exact || problem.atName());
            found.add(new Found(
                    offset,
                    exact ? value.shownPath() : problem.path(),
                    problem.message(),
                    problem.warning(),
                    secretsOfPath.getOrDefault(value.path(), List.of())));
        }
    }

    /** The value at {@code path}, or the innermost one around it that the file has. */
    private YamlValue nearest(String path) {
        String at = path;
        while (!at.isEmpty()) {
            YamlValue value = places.get(at);
            if (value != null) {
                return value;
            }
            at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
        }
        return Objects.requireNonNull(places.get(""));
    }

    /** The offset of a place inside the text of {@code value}. */
    private int inside(YamlValue value, Problem problem) {
        if (!(value.node() instanceof ScalarNode node)) {
            return value.offset(false);
        }
        Substitution substitution = scalars.substitute(node, value.connection());
        String text = substitution.text();
        int index = 0;
        for (int line = 1; line < problem.line(); line++) {
            int end = text.indexOf('\n', index);
            index = end < 0 ? text.length() : end + 1;
        }
        index = Math.min(index + Math.max(0, problem.column() - 1), text.length());
        return new ScalarPlaces(source, node).offset(substitution.origin(index));
    }

    /** All problems in the order of their places, without secrets and without doubles. */
    List<FileProblem> problems() {
        Redaction all = new Redaction(
                secrets.stream().filter(s -> s.length() >= SHORT_SECRET).toList());
        return found.stream()
                .sorted(Comparator.comparingInt(Found::offset)
                        .thenComparing(Found::path)
                        .thenComparing(Found::message))
                .map(f -> new FileProblem(
                        file,
                        source.line(f.offset()),
                        source.column(f.offset()),
                        f.path(),
                        all.redact(new Redaction(f.ownSecrets()).redact(f.message())),
                        f.warning()))
                .distinct()
                .toList();
    }

    Redaction redaction() {
        return new Redaction(secrets);
    }
}
