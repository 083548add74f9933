package io.tidemark.yaml;

import io.tidemark.job.FlinkOptionCatalog;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SpecValidator;
import io.tidemark.spec.WordsChecker;
import java.util.List;
import java.util.Map;

/** Reads texts in tests. */
final class Reader {
    /** A source, and what belongs to every pipeline. */
    static final String HEAD = "name: x\nsources: { s: { generate: requests } }\n";

    private Reader() {}

    static PipelineFile read(String text, Map<String, String> variables, boolean connecting) {
        return new PipelineReader(
                        new Environment(variables, connecting),
                        new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()))
                .read("f", text);
    }

    static PipelineFile read(String text) {
        return read(text, Map.of(), true);
    }

    /** The problems of {@code text}, without the name of the file. */
    static List<String> problems(String text) {
        return lines(read(text));
    }

    static List<String> lines(PipelineFile file) {
        return file.problems().stream()
                .map(problem -> problem.toString().substring("f:".length()))
                .toList();
    }

    /** The specification that {@code text} yields without any problem. */
    static PipelineSpec spec(String text) {
        PipelineFile file = read(text);
        PipelineSpec spec = file.spec();
        if (spec == null || !file.problems().isEmpty()) {
            throw new AssertionError(file.problems().toString());
        }
        return spec;
    }

    /** A pipeline whose one window has {@code line} from line 8 on, at column 5. */
    static String window(String line) {
        return HEAD
                + "sinks: { out: { from: w, print: {} } }\n"
                + "windows:\n  w:\n    from: s\n    key: [service]\n    "
                + line
                + "\n    tumbling: 1m\n    aggregates: { n: count(*) }\n";
    }
}
