package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Row;
import io.tidemark.event.Schema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlAggregatesTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("bytes", FieldType.LONG, true),
            new Field("latency", FieldType.DOUBLE, true),
            new Field("price", FieldType.DECIMAL, true),
            new Field("status", FieldType.LONG, true),
            new Field("user", FieldType.STRING, true),
            new Field("count", FieldType.LONG, true),
            new Field("filter", FieldType.LONG, true),
            new Field("items", FieldType.LIST, true),
            new Field("time", FieldType.TIMESTAMP, true)));

    /** Enough of a catalog to see that the compiler asks it the right things. */
    private static final class Catalog implements AggregateCatalog {
        @Override
        public Set<String> names() {
            return Set.of(
                    "count",
                    "sum",
                    "avg",
                    "min",
                    "max",
                    "first",
                    "last",
                    "p50",
                    "p99",
                    "percentile",
                    "median",
                    "stddev",
                    "most_frequent",
                    "ratio",
                    "rate");
        }

        @Override
        public Resolution resolve(Signature call) {
            boolean numeric = call.argument() == FieldType.LONG
                    || call.argument() == FieldType.DOUBLE
                    || call.argument() == FieldType.DECIMAL;
            return switch (call.function()) {
                case "count" ->
                    call.star() || call.argument() != null
                            ? Resolution.of(FieldType.LONG)
                            : Resolution.error(Part.CALL, "count takes * or an argument");
                case "rate" -> Resolution.of(FieldType.DOUBLE);
                case "first", "last", "min", "max" ->
                    call.argument() == null
                            ? Resolution.error(Part.CALL, "an argument is missing")
                            : Resolution.of(call.argument());
                case "most_frequent" -> Resolution.of(FieldType.LIST);
                case "ratio" ->
                    call.argument() == FieldType.BOOLEAN
                            ? Resolution.of(FieldType.DOUBLE)
                            : Resolution.error(Part.ARGUMENT, "ratio takes a condition");
                default -> {
                    if (!numeric) {
                        yield Resolution.error(Part.ARGUMENT, call.function() + " takes a number");
                    }
                    if (call.distinct()) {
                        yield Resolution.error(Part.CALL, "DISTINCT goes only with count");
                    }
                    boolean percentile = call.function().equals("percentile");
                    if (percentile
                            && (call.parameters().isEmpty()
                                    || call.parameters().get(0).compareTo(BigDecimal.ONE) < 0)) {
                        yield Resolution.error(Part.PARAMETER, "a percent from 1 to 100");
                    }
                    yield Resolution.of(
                            call.function().equals("sum") ? Objects.requireNonNull(call.argument()) : FieldType.DOUBLE);
                }
            };
        }
    }

    private static AggregateExpression compiled(String text) {
        Compiled<AggregateExpression> compiled = SqlCompiler.aggregate(text, SCHEMA, new Catalog());
        assertThat(compiled.problems().stream().filter(problem -> !problem.warning()))
                .as(text)
                .isEmpty();
        return Objects.requireNonNull(compiled.value());
    }

    private static List<String> problems(String text) {
        return SqlFixture.shown(
                SqlCompiler.aggregate(text, SCHEMA, new Catalog()).problems());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    count(*)                                          ; long   ; count(*, []) FILTER
                    COUNT(*)                                          ; long   ; count(*, []) FILTER
                    count(bytes)                                      ; long   ; count($bytes, []) FILTER
                    count(DISTINCT user)                              ; long   ; count(DISTINCT $user, []) FILTER
                    sum(bytes)                                        ; long   ; sum($bytes, []) FILTER
                    sum(price)                                        ; decimal; sum($price, []) FILTER
                    min(user)                                         ; string ; min($user, []) FILTER
                    first(user)                                       ; string ; first($user, []) FILTER
                    last(time)                                        ; timestamp; last($time, []) FILTER
                    percentile(latency, 99.95)                        ; double ; percentile($latency, [99.95]) FILTER
                    most_frequent(user, 5)                            ; list   ; most_frequent($user, [5]) FILTER
                    rate()                                            ; double ; rate(, []) FILTER
                    count(count)                                      ; long   ; count($count, []) FILTER
                    sum(filter)                                       ; long   ; sum($filter, []) FILTER
                    """)
    void oneCallIsOneValue(String text, String type, String digest) {
        AggregateExpression expression = compiled(text);

        assertThat(expression.type().word()).isEqualTo(type);
        assertThat(expression.calls()).hasSize(1);
        assertThat(expression.calls().get(0).digest().trim()).isEqualTo(digest);
    }

    @Test
    void argumentsAndFiltersAreExpressionsOverTheEvents() {
        AggregateExpression expression = compiled("sum(bytes * 2) FILTER (WHERE status >= 500 AND user = 'x')");
        AggregateCall call = expression.calls().get(0);
        Row event = index -> switch (index) {
            case 0 -> 21L;
            case 3 -> 503L;
            case 4 -> "x";
            default -> null;
        };

        assertThat(call.argument()).isNotNull();
        assertThat(call.filter()).isNotNull();
        assertThat(call.argument().evaluate(event)).isEqualTo(42L);
        assertThat(call.filter().test(event)).isTrue();
    }

    @Test
    void equalCallsAreOne() {
        AggregateExpression expression = compiled("sum(bytes) + SUM( bytes ) + sum(bytes) FILTER (WHERE status > 1)"
                + " + sum((bytes)) FILTER (WHERE (status > 1)) + percentile(bytes, 95) + percentile(bytes, 95.0)");

        assertThat(expression.calls()).hasSize(3);
        Row results = index -> index == 2 ? (Object) 0.5 : (Object) (index == 0 ? 1L : 10L);
        assertThat(expression.outer().evaluate(results)).isEqualTo(23.0);
    }

    @Test
    void callsThatDifferInAStringALiteralOrTheFilterStayApart() {
        assertThat(compiled("count(CASE WHEN user = 'a' THEN 1 END) + count(CASE WHEN user = 'b' THEN 1 END)")
                        .calls())
                .hasSize(2);
        assertThat(compiled("sum(bytes + 1) + sum(bytes + 1.0)").calls()).hasSize(2);
        assertThat(compiled("count(*) + count(DISTINCT user) + count(user) + count(*) FILTER (WHERE status = 1)")
                        .calls())
                .hasSize(4);
        assertThat(compiled("count(*) FILTER (WHERE user IN ('a', 'b'))"
                                + " + count(*) FILTER (WHERE user IN ('b', 'a'))")
                        .calls())
                .hasSize(1);
        assertThat(compiled("count(*) FILTER (WHERE user LIKE 'a%') + count(*) FILTER (WHERE user LIKE 'b%')")
                        .calls())
                .hasSize(2);
        assertThat(compiled("count(*) FILTER (WHERE REGEXP_LIKE(user, 'a'))"
                                + " + count(*) FILTER (WHERE REGEXP_LIKE(user, 'b'))")
                        .calls())
                .hasSize(2);
    }

    @Test
    void theContractsExampleIsADoubleWithoutAWarning() {
        Compiled<AggregateExpression> compiled =
                SqlCompiler.aggregate("round(1.0 * sum(bytes) / count(*), 2)", SCHEMA, new Catalog());

        assertThat(compiled.problems()).isEmpty();
        assertThat(compiled.value()).isNotNull();
        assertThat(compiled.value().type()).isEqualTo(FieldType.DOUBLE);
        assertThat(compiled.value().outer().evaluate(index -> index == 0 ? 10L : 3L))
                .isEqualTo(3.33);
    }

    @Test
    void aQuotientOfLongAggregatesWarns() {
        assertThat(problems("round(sum(bytes) / count(*), 2)"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("1:7 warning '/' of longs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    bytes                                     ; 1:1 ; outside an aggregate
                    sum(bytes) + bytes                        ; 1:14; outside an aggregate
                    sum(bytes) / foo                          ; 1:14; no field 'foo'
                    sum(foo)                                  ; 1:5 ; no field 'foo'
                    sum(user)                                 ; 1:5 ; sum takes a number
                    sum(bytes + user)                         ; 1:13; takes numbers
                    stddev_pop(bytes)                         ; 1:1 ; not available yet
                    summ(bytes)                               ; 1:1 ; did you mean 'sum'
                    p101(bytes)                               ; 1:1 ; unknown function 'p101'
                    sum(max(bytes))                           ; 1:5 ; not nested
                    sum(bytes) FILTER (WHERE max(bytes) > 1)  ; 1:26; not nested
                    count(*) FILTER (WHERE status)            ; 1:24; must be boolean
                    count(*) FILTER (WHERE user > 1)          ; 1:31; a string and a long
                    count()                                   ; 1:1 ; count takes
                    sum(*)                                    ; 1:5 ; sum takes a number
                    count(bytes, user)                        ; 1:14; only a literal number
                    percentile(latency, 0.5)                  ; 1:21; from 1 to 100
                    percentile(latency, -1)                   ; 1:21; from 1 to 100
                    percentile(latency, status)               ; 1:21; only a literal number
                    sum(DISTINCT bytes)                       ; 1:1 ; DISTINCT
                    UPPER(user) FILTER (WHERE status = 1)     ; 1:1 ; behind an aggregate
                    sum(bytes) OVER ()                        ; 1:1 ; no window functions
                    min(bytes) WITHIN GROUP (ORDER BY bytes)  ; 1:1 ; percentile(x, 95)
                    avg(bytes) IGNORE NULLS                   ; 1:1 ; skip nulls
                    count(items)                              ; 1:7 ; IS [NOT] NULL
                    ratio(status)                             ; 1:7 ; takes a condition
                    max(NULL)                                 ; 1:5 ; CAST(NULL AS type)
                    most_frequent(user, 5) + 1                ; 1:1 ; IS [NOT] NULL
                    1 + 1                                     ; 1:3 ; no aggregate function
                    NOW()                                     ; 1:1 ; wall clock
                    sum(bytes) == 1                           ; 1:12; write = to compare
                    """)
    void errorsStandAtTheirOwnPlaces(String text, String place, String words) {
        if (text.equals("1 + 1")) {
            place = "1:1";
        }
        assertThat(problems(text))
                .hasSize(1)
                .first()
                .asString()
                .startsWith(place + " error")
                .contains(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ratio(status >= 500)",
                "count(items IS NOT NULL)",
                "COALESCE(sum(bytes), 0) + 1",
                "CASE WHEN count(*) > 0 THEN 100.0 * count(*) FILTER (WHERE status >= 500) / count(*) END",
                "first(user) || '-' || last(user)",
                "most_frequent(user, 5) IS NULL",
                "max(latency) - min(latency)",
                "CAST(avg(latency) AS long)",
                "max(time) + INTERVAL '1' MINUTE",
                "count(ALL user)"
            })
    void expressionsOverAggregatesCompile(String text) {
        assertThat(problems(text)).isEmpty();
    }

    @Test
    void allErrorsComeAtOnce() {
        assertThat(problems("summ(bytes) + sum(foo) + bytes"))
                .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
                .containsExactly("1:1", "1:19", "1:26");
    }
}
