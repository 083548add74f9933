package io.tidemark.yaml;

import io.tidemark.spec.FixtureSpec;
import io.tidemark.spec.FixtureStep;
import io.tidemark.spec.NearMiss;
import io.tidemark.spec.NodeRef;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SpecValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads fixtures with their pipelines: every error at once, each with its place. Warnings of a pipeline are left out. */
public final class FixtureReader {
    private final Environment environment;
    private final PipelineReader pipelines;

    /**
     * @param environment what variables are replaced from
     * @param validator what finds the mistakes of pipelines that are no matter of form
     */
    public FixtureReader(Environment environment, SpecValidator validator) {
        this.environment = environment;
        this.pipelines = new PipelineReader(environment, validator);
    }

    /** Reads {@code file}, in UTF-8. A file that cannot be read is a problem of the result. */
    public FixtureFile read(Path file) {
        FileText read = FileText.read(file, "a fixture");
        if (read.problem() != null) {
            return new FixtureFile(null, List.of(read.problem()));
        }
        SourceText source = new SourceText(read.text());
        YamlParser.Parsed parsed = YamlParser.parse(file.toString(), source, "a fixture: pipeline, given, expect");
        Node root = parsed.root();
        List<FileProblem> problems = new ArrayList<>();
        FixtureSpec spec = null;
        if (root != null) {
            Reading reading = new Reading(file.toString(), source, environment);
            try {
                spec = fixture(YamlValue.root(reading, root), file, problems);
                problems.addAll(reading.problems());
            } catch (Reading.TooLarge e) {
                problems.add(reading.tooLarge());
            }
        }
        if (parsed.problem() != null) {
            problems.add(parsed.problem());
        }
        return new FixtureFile(problems.isEmpty() ? spec : null, List.copyOf(problems));
    }

    private @Nullable FixtureSpec fixture(YamlValue root, Path file, List<FileProblem> problems) {
        FixtureKeys keys = FixtureKeys.SECTION.read(root);
        if (keys == null) {
            return null;
        }
        PipelineSpec pipeline = keys.pipeline() == null ? null : pipeline(keys.pipeline(), file, problems);
        Set<String> sources = pipeline == null ? Set.of() : pipeline.sources().keySet();
        Map<String, Integer> partitions = partitions(keys.partitions(), sources);
        List<FixtureStep> steps =
                keys.given() == null ? List.of() : new FixtureSteps(sources, partitions).read(keys.given());
        Map<String, List<Map<String, Object>>> expect = expect(keys.expect(), pipeline);
        return pipeline == null
                ? null
                : new FixtureSpec(
                        pipeline,
                        keys.now(),
                        partitions,
                        keys.given() != null && keys.given().isMapping(),
                        steps,
                        expect,
                        keys.ordered(),
                        keys.tolerance());
    }

    private @Nullable PipelineSpec pipeline(YamlValue at, Path file, List<FileProblem> problems) {
        PipelineFile read;
        if (at.isMapping()) {
            read = pipelines.read(at.reading().file(), at.reading().source(), at.node());
        } else {
            String path = Types.VERBATIM.read(at);
            if (path == null) {
                return null;
            }
            Path pipeline = file.resolveSibling(path);
            if (!pipeline.toFile().isFile()) {
                at.error("there is no file " + path
                        + " beside the fixture; the path of a pipeline, or the pipeline itself");
                return null;
            }
            read = pipelines.read(pipeline);
        }
        read.problems().stream().filter(problem -> !problem.warning()).forEach(problems::add);
        return read.spec();
    }

    private static Map<String, Integer> partitions(Map<String, YamlValue> given, Set<String> sources) {
        Map<String, Integer> partitions = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            Integer number = FixtureTypes.PARTITIONS.read(value);
            if (!sources.isEmpty() && !sources.contains(name)) {
                value.keyError("there is no source " + name + NearMiss.question(name, sources) + "; "
                        + String.join(", ", sources));
            } else if (number != null) {
                partitions.put(name, number);
            }
        });
        return partitions;
    }

    private static Map<String, List<Map<String, Object>>> expect(
            Map<String, YamlValue> given, @Nullable PipelineSpec pipeline) {
        Set<String> names = pipeline == null ? Set.of() : outputs(pipeline);
        Map<String, List<Map<String, Object>>> expect = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            List<Map<String, Object>> rows = FixtureTypes.ROWS.read(value);
            if (pipeline != null && !names.contains(name)) {
                value.keyError("there is no node or sink " + name + NearMiss.question(name, names) + "; "
                        + String.join(", ", names));
            } else if (rows != null) {
                expect.put(name, rows);
            }
        });
        return expect;
    }

    private static Set<String> outputs(PipelineSpec pipeline) {
        Set<String> names = new LinkedHashSet<>();
        pipeline.sources().keySet().forEach(node -> outputs(node, NodeRef.Kind.SOURCE, names));
        pipeline.windows().keySet().forEach(node -> outputs(node, NodeRef.Kind.WINDOW, names));
        pipeline.alerts().keySet().forEach(node -> outputs(node, NodeRef.Kind.ALERT, names));
        names.addAll(pipeline.sinks().keySet());
        return names;
    }

    private static void outputs(String node, NodeRef.Kind kind, Set<String> names) {
        names.add(node);
        kind.sideOutputs().forEach(output -> names.add(new NodeRef(node, output).toString()));
    }
}
