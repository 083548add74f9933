package io.tidemark.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One node of a file in its place: what its path is, which key it stands behind, and what is wrong with it. */
final class YamlValue {
    private static final int DEEPEST = 40;

    private final Reading reading;
    private final Node node;
    private final @Nullable ScalarNode keyNode;
    private final Place place;

    /**
     * Where a value stands in the specification.
     *
     * @param path its path
     * @param shown its path as people see it in the file: a short form has no path of its own
     * @param name the last key of the path
     * @param depth how many collections are around it
     * @param connection whether it is about a connection, which not every command makes
     */
    private record Place(String path, String shown, String name, int depth, boolean connection) {
        Place child(String key, boolean opensConnection) {
            String prefix = path.isEmpty() ? "" : path + ".";
            String shownPrefix = shown.isEmpty() ? "" : shown + ".";
            return new Place(prefix + key, shownPrefix + key, key, depth + 1, connection || opensConnection);
        }

        Place hidden(String suffix, boolean opensConnection) {
            return new Place(path + suffix, shown, name, depth + 1, connection || opensConnection);
        }

        Place item(int index) {
            String suffix = "[" + index + "]";
            return new Place(path + suffix, shown + suffix, name, depth + 1, connection);
        }
    }

    private YamlValue(Reading reading, Node node, @Nullable ScalarNode keyNode, Place place) {
        this.reading = reading;
        this.node = node;
        this.keyNode = keyNode;
        this.place = place;
        reading.register(place.path(), this);
    }

    static YamlValue root(Reading reading, Node node) {
        return new YamlValue(reading, node, null, new Place("", "", "", 0, false));
    }

    Reading reading() {
        return reading;
    }

    Node node() {
        return node;
    }

    @Nullable
    ScalarNode keyNode() {
        return keyNode;
    }

    String path() {
        return place.path();
    }

    String shownPath() {
        return place.shown();
    }

    /** The key that this value stands behind. */
    String name() {
        return place.name();
    }

    boolean connection() {
        return place.connection();
    }

    boolean isScalar() {
        return node instanceof ScalarNode;
    }

    boolean isMapping() {
        return node instanceof MappingNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    /** Reports an error of the value; what depends on it is not reported. */
    void error(String message) {
        reading.gap(place.path());
        reading.report(this, false, message);
    }

    /** Reports an error of the key; the value counts all the same. */
    void keyError(String message) {
        reading.report(this, true, message);
    }

    /** Reports an error of a key that has no value, or one that is left out. */
    void gapAtKey(String message) {
        reading.gap(place.path());
        reading.report(this, true, message);
    }

    /** Reports that {@code key}, which this mapping lacks, must be there. */
    void missing(String key, String message) {
        reading.gap(place.child(key, false).path());
        reading.reportMissing(this, key, message);
    }

    /** What kind of value this is, for messages: {@code is a list}. */
    String kind() {
        if (node instanceof ScalarNode scalar) {
            return reading.scalars().kind(scalar);
        }
        return isList() ? "is a list" : "is a mapping";
    }

    /**
     * Whether this collection looks like a text that YAML took apart, such as <code>{service}</code> or {@code [a IN (1)]}:
     * a mapping with a key that has no value, or a list with an item that is no plain word.
     */
    boolean isTornText() {
        if (node instanceof MappingNode mapping) {
            return mapping.getValue().stream()
                    .anyMatch(entry -> entry.getValueNode() instanceof ScalarNode scalar
                            && scalar.getValue().isEmpty());
        }
        return node instanceof SequenceNode sequence
                && sequence.getValue().stream()
                        .anyMatch(item -> !(item instanceof ScalarNode scalar)
                                || !scalar.getValue().matches("[\\w.-]*"));
    }

    /** The quoted form of a collection on one line that may have been meant as text, or nothing. */
    String quotedHint() {
        SourceText source = reading.source();
        String text = source.text().substring(source.start(node), source.end(node));
        boolean flow = text.startsWith("{") || text.startsWith("[");
        return flow && keyNode != null && !text.contains("\n")
                ? ", in quotes: " + keyNode.getValue() + ": " + Quoting.quote(text)
                : "";
    }

    /** Where its content begins: the scalar itself, or the key of a collection. */
    int offset(boolean atKey) {
        SourceText source = reading.source();
        boolean empty = node instanceof ScalarNode scalar && source.end(scalar) == source.start(scalar);
        if (keyNode != null && (atKey || empty || !isScalar())) {
            return ScalarPlaces.start(source, keyNode);
        }
        return node instanceof ScalarNode scalar ? ScalarPlaces.start(source, scalar) : source.start(node);
    }

    /** A scalar's text as it stands in the file; empty for a collection. */
    String rawText() {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** The scalar after substitution, or null after an error was reported. */
    @Nullable
    Scalar scalar() {
        return reading.scalars().read(this);
    }

    /** This same node as the value of {@code key}, for a short form. */
    YamlValue shortFor(Key<?> key) {
        return new YamlValue(reading, node, keyNode, place.hidden("." + key.name(), key.opensConnection()));
    }

    /** {@code entry} of this mapping as the value of {@code key}. */
    YamlValue as(Key<?> key, YamlValue entry) {
        return key.opensConnection()
                ? new YamlValue(reading, entry.node, entry.keyNode, place.child(key.name(), true))
                : entry;
    }

    /** The items of a list; one value stands for a list of one. */
    List<YamlValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            return List.of(new YamlValue(reading, node, keyNode, place.hidden("[0]", false)));
        }
        reading.visit();
        List<YamlValue> items = new ArrayList<>();
        List<Node> nodes = sequence.getValue();
        for (int i = 0; i < nodes.size(); i++) {
            items.add(new YamlValue(reading, nodes.get(i), null, place.item(i)));
        }
        return Torn.items(items);
    }

    /** The entries of a mapping in the file's order, without those that are reported as errors here. */
    List<YamlValue> entries() {
        reading.visit();
        List<YamlValue> entries = new ArrayList<>();
        if (place.depth() > DEEPEST) {
            error("is nested deeper than " + DEEPEST + " levels; does an anchor hold itself?");
            return entries;
        }
        Map<String, Node> seen = new HashMap<>();
        for (NodeTuple tuple : ((MappingNode) node).getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                reading.reportAt(
                        this, tuple.getKeyNode(), "the key is no text; a key, or the whole in quotes if it is a text");
                reading.gap(place.path());
                continue;
            }
            YamlValue entry = new YamlValue(reading, tuple.getValueNode(), key, place.child(key.getValue(), false));
            Node first = seen.putIfAbsent(key.getValue(), key);
            if (first != null) {
                entry.keyError("duplicate key \"" + key.getValue() + "\"; the first is in line "
                        + reading.source().line(reading.source().start(first)));
            } else {
                entries.add(entry);
            }
        }
        return Torn.entries(entries);
    }
}
