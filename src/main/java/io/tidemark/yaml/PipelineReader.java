package io.tidemark.yaml;

import io.tidemark.spec.ExpressionChecker;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SpecValidator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads pipeline files: every problem of a file at once, each with its place. Stateless. */
public final class PipelineReader {
    private final Environment environment;
    private final SpecValidator validator;

    /**
     * @param environment what variables are replaced from
     * @param checker what knows SQL
     */
    public PipelineReader(Environment environment, ExpressionChecker checker) {
        this.environment = environment;
        this.validator = new SpecValidator(checker);
    }

    /** Reads {@code file}, in UTF-8. A file that cannot be read is a problem of the result. */
    public PipelineFile read(Path file) {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                return unreadable(file.toString(), 0, 0, "is a folder; a pipeline file");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            String what = Files.exists(file) ? "cannot be read" : "there is no such file";
            return unreadable(file.toString(), 0, 0, what + "; a pipeline file");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer text = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        String decoded = text.flip().toString();
        if (result.isError()) {
            SourceText source = new SourceText(decoded);
            int end = source.text().length();
            return unreadable(
                    file.toString(), source.line(end), source.column(end), "the next byte is no UTF-8; text in UTF-8");
        }
        return read(file.toString(), decoded);
    }

    /**
     * Reads a pipeline from text.
     *
     * @param name what problems call the file
     * @param text the whole file
     */
    public PipelineFile read(String name, String text) {
        SourceText source = new SourceText(text);
        YamlParser.Parsed parsed = YamlParser.parse(name, source);
        List<FileProblem> problems = new ArrayList<>();
        FileProblem syntax = parsed.problem();
        if (syntax != null) {
            problems.add(syntax);
        }
        Node root = parsed.root();
        if (root == null) {
            return new PipelineFile(null, problems, Redaction.NONE);
        }
        Reading reading = new Reading(name, source, environment);
        PipelineSpec spec;
        try {
            spec = readTree(YamlValue.root(reading, root), reading);
        } catch (Reading.TooLarge e) {
            return unreadable(name, 1, 1, "aliases make the file too large to read; fewer of them");
        }
        problems.addAll(0, reading.problems()); // a second document begins behind all of them
        boolean broken = problems.stream().anyMatch(problem -> !problem.warning());
        return new PipelineFile(broken ? null : spec, List.copyOf(problems), reading.redaction());
    }

    private PipelineSpec readTree(YamlValue root, Reading reading) {
        PipelineSpec spec = PipelineKeys.PIPELINE.read(root);
        if (root.isMapping()) {
            PipelineKeys.PIPELINE.unknown(root).stream()
                    .filter(YamlValue::isMapping)
                    .flatMap(section -> section.entries().stream())
                    .forEach(node -> reading.unavailableNode(node.name()));
            reading.addAll(validator.validate(spec, reading.gaps()));
        }
        return spec;
    }

    private static PipelineFile unreadable(String file, int line, int column, String message) {
        return new PipelineFile(null, List.of(new FileProblem(file, line, column, "", message, false)), Redaction.NONE);
    }
}
