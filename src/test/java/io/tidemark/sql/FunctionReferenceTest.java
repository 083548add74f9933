package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The README's list of functions is that of the compiler. */
class FunctionReferenceTest {
    private static final Path README = Path.of("README.md");
    private static final String BEGIN = "<!-- functions:begin -->";
    private static final String END = "<!-- functions:end -->";

    @Test
    void readmeListsTheFunctions() throws IOException {
        String readme = Files.readString(README);
        int begin = readme.indexOf(BEGIN) + BEGIN.length();
        int end = readme.indexOf(END);
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(README, readme.substring(0, begin) + "\n" + functions() + readme.substring(end));
            return;
        }
        assertThat(readme.substring(begin, end).strip())
                .as("written anew by: mvn test -Dtest=FunctionReferenceTest -Dreference.write=true")
                .isEqualTo(functions().strip());
    }

    private static String functions() {
        return FunctionReference.groups().entrySet().stream()
                .map(group -> "\n**" + group.getKey() + "**\n\n| write | means |\n|---|---|\n"
                        + group.getValue().stream()
                                .map(it -> "| `" + it.usage().replace("|", "\\|") + "` | " + it.sentence() + " |\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }
}
