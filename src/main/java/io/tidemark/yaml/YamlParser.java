package io.tidemark.yaml;

import java.util.Iterator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Text to the tree of its one YAML document: YAML 1.2, core schema; anchors, aliases and {@code <<} are followed. */
final class YamlParser {
    private static final String WHOLE = "yaml";
    private static final int LARGEST_FILE = 10 << 20;

    private YamlParser() {}

    /**
     * What a text parses to: a tree or a problem, or a tree and the problem of a second document.
     *
     * @param root the tree, or null
     * @param problem what is wrong, or null
     */
    record Parsed(@Nullable Node root, @Nullable FileProblem problem) {}

    /** Parses {@code source}; {@code wanted} is what to write into an empty file. */
    static Parsed parse(String file, SourceText source, String wanted) {
        int length = source.text().codePointCount(0, source.text().length());
        if (length > LARGEST_FILE) {
            return new Parsed(
                    null, at(file, source, 0, "has " + length + " characters; at most " + LARGEST_FILE + " are read"));
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setSchema(new CoreSchema())
                .setAllowNonScalarKeys(true)
                .setAllowDuplicateKeys(true)
                .setMaxAliasesForCollections(Integer.MAX_VALUE) // Reading counts what is read
                .setCodePointLimit(LARGEST_FILE)
                .build();
        Node root = null;
        try {
            Iterator<Node> documents =
                    new Compose(settings).composeAllFromString(source.text()).iterator();
            if (documents.hasNext()) {
                root = documents.next();
            }
            if (root == null) {
                return new Parsed(null, at(file, source, 0, "the file is empty; " + wanted));
            }
            if (documents.hasNext()) {
                int second = source.start(documents.next());
                return new Parsed(root, at(file, source, second, "a second document begins here; one document a file"));
            }
            return new Parsed(root, null);
        } catch (MarkedYamlEngineException e) {
            SyntaxErrors.Explained explained = SyntaxErrors.explain(source, e);
            return new Parsed(null, at(file, source, explained.offset(), explained.message()));
        } catch (ReaderException e) {
            int offset = source.offsetOfCodePoint(e.getPosition());
            String message = String.format(
                    Locale.ROOT,
                    "the character U+%04X is not allowed in YAML; in double quotes, \\u%04X",
                    e.getCodePoint(),
                    e.getCodePoint());
            return new Parsed(null, at(file, source, offset, message));
        } catch (StackOverflowError e) {
            return new Parsed(null, at(file, source, 0, "the file is nested too deeply to read; some hundred levels"));
        } catch (YamlEngineException e) {
            return new Parsed(null, at(file, source, 0, SyntaxErrors.oneLine(e.getMessage())));
        }
    }

    private static FileProblem at(String file, SourceText source, int offset, String message) {
        return new FileProblem(file, source.line(offset), source.column(offset), WHOLE, message, false);
    }
}
