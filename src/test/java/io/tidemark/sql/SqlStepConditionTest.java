package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions of a pattern's steps, which name events of earlier ones. */
class SqlStepConditionTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("ip", FieldType.STRING, true),
            new Field("n", FieldType.LONG, true),
            new Field("timestamp", FieldType.TIMESTAMP, true),
            new Field("tags", FieldType.LIST, true)));
    private static final List<String> STEPS = List.of("failed", "order");

    /** The event, the last of step failed, and none of step order. */
    private static final Object[] ROW = {"1.1.1.1", 5L, 1000L, null, "2.2.2.2", 7L, 400L, null, null, null, null, null};

    private static Compiled<Expression> compiled(String text) {
        return SqlCompiler.stepCondition(text, SCHEMA, STEPS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ip <> failed.ip",
                "n < failed.n AND failed.n - n = 2",
                "failed . n = 7",
                "`failed`.`n` = 7",
                "timestamp > failed.timestamp AND timestamp - INTERVAL '1' SECOND < failed.timestamp",
                "order.n IS NULL AND order.timestamp IS NULL AND failed.tags IS NULL",
                "COALESCE(order.n, failed.n, n) = 7",
                "failed.ip IN ('2.2.2.2')",
                "CASE WHEN failed.n > 6 THEN TRUE ELSE FALSE END",
                "NOT failed.n = n"
            })
    void lastEventsOfEarlierStepsHaveFields(String text) {
        Compiled<Expression> compiled = compiled(text);

        assertThat(compiled.problems()).isEmpty();
        assertThat(Objects.requireNonNull(compiled.value()).test(index -> ROW[index]))
                .isTrue();
    }

    @Test
    void whatIsNullInAStepThatTheMatchLacksMeetsNoCondition() {
        assertThat(Objects.requireNonNull(
                                compiled("order.ip = ip OR order.n > 0").value())
                        .test(index -> ROW[index]))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ip <> faild.ip | 1:7 | no step 'faild' comes before this one; did you mean 'failed'?",
                "ip <> other.ip | 1:7 | no step 'other' comes before this one; there are failed, order",
                "n > 1 AND failed.ipp = ip | 1:18 | no field 'ipp'; did you mean 'ip'?",
                "failed.n = ip | 1:12 | *",
                "failed.a.b = ip | 1:1 | 'failed.a.b' has 2 dots; write STEP.field",
                "failed = ip | 1:1 | *"
            })
    void wrongNamesArePointedAt(String text, String place, String message) {
        assertThat(compiled(text).problems()).first().satisfies(problem -> {
            assertThat(problem.line() + ":" + problem.column()).isEqualTo(place);
            if (!message.equals("*")) {
                assertThat(problem.message()).isEqualTo(message);
            }
        });
        assertThat(compiled(text).value()).isNull();
    }

    @Test
    void firstStepHasNoneBeforeIt() {
        assertThat(SqlCompiler.stepCondition("ip <> failed.ip", SCHEMA, List.of())
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("no step 'failed' comes before this one; name the field alone"));
    }

    @Test
    void elsewhereADotIsNoPartOfAName() {
        assertThat(SqlCompiler.condition("ip <> failed.ip", SCHEMA).problems())
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.message()).isEqualTo("'failed.ip' has a dot; name the field alone"));
    }
}
