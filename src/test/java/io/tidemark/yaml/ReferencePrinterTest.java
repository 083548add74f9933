package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReferencePrinterTest {
    private static final Path README = Path.of("README.md");

    @Test
    void readmeHoldsTheReference() throws IOException {
        assumeTrue(Files.exists(README));
        String readme = Files.readString(README);
        int begin = readme.indexOf(ReferencePrinter.BEGIN) + ReferencePrinter.BEGIN.length();
        int end = readme.indexOf(ReferencePrinter.END);
        assertThat(end).as("README.md has both markers").isGreaterThanOrEqualTo(begin);
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(
                    README, readme.substring(0, begin) + "\n" + ReferencePrinter.print() + readme.substring(end));
            return;
        }
        assertThat(readme.substring(begin, end).strip())
                .as("written anew by: mvn test -Dtest=ReferencePrinterTest -Dreference.write=true")
                .isEqualTo(ReferencePrinter.print().strip());
    }

    @Test
    void everySectionHasATableWithDefaults() {
        String reference = ReferencePrinter.print();
        assertThat(reference)
                .contains("### `sources.NAME.watermark`")
                .contains("| `out-of-orderness` | duration | `10s` |")
                .contains("| `not-before` | ISO-8601 instant or none | `2000-01-01T00:00:00Z` |")
                .contains("| `name` | name | *required* |")
                .contains("| `tumbling` | duration or mapping | *exactly one of these* |")
                .contains("### `windows.NAME.hopping`")
                .doesNotContain("trailing");
    }

    @Test
    void saysWhichDeviationIsWhich() { // B33
        assertThat(ReferencePrinter.print())
                .contains(
                        "`stddev` and `variance` are those of a sample, `stddev_pop` and `variance_pop` of the population");
    }
}
