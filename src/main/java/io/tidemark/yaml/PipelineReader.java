package io.tidemark.yaml;

import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SpecValidator;
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
     * @param validator what finds the mistakes that are no matter of form
     */
    public PipelineReader(Environment environment, SpecValidator validator) {
        this.environment = environment;
        this.validator = validator;
    }

    /** Reads {@code file}, in UTF-8. A file that cannot be read is a problem of the result. */
    public PipelineFile read(Path file) {
        FileText read = FileText.read(file, "a pipeline file");
        return read.problem() == null ? read(file.toString(), read.text()) : unreadable(read.problem());
    }

    /**
     * Reads a pipeline from text.
     *
     * @param name what problems call the file
     * @param text the whole file
     */
    public PipelineFile read(String name, String text) {
        SourceText source = new SourceText(text);
        YamlParser.Parsed parsed = YamlParser.parse(name, source, "a pipeline: name, sources, …");
        FileProblem syntax = parsed.problem();
        Node root = parsed.root();
        if (root == null) {
            return new PipelineFile(null, syntax == null ? List.of() : List.of(syntax), Redaction.NONE);
        }
        PipelineFile file = read(name, source, root);
        if (syntax == null) {
            return file;
        }
        List<FileProblem> problems = new ArrayList<>(file.problems()); // a second document begins behind all of them
        problems.add(syntax);
        return new PipelineFile(null, List.copyOf(problems), file.redaction());
    }

    /** Reads the pipeline that begins at {@code root}, a node of {@code source}. */
    PipelineFile read(String name, SourceText source, Node root) {
        Reading reading = new Reading(name, source, environment);
        PipelineSpec spec;
        try {
            spec = readTree(YamlValue.root(reading, root), reading);
        } catch (Reading.TooLarge e) {
            return unreadable(reading.tooLarge());
        }
        List<FileProblem> problems = reading.problems();
        boolean broken = problems.stream().anyMatch(problem -> !problem.warning());
        return new PipelineFile(broken ? null : spec, problems, reading.redaction());
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

    private static PipelineFile unreadable(FileProblem problem) {
        return new PipelineFile(null, List.of(problem), Redaction.NONE);
    }
}
