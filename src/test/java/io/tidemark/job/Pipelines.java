package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.spec.PipelineSpec;
import io.tidemark.yaml.Environment;
import io.tidemark.yaml.PipelineFile;
import io.tidemark.yaml.PipelineReader;
import java.util.Map;
import java.util.Objects;

/** Pipelines of tests, from text. */
final class Pipelines {
    private Pipelines() {}

    static PipelineSpec read(String text) {
        PipelineFile file =
                new PipelineReader(new Environment(Map.of(), false), PipelineChecks.validator()).read("test", text);
        assertThat(file.problems()).filteredOn(problem -> !problem.warning()).isEmpty();
        return Objects.requireNonNull(file.spec());
    }
}
