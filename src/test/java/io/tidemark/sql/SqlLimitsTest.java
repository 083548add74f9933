package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** No text and no value crashes, hangs or fills the memory. */
class SqlLimitsTest {
    private static Row with(String field, Object value) {
        int index = SqlFixture.SCHEMA.indexOf(field);
        return i -> i == index ? value : SqlFixture.ROW.get(i);
    }

    @Test
    void aTextThatIsTooLongIsAnError() {
        assertThat(SqlFixture.problems("l = 1" + " OR l = 1".repeat(2000)))
                .containsExactly("1:1 error the expression has 18005 characters; at most 10000");
    }

    @Test
    void longChainsOfConditionsCompileAndShip() throws IOException {
        for (String operator : new String[] {" OR ", " AND "}) {
            Expression expression = SqlFixture.compiled("l > 1" + (operator + "l > 1").repeat(900));
            assertThat(expression.test(SqlFixture.ROW)).isTrue();
            new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(expression);
        }
        assertThat(SqlFixture.evaluated("CHAR_LENGTH(s" + " || s".repeat(999) + ")"))
                .isEqualTo("long 3000");
    }

    @Test
    void nestingThatIsTooDeepIsAnError() {
        assertThat(SqlFixture.problems("1" + "+1".repeat(4000)))
                .hasSize(1)
                .first()
                .asString()
                .contains("nested too deeply");
        assertThat(SqlFixture.problems("NOT ".repeat(2000) + "b"))
                .hasSize(1)
                .first()
                .asString()
                .contains("nested too deeply");
        assertThat(SqlFixture.problems("-".repeat(1) + "(-".repeat(1500) + "l" + ")".repeat(1500)))
                .hasSize(1)
                .first()
                .asString()
                .contains("nested too deeply");
    }

    @Test
    void parenthesesAloneAreNoNesting() {
        assertThat(SqlFixture.evaluated("(".repeat(1000) + "l" + ")".repeat(1000)))
                .isEqualTo("long 7");
    }

    @Test
    void theDeepestExpressionEvaluatesAndShips() throws IOException {
        Expression expression = SqlFixture.compiled("0" + "+1".repeat(198));
        assertThat(expression.evaluate(SqlFixture.ROW)).isEqualTo(198L);
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(expression);
    }

    @Test
    void nestedSimpleCasesTakeNoExponentialTime() {
        String text = "l";
        for (int i = 0; i < 100; i++) {
            text = "CASE " + text + " WHEN 1 THEN 7 WHEN 7 THEN 1 END";
        }
        assertThat(SqlFixture.evaluated(text)).isEqualTo("long 7");
        String coalesce = "nl";
        for (int i = 0; i < 100; i++) {
            coalesce = "COALESCE(" + coalesce + ", nl)";
        }
        assertThat(SqlFixture.evaluated(coalesce)).isEqualTo("long null");
    }

    @Test
    void aDecimalOfEndlessDigitsFailsInsteadOfFillingTheMemory() {
        for (String text : new String[] {
            "dec + 1",
            "dec * dec",
            "dec / 3",
            "dec % 3",
            "CAST(dec AS string)",
            "CAST(dec AS long)",
            "ROUND(dec, 1)",
            "CAST(dec AS decimal(5, 2))"
        }) {
            Expression expression = SqlFixture.compiled(text);
            for (String value : new String[] {"1E999999999", "1E-999999999"}) {
                assertThat(failure(expression, with("dec", new BigDecimal(value))))
                        .as(text + value)
                        .isNotNull();
            }
        }
        assertThat(SqlFixture.compiled("dec > 1").test(with("dec", new BigDecimal("1E999999999"))))
                .isTrue();
    }

    @Test
    void aRegularExpressionThatRunsAwayFails() {
        String text = "a".repeat(5000) + "b";
        assertThat(failure(SqlFixture.compiled("REGEXP_LIKE(s, '^(a+)+$')"), with("s", text)))
                .contains("takes too long");
        assertThat(failure(SqlFixture.compiled("REGEXP_LIKE(s, '^(a|b)*c')"), with("s", "ab".repeat(100_000))))
                .isNotNull();
    }

    @Test
    void aTextThatGrowsWithoutEndFails() {
        String large = "a".repeat(1 << 19);
        for (String text : new String[] {
            "s || s || s",
            "REPEAT(s, 1000000)",
            "REPLACE(s, 'a', 'aaaa')",
            "LPAD(s, 9223372036854775807)",
            "CONCAT_WS(s, s, s)",
            "REGEXP_REPLACE(s, 'a', 'aaaa')",
            "SPACE(9223372036854775807)",
            "OVERLAY(s PLACING s || s FROM 9)",
            "TO_BASE64(s || s)"
        }) {
            assertThat(failure(SqlFixture.compiled(text), with("s", large)))
                    .as(text)
                    .contains("characters");
        }
    }

    @Test
    void aFailureHasNoStackTrace() {
        Expression expression = SqlFixture.compiled("l / zero");
        try {
            Objects.requireNonNull(expression.evaluate(SqlFixture.ROW));
            throw new AssertionError("no failure");
        } catch (EvaluationException e) {
            assertThat(e.getStackTrace()).isEmpty();
        }
    }

    private static @org.jspecify.annotations.Nullable String failure(Expression expression, Row row) {
        try {
            expression.evaluate(row);
            return null;
        } catch (EvaluationException e) {
            return e.getMessage();
        }
    }
}
