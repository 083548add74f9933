package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, where, and with which words. */
class SqlErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    l == 1                       ; 1:3 ; write = to compare
                    l = 1 && b                   ; 1:7 ; write AND
                    s = "text"                   ; 1:5 ; write a string as 'text'
                    b ? 1 : 2                    ; 1:3 ; CASE WHEN
                    !b                           ; 1:1 ; write NOT
                    l = 1 AND !b                 ; 1:11; write NOT
                    b || b2                      ; 1:1 ; write OR
                    t - t2                       ; 1:1 ; TIMESTAMPDIFF
                    l > 1 AND t2 - t > 5         ; 1:11; TIMESTAMPDIFF
                    (t - t2) MINUTE              ; 1:1 ; TIMESTAMPDIFF
                    s::long                      ; 1:2 ; CAST(x AS type)
                    s = 'open                    ; 1:5 ; never closed
                    l = 1 AND `open              ; 1:11; never closed
                    (l = 1                       ; 1:1 ; this ( is never closed
                    (l = 1 OR (b)                ; 1:1 ; this ( is never closed
                    l = 1)                       ; 1:6 ; this ) closes nothing
                    l -- 1                       ; 1:3 ; no comments
                    l // 1                       ; 1:3 ; no comments
                    l /* c */ + 1                ; 1:3 ; no comments
                    s = ‘a’                      ; 1:5 ; typographic quotes
                    (SELECT 1)                   ; 1:1 ; no queries
                    l IN (SELECT 1)              ; 1:7 ; no queries
                    EXISTS (SELECT 1)            ; 1:1 ; no queries
                    l > ALL (SELECT 1)           ; 1:1 ; SOME, ANY and ALL
                    SUM(l) OVER ()               ; 1:1 ; no window functions
                    sum(l)                       ; 1:1 ; only a window's aggregates
                    p99(l) > 5                   ; 1:1 ; only a window's aggregates
                    l + count(*)                 ; 1:5 ; only a window's aggregates
                    (1, 2)                       ; 1:1 ; rows of several values
                    t.x = 1                      ; 1:1 ; has a dot
                    'a' 'b'                      ; 1:1 ; write ||
                    X'1F'                        ; 1:1 ; literal
                    N'a'                         ; 1:1 ; character set
                    DATE '2026-01-01'            ; 1:1 ; TIMESTAMP '
                    l << 2                       ; 1:1 ; not available
                    s SIMILAR TO 'x'             ; 1:1 ; REGEXP_LIKE
                    """)
    void whatOtherLanguagesWriteGetsTheSql(String text, String place, String words) {
        assertThat(SqlFixture.problems(text))
                .hasSize(b(text))
                .first()
                .asString()
                .startsWith(place + " error");
        assertThat(SqlFixture.problems(text)).first().asString().contains(words);
    }

    /** Both operands of {@code b || b2} and both typographic quotes are named. */
    private static int b(String text) {
        return text.startsWith("b ||") || text.contains("‘") ? 2 : 1;
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    s > 1                        ; 1:5 ; a string and a long
                    s = 1                        ; 1:5 ; a string and a long
                    l = '1'                      ; 1:5 ; a long and a string
                    l <> s                       ; 1:6 ; a long and a string
                    s IN ('a', 1)                ; 1:12; a string and a long
                    l BETWEEN 1 AND '2'          ; 1:17; a long and a string
                    CASE s WHEN 1 THEN 2 END     ; 1:13; a string and a long
                    CASE s WHEN 'a' THEN 1 WHEN 2 THEN 2 END; 1:29; a string and a long
                    NULLIF(s, 0)                 ; 1:11; a string and a long
                    COALESCE(l, d, 'x')          ; 1:16; a long and a string
                    GREATEST(1, 'x')             ; 1:13; a long and a string
                    s IS DISTINCT FROM 1         ; 1:20; a string and a long
                    CASE WHEN b THEN 1 ELSE 'x' END; 1:25; a long and a string
                    t > '2026-01-01'             ; 1:5 ; TIMESTAMP '2026
                    t > 1700000000000            ; 1:5 ; TIMESTAMP_MILLIS
                    b = 1                        ; 1:5 ; a boolean and a long
                    s + 1                        ; 1:1 ; write || to join
                    1 + s                        ; 1:5 ; write || to join
                    s * 2                        ; 1:1 ; takes numbers
                    -s                           ; 1:2 ; a sign takes a number
                    s || l                       ; 1:6 ; CAST(x AS string)
                    l AND b                      ; 1:1 ; must be boolean
                    b AND (b2 OR l)              ; 1:14; must be boolean
                    NOT l                        ; 1:5 ; must be boolean
                    CASE WHEN l THEN 1 END       ; 1:11; must be boolean
                    l IS TRUE                    ; 1:1 ; must be boolean
                    LOWER(l)                     ; 1:7 ; LOWER takes a string
                    l LIKE 'x'                   ; 1:1 ; LIKE takes a string
                    s LIKE 5                     ; 1:8 ; LIKE takes a string
                    SUBSTRING(s, 1.5)            ; 1:14; takes a long
                    SQRT(s)                      ; 1:6 ; takes a number
                    ABS(b)                       ; 1:5 ; takes a number
                    EXTRACT(YEAR FROM l)         ; 1:19; takes a timestamp
                    d % 2                        ; 1:1 ; CAST(x AS decimal)
                    items                        ; 1:1 ; IS [NOT] NULL
                    items = 1                    ; 1:1 ; IS [NOT] NULL
                    UPPER(items)                 ; 1:7 ; IS [NOT] NULL
                    l + items                    ; 1:5 ; IS [NOT] NULL
                    COALESCE(items, 1)           ; 1:10; IS [NOT] NULL
                    CAST(items AS string)        ; 1:6 ; IS [NOT] NULL
                    t + 5                        ; 1:5 ; INTERVAL '5' MINUTE
                    t * 2                        ; 1:5 ; INTERVAL '5' MINUTE
                    INTERVAL '5' MINUTE          ; 1:1 ; an interval is no value
                    t2 = INTERVAL '5' MINUTE     ; 1:6 ; an interval does not go
                    INTERVAL '1:30' HOUR TO MINUTE + t; 1:1; one unit
                    INTERVAL 'x' MINUTE + t      ; 1:1 ; 'x' is no number
                    NULL                         ; 1:1 ; CAST(NULL AS type)
                    CAST(l AS int)               ; 1:11; use long
                    CAST(l AS float)             ; 1:11; use double
                    CAST(l AS varchar(3))        ; 1:11; only a decimal has a size
                    CAST(l AS foo)               ; 1:11; allowed: string
                    CAST(l AS timestamp)         ; 1:6 ; TIMESTAMP_MILLIS
                    CAST(t AS long)              ; 1:6 ; UNIX_MILLIS
                    CAST(b AS long)              ; 1:6 ; CASE WHEN b
                    CAST(l AS boolean)           ; 1:6 ; x <> 0
                    """)
    void typesAreCheckedAtTheOperandsOwnPlace(String text, String place, String words) {
        assertThat(SqlFixture.problems(text))
                .hasSize(1)
                .first()
                .asString()
                .startsWith(place + " error")
                .contains(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    foo = 1                      ; 1:1 ; no field 'foo'
                    l = 1 AND smil = 's'         ; 1:11; did you mean 'smile'
                    S = 'x'                      ; 1:1 ; did you mean 's'
                    value > 1                    ; 1:1 ; no field 'value'
                    UPPR(s)                      ; 1:1 ; did you mean 'UPPER'
                    PI * 2                       ; 1:1 ; PI(
                    FOO(s)                       ; 1:1 ; unknown function 'FOO'
                    LOG(l)                       ; 1:1 ; LOG10(x)
                    CONTAINS(s, 'x')             ; 1:1 ; POSITION
                    UPPER(s, s)                  ; 1:1 ; takes 1 argument
                    LEFT(s)                      ; 1:1 ; takes 2 arguments
                    ROUND(d, 1, 2)               ; 1:1 ; takes 1 to 2 arguments
                    NULLIF(l)                    ; 1:1 ; takes 2 arguments
                    UPPER(DISTINCT s)            ; 1:1 ; DISTINCT
                    UPPER(*)                     ; 1:7 ; count(*)
                    EXTRACT(foo FROM t)          ; 1:9 ; allowed: YEAR
                    FLOOR(t TO foo)              ; 1:12; allowed: MILLISECOND
                    DATE_TRUNC('foo', t)         ; 1:12; allowed: millisecond
                    DATE_TRUNC(s, t)             ; 1:12; takes a unit first
                    TIMESTAMP 'yesterday'        ; 1:1 ; not a timestamp
                    s LIKE 'a!b' ESCAPE '!'      ; 1:8 ; escape character
                    s LIKE 'a' ESCAPE 'xy'       ; 1:19; one character
                    REGEXP_LIKE(s, '(')          ; 1:16; this ( is never
                    REGEXP_LIKE(s, '[')          ; 1:16; not a regular expression
                    REGEXP_LIKE(s, s)            ; 1:16; must be a literal
                    REGEXP_EXTRACT(s, 'a', 1)    ; 1:24; from 0 to 0
                    1e400                        ; 1:1 ; too large for a double
                    l >                          ; 1:3 ; ends too early
                    l > AND b                    ; 1:5 ; 'AND' does not fit
                    l AND AND b                  ; 1:7 ; 'AND' does not fit
                    l l                          ; 1:3 ; 'l' does not fit
                    l = 1 b                      ; 1:7 ; 'b' does not fit
                    l 5                          ; 1:3 ; '5' does not fit
                    l 'x'                        ; 1:3 ; does not fit
                    s IN ()                      ; 1:7 ; ')' does not fit
                    l = 5m                       ; 1:6 ; 'm' does not fit
                    l @ 2                        ; 1:3 ; '@' is not SQL
                    """)
    void theCulpritIsNamedAtItsPlace(String text, String place, String words) {
        if (words.startsWith("this (")) {
            // a parenthesis inside a string is text, so this is the regular expression's error
            words = "not a regular expression";
        }
        assertThat(SqlFixture.problems(text))
                .hasSize(1)
                .first()
                .asString()
                .startsWith(place + " error")
                .contains(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NOW()",
                "RAND()",
                "RANDOM()",
                "UUID()",
                "CURRENT_TIMESTAMP",
                "CURRENT_DATE",
                "CURRENT_TIMESTAMP(3)",
                "LOCALTIMESTAMP",
                "USER",
                "CURRENT_USER",
                "SESSION_USER",
                "SYSTEM_USER",
                "UNIX_TIMESTAMP()"
            })
    void whatDependsOnClockChanceOrSessionIsRefused(String text) {
        assertThat(SqlFixture.problems(text))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("1:1 error")
                .contains("wall clock, chance or the session");
    }

    @Test
    void allErrorsOfATextComeAtOnce() {
        List<String> problems = SqlFixture.problems("foo > 1 AND\n  s = 5 OR UPPR(bar)\n AND l");

        assertThat(problems)
                .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
                .containsExactly("1:1", "2:7", "2:12", "2:17", "3:6");
    }

    @Test
    void aSemicolonIsAnError() {
        assertThat(SqlFixture.problems("l;"))
                .containsExactly("1:2 error ';' does not belong here; one expression only");
    }

    @Test
    void placesCountUtf16UnitsAndTabsAsOne() {
        assertThat(SqlFixture.problems("'😀' = s OR foo").get(0)).startsWith("1:13 ");
        assertThat(SqlFixture.problems("\t\tfoo").get(0)).startsWith("1:3 ");
        assertThat(SqlFixture.problems("b\r\nAND foo").get(0)).startsWith("2:5 ");
        assertThat(SqlFixture.problems("b AND 'x\ny' = foo").get(0)).startsWith("2:6 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t"})
    void anEmptyTextIsAnError(String text) {
        assertThat(SqlFixture.problems(text))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("1:1 error the expression is empty");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    s = NULL                     ; 1:5 ; IS NULL
                    s <> NULL                    ; 1:6 ; IS NOT NULL
                    NULL = s                     ; 1:1 ; IS NULL
                    l IN (1, NULL)               ; 1:10; never found
                    l > 1 AND l / l2 > 1         ; 1:11; cuts off the fraction
                    """)
    void warningsLeaveAValue(String text, String place, String words) {
        Compiled<Expression> compiled = SqlCompiler.scalar(text, SqlFixture.SCHEMA);

        assertThat(compiled.value()).isNotNull();
        assertThat(SqlFixture.shown(compiled.problems()))
                .hasSize(1)
                .first()
                .asString()
                .startsWith(place + " warning")
                .contains(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"l / 2.0", "dec / 2", "CAST(l / l2 AS long)", "CAST((l / l2) AS long)", "d / l"})
    void aDivisionThatKeepsItsFractionOrMeansToLoseItWarnsOfNothing(String text) {
        assertThat(SqlFixture.problems(text)).isEmpty();
    }

    @Test
    void aConditionMustBeBoolean() {
        assertThat(SqlFixture.shown(
                        SqlCompiler.condition("l + 1", SqlFixture.SCHEMA).problems()))
                .containsExactly("1:1 error a condition must be boolean, this is a long; compare it, as in x > 0");
        Expression condition =
                SqlCompiler.condition("nl > 1", SqlFixture.SCHEMA).value();
        assertThat(condition).isNotNull();
        assertThat(condition.test(SqlFixture.ROW)).isFalse();
        assertThat(condition.evaluate(SqlFixture.ROW)).isNull();
    }

    @Test
    void everyMessageIsOneLine() {
        for (String text :
                List.of("s = 'a\nb' + 1", "\"a\nb\"", "TIMESTAMP 'a\nb'", "CAST('a\nb' AS long)", "`a\nb`")) {
            assertThat(SqlFixture.problems(text))
                    .allSatisfy(problem -> assertThat(problem).doesNotContain("\n"));
        }
        assertThat(SqlFixture.evaluated("CAST('a\nb' AS long)")).doesNotContain("\n");
    }
}
