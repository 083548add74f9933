package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.FlinkOptionCatalog;
import io.tidemark.spec.SpecValidator;
import io.tidemark.spec.WordsChecker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A file with a mistake of every sort, and one line for each, with its place. */
class TwentyMistakesTest {
    private static final Path RESOURCES = Path.of("src/test/resources/io/tidemark/yaml");

    @Test
    void everyMistakeIsReportedOnceAtItsPlace() throws IOException {
        Path file = RESOURCES.resolve("twenty-mistakes.yaml");
        PipelineFile read = new PipelineReader(
                        new Environment(Map.of(), true),
                        new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()))
                .read(file);

        List<String> expected = Files.readAllLines(RESOURCES.resolve("twenty-mistakes.expected"));
        assertThat(expected).hasSizeGreaterThanOrEqualTo(20);
        assertThat(read.problems())
                .extracting(
                        problem -> problem.toString().substring(file.toString().length() + 1))
                .containsExactlyElementsOf(expected);
        assertThat(read.spec()).isNull();
    }
}
