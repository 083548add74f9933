package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that mean nothing: never a crash, always a problem of one line at a place inside the text, or a value. */
class SqlNonsenseTest {
    private static final String[] WORDS = {
        "l",
        "s",
        "d",
        "b",
        "dec",
        "t",
        "items",
        "nl",
        "foo",
        "1",
        "2.5",
        "'x'",
        "NULL",
        "TRUE",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "%",
        "=",
        "<>",
        "<",
        ">=",
        "||",
        "AND",
        "OR",
        "NOT",
        "IS",
        "IN",
        "LIKE",
        "BETWEEN",
        "CASE",
        "WHEN",
        "THEN",
        "ELSE",
        "END",
        "CAST(",
        "AS",
        "long",
        "decimal(5,2)",
        "EXTRACT(",
        "YEAR",
        "FROM",
        "FLOOR(",
        "TO",
        "HOUR",
        "INTERVAL",
        "'5'",
        "MINUTE",
        "count(*)",
        "sum(",
        "FILTER (WHERE",
        "DISTINCT",
        "SELECT",
        "EXISTS",
        "ROW",
        "ARRAY",
        "OVER ()",
        "TIMESTAMP",
        "'2026-01-01'",
        "COALESCE(",
        "UPPER(",
        "TRIM(",
        "BOTH",
        "POSITION(",
        ".",
        "[",
        "]",
        "?",
        "==",
        "&&",
        "\"",
        "'",
        "`",
        "--",
        ";",
        "user",
        "value",
        "ROWS",
        "ORDER BY",
        "first(",
        "IGNORE NULLS",
        "::",
        "😀",
        "\n",
        "SUBSTRING(",
        "FOR",
        "JSON_VALUE(",
        "PERIOD",
        "MULTISET",
        "NEXT",
        "MAP",
        "TABLE",
        "USING",
        "1e400",
        "X'1F'"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void neverCrashes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 700; i++) {
            StringBuilder builder = new StringBuilder();
            for (int words = 1 + random.nextInt(9); words > 0; words--) {
                builder.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            String text = builder.toString();
            Compiled<Expression> compiled = SqlCompiler.scalar(text, SqlFixture.SCHEMA);

            String context = "seed " + seed + ": " + text + " " + compiled.problems();
            assertThat(compiled.value() != null || !compiled.problems().isEmpty())
                    .as(context)
                    .isTrue();
            String[] lines = text.split("\n", -1);
            for (SqlProblem problem : compiled.problems()) {
                assertThat(problem.message())
                        .as(context)
                        .isNotBlank()
                        .doesNotContain("\n")
                        .doesNotContain("Exception");
                assertThat(problem.line()).as(context).isBetween(1, lines.length);
                assertThat(problem.column()).as(context).isBetween(1, lines[problem.line() - 1].length() + 1);
            }
        }
    }
}
