package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields with the names of SQL's own words. */
class SqlFieldNamesTest {
    private static Compiled<Expression> compiled(String text, String... longs) {
        List<Field> fields = new java.util.ArrayList<>();
        for (String name : longs) {
            fields.add(new Field(name, FieldType.LONG, true));
        }
        fields.add(new Field("t", FieldType.TIMESTAMP, true));
        fields.add(new Field("s", FieldType.STRING, true));
        return SqlCompiler.scalar(text, new Schema(fields));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user",
                "timestamp",
                "value",
                "order",
                "method",
                "count",
                "date",
                "time",
                "end_",
                "start",
                "rank",
                "result",
                "day",
                "position",
                "values",
                "key",
                "at",
                "level",
                "group",
                "select",
                "from",
                "where",
                "year",
                "hour",
                "interval",
                "row",
                "first",
                "last",
                "sum",
                "min",
                "max",
                "abs",
                "current_user",
                "current_date",
                "USER",
                "Timestamp",
                "table",
                "all",
                "distinct",
                "both",
                "exists",
                "array",
                "unknown",
                "with",
                "by",
                "as",
                "to",
                "on",
                "join",
                "left",
                "right",
                "window",
                "over",
                "filter",
                "set",
                "cast",
                "extract",
                "floor",
                "primary",
                "default",
                "limit",
                "offset",
                "partition",
                "range",
                "rows",
                "system",
                "minute",
                "second",
                "month",
                "week",
                "string",
                "long",
                "double",
                "boolean",
                "decimal",
                "list",
                "int",
                "_x",
                "x1"
            })
    void aWordThatIsAFieldIsTheField(String name) {
        for (String text : List.of(
                name + " = 5",
                "5 = " + name,
                "(" + name + " + " + name + ") * -" + name,
                "s = 'x' AND " + name + " > 1 OR NOT " + name + " < 2",
                name + " IN (" + name + ", 1)",
                name + " BETWEEN " + name + " AND " + name,
                "CASE WHEN " + name + " = 1 THEN " + name + " ELSE " + name + " END",
                "CASE " + name + " WHEN 1 THEN 2 WHEN " + name + " THEN 3 END",
                "ABS(" + name + ") + COALESCE(" + name + ", " + name + ")",
                "CAST(" + name + " AS string)",
                name + " IS NOT NULL AND " + name + " IS NOT DISTINCT FROM " + name,
                "`" + name + "` + " + name)) {
            Compiled<Expression> compiled = compiled(text, name);
            assertThat(compiled.problems()).as(text).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    EXTRACT(year FROM t)                       ; year
                    EXTRACT(YEAR FROM t) + year                ; year
                    FLOOR(t TO day)                            ; day
                    t + INTERVAL '1' day                       ; day
                    t + INTERVAL day day                       ; day
                    TIMESTAMPADD(hour, hour, t)                ; hour
                    TIMESTAMPDIFF(minute, t, t) + minute       ; minute
                    CAST(date AS timestamp) IS NULL OR date = 1; date
                    CAST(string AS string)                     ; string
                    CAST(s AS long) + long                     ; long
                    timestamp '2026-01-01 00:00:00' > t        ; timestamp
                    timestamp > 1                              ; timestamp
                    abs(abs)                                   ; abs
                    abs (abs)                                  ; abs
                    year(t) + year                             ; year
                    day(t) + day                               ; day
                    count + 1                                  ; count
                    TRIM(BOTH 'x' FROM s) = 'y' AND both = 1   ; both
                    s IS DISTINCT FROM 'x' AND distinct = 1    ; distinct
                    """)
    void unitsTypesAndFunctionsStayWhatTheyAre(String text, String name) {
        List<String> errors = SqlFixture.shown(compiled(text, name).problems());
        if (name.equals("date")) {
            assertThat(errors).hasSize(1).first().asString().startsWith("1:6 error a long is not cast");
        } else {
            assertThat(errors).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "and", "or", "not", "is", "in", "like", "between", "case", "when", "then", "else", "end", "null",
                "true", "false"
            })
    void theShortListNeedsBackticks(String name) {
        assertThat(compiled("`" + name + "` = 5", name).problems()).isEmpty();
        assertThat(compiled(name + " = 5", name).problems()).as(name).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "user", "timestamp", "date", "method", "key", "row"})
    void aReservedWordThatIsNoFieldIsAnUnknownField(String word) {
        assertThat(SqlFixture.shown(
                        compiled("s = 'x' AND " + word + " = 5", "other").problems()))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("1:13 error");
    }
}
