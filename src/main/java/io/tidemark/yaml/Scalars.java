package io.tidemark.yaml;

import io.tidemark.yaml.Scalar.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/** Reads scalars: substitution, typing by the core schema, and the traps that only look like a scalar. */
final class Scalars {
    private static final String CORE_TAGS = "tag:yaml.org,2002:";
    private static final Map<Tag, Kind> KINDS = Map.of(
            Tag.STR, Kind.TEXT,
            Tag.INT, Kind.INTEGER,
            Tag.FLOAT, Kind.FLOAT,
            Tag.BOOL, Kind.BOOLEAN,
            Tag.NULL, Kind.NULL);

    private final ScalarResolver resolver = new CoreScalarResolver(false);
    private final SourceText source;
    private final Environment environment;

    Scalars(SourceText source, Environment environment) {
        this.source = source;
        this.environment = environment;
    }

    /** What kind of scalar stands in the file, for messages. */
    String kind(ScalarNode node) {
        return KINDS.getOrDefault(node.getTag(), Kind.TEXT).words();
    }

    Substitution substitute(ScalarNode node, boolean connection) {
        return new Substitution(node.getValue(), environment, connection && !environment.connecting());
    }

    /** The scalar in {@code value}, or null after its error was reported. */
    @Nullable
    Scalar read(YamlValue value) {
        if (!(value.node() instanceof ScalarNode node)) {
            value.error(value.kind() + "; one value");
            return null;
        }
        String tag = takenForTag(node);
        if (tag != null) {
            value.reading().gap(value.path());
            value.reading().reportAt(value, node, tag);
            return null;
        }
        String cutOff = node.isPlain() ? cutOff(value, node) : null;
        if (cutOff != null) {
            value.error(cutOff);
            return null;
        }
        Substitution substitution = substitute(node, value.connection());
        value.reading().substituted(value, substitution.values());
        List<Substitution.Fault> faults = substitution.faults();
        if (!faults.isEmpty()) {
            value.reading().gap(value.path());
            ScalarPlaces places = new ScalarPlaces(source, node);
            faults.forEach(fault -> value.reading().reportAt(value, places.offset(fault.index()), fault.message()));
            return null;
        }
        return new Scalar(substitution.text(), kindOf(node, substitution.text()), substitution.unresolved());
    }

    private Kind kindOf(ScalarNode node, String text) {
        Tag tag = node.isPlain() && !node.getValue().equals(text) ? resolver.resolve(text, true) : node.getTag();
        return KINDS.getOrDefault(tag, Kind.TEXT);
    }

    /** Text that begins with an exclamation mark. */
    private @Nullable String takenForTag(ScalarNode node) {
        int start = source.start(node);
        if (start < source.text().length() && source.text().charAt(start) == '!' && !isCoreTag(node)) {
            String before = source.text().substring(source.lineStart(start), start);
            String text = Quoting.isFlow(before)
                    ? Quoting.meantInFlow(source, start)
                    : source.restOfLine(start).replaceAll(" #.*", "").strip();
            return Quoting.takenForTag(text);
        }
        return null;
    }

    private boolean isCoreTag(ScalarNode node) {
        return source.text().startsWith("!!", source.start(node))
                && node.getTag().getValue().startsWith(CORE_TAGS)
                && KINDS.containsKey(node.getTag());
    }

    /** Text that looks as if {@code " #"} had cut it off. */
    private @Nullable String cutOff(YamlValue value, ScalarNode node) {
        int end = source.end(node);
        String rest = source.restOfLine(end);
        if (!rest.matches("[ \\t]+#.*")) {
            return null;
        }
        String comment = rest.strip();
        char open = Quoting.openWith(node.getValue());
        boolean cut = (open != 0 && comment.indexOf(open) >= 0)
                || comment.matches("#[{0-9].*")
                || (node.getValue().isEmpty() && comment.matches("#\\S.*"));
        if (!cut) {
            return null;
        }
        String whole = node.getValue().isEmpty() ? comment : node.getValue() + rest;
        String key = value.keyNode() == null ? "" : value.keyNode().getValue() + ": ";
        return "\" #\" begins a comment and cuts the text off; write " + key + Quoting.quote(whole.stripTrailing())
                + ", or a blank behind # for a comment";
    }
}
