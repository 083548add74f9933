package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The place of a wrong word inside an expression, in every way to write a scalar. */
class ExpressionPlacesTest {
    static List<Arguments> texts() {
        return List.of(
                Arguments.of("plain", "where: status > 1 AND WRONG < 5", "8:27"),
                Arguments.of("plain, in two lines", "where: status > 1\n      AND\n\n      WRONG < 5", "11:7"),
                Arguments.of("plain, with an anchor and a tag", "where: &a !!str WRONG < 5", "8:21"),
                Arguments.of("single quotes", "where: 'service = ''a'' AND WRONG < 5'", "8:33"),
                Arguments.of("single quotes, in two lines", "where: 'service = ''a''\n\n      AND WRONG < 5'", "10:11"),
                Arguments.of("double quotes", "where: \"service = '\\u00e4\\\\\\x41' AND WRONG < 5\"", "8:42"),
                Arguments.of(
                        "double quotes, joined lines",
                        "where: \"status \\\n      > 1 AND \\\n      WRONG < 5\"",
                        "10:7"),
                Arguments.of("double quotes, folded lines", "where: \"status > 1\n      AND WRONG < 5\"", "9:11"),
                Arguments.of(
                        "double quotes, an escaped pair", "where: \"service = '\\U0001F600' AND WRONG < 5\"", "8:40"),
                Arguments.of("literal block", "where: |\n      status > 1\n        AND WRONG < 5", "10:13"),
                Arguments.of(
                        "literal block with indentation",
                        "where: |2-\n       status > 1\n      AND WRONG < 5",
                        "10:11"),
                Arguments.of("folded block", "where: >-\n      status > 1\n\n      AND WRONG < 5", "11:11"),
                Arguments.of("behind characters of two units", "where: service = '😀😀' AND WRONG < 5", "8:33"),
                Arguments.of("behind a variable", "where: status > ${BIG} AND WRONG < 5", "8:32"),
                Arguments.of("behind a literal ${", "where: service = '$${BIG}' AND WRONG < 5", "8:36"),
                Arguments.of("inside a variable", "where: status > 1 AND ${WORD}", "8:27"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void wrongWordIsPointedAt(String title, String line, String place) {
        PipelineFile file =
                Reader.read(Reader.window(line), Map.of("BIG", "4294967296", "WORD", "status + WRONG < 5"), true);
        assertThat(file.problems()).as(title).singleElement().satisfies(problem -> {
            assertThat(problem.line() + ":" + problem.column()).isEqualTo(place);
            assertThat(problem.path()).isEqualTo("windows.w.where");
        });
    }

    @Test
    void secondUseOfAnAnchorPointsToTheText() {
        String text = Reader.window("where: *w").replace("name: x\n", "name: x\nx-where: &w status > WRONG\n");
        assertThat(Reader.problems(text))
                .containsExactly("2:22: windows.w.where: there is no field WRONG; those of the source");
    }
}
