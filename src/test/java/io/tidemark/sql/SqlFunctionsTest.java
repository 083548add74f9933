package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions of text and time, as tables: text ; type and value. */
class SqlFunctionsTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    s || 'd' || s                             ; string abcdabc
                    s || ns                                   ; string null
                    CONCAT(s, '-', s)                         ; string abc-abc
                    CONCAT_WS('-', s, ns, 'x')                ; string abc-x
                    CONCAT_WS(ns, s, 'x')                     ; string null
                    UPPER(s)                                  ; string ABC
                    lower('ABC')                              ; string abc
                    INITCAP('hELLO wORLD')                    ; string Hello World
                    CHAR_LENGTH(smile)                        ; long 3
                    LENGTH(s)                                 ; long 3
                    CHARACTER_LENGTH('')                      ; long 0
                    TRIM('  a  ') || '|'                      ; string a|
                    TRIM(BOTH 'x' FROM 'xxaxx')               ; string a
                    TRIM(LEADING FROM '  a ') || '|'          ; string a |
                    TRIM(TRAILING 'ab' FROM 'cab')            ; string c
                    LTRIM('  a ') || '|'                      ; string a |
                    RTRIM(' a  ') || '|'                      ; string  a|
                    SUBSTRING(s FROM 2)                       ; string bc
                    SUBSTRING(s FROM 2 FOR 1)                 ; string b
                    SUBSTRING(s, 0, 2)                        ; string a
                    SUBSTRING(s, -5)                          ; string abc
                    SUBSTR(s, 9) || '|'                       ; string |
                    SUBSTRING(s, 2, 9223372036854775807)      ; string bc
                    SUBSTRING(smile, 2, 1)                    ; string 😀
                    LEFT(s, 2)                                ; string ab
                    RIGHT(s, 2)                               ; string bc
                    RIGHT(s, 9)                               ; string abc
                    LEFT(s, -1) || '|'                        ; string |
                    POSITION('c' IN s)                        ; long 3
                    POSITION('b' IN smile)                    ; long 3
                    POSITION('a' IN 'abab' FROM 2)            ; long 3
                    STRPOS(s, 'x')                            ; long 0
                    REPLACE(s, 'b', 'xx')                     ; string axxc
                    REPLACE(s, '', 'x')                       ; string abc
                    TRANSLATE(s, 'abc', 'xy')                 ; string xy
                    OVERLAY(s PLACING 'XX' FROM 2)            ; string aXX
                    OVERLAY(s PLACING 'XX' FROM 2 FOR 0)      ; string aXXbc
                    LPAD(s, 5, 'xy')                          ; string xyabc
                    LPAD(s, 2)                                ; string ab
                    RPAD(s, 5) || '|'                         ; string abc  |
                    REPEAT(s, 2)                              ; string abcabc
                    REPEAT(s, -1) || '|'                      ; string |
                    'a' || SPACE(2) || 'b'                    ; string a  b
                    REVERSE(smile)                            ; string b😀a
                    STARTS_WITH(s, 'ab')                      ; boolean true
                    ENDS_WITH(s, 'ab')                        ; boolean false
                    SPLIT_PART('a,b,c', ',', 2)               ; string b
                    SPLIT_PART('a,b,c', ',', 4) || '|'        ; string |
                    ASCII('a')                                ; long 97
                    CHR(97)                                   ; string a
                    MD5('a')                                  ; string 0cc175b9c0f1b6a831c399e269772661
                    SHA1('a')                                 ; string 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8
                    SHA256('')                                ; string e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                    TO_BASE64('abc')                          ; string YWJj
                    s LIKE 'a%'                               ; boolean true
                    s LIKE '%b%'                              ; boolean true
                    s LIKE '%b'                               ; boolean false
                    s LIKE 'abc'                              ; boolean true
                    s LIKE '_b_'                              ; boolean true
                    s LIKE '_b'                               ; boolean false
                    smile LIKE 'a_b'                          ; boolean true
                    s NOT LIKE '%z%'                          ; boolean true
                    s LIKE ns                                 ; boolean null
                    s LIKE '%' || 'c'                         ; boolean true
                    '50%' LIKE '50!%' ESCAPE '!'              ; boolean true
                    '505' LIKE '50!%' ESCAPE '!'              ; boolean false
                    s LIKE 'A%'                               ; boolean false
                    s ILIKE 'A%'                              ; boolean true
                    s NOT ILIKE 'A%'                          ; boolean false
                    'aXbXc' LIKE 'a%b%c'                      ; boolean true
                    '' LIKE '%'                               ; boolean true
                    REGEXP_LIKE(s, '^a.c$')                   ; boolean true
                    REGEXP_CONTAINS(s, 'z')                   ; boolean false
                    REGEXP_EXTRACT(s, '(b)(c)', 2)            ; string c
                    REGEXP_EXTRACT(s, 'b.')                   ; string bc
                    REGEXP_EXTRACT(s, 'z')                    ; string null
                    REGEXP_REPLACE(s, '(b)', '[$1]')          ; string a[b]c
                    """)
    void textFunctions(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    EXTRACT(YEAR FROM t)                        ; long 2026
                    extract(month from t)                       ; long 1
                    EXTRACT(DOW FROM t)                         ; long 5
                    EXTRACT(ISODOW FROM t)                      ; long 4
                    EXTRACT(DOY FROM t)                         ; long 1
                    EXTRACT(WEEK FROM t)                        ; long 1
                    EXTRACT(QUARTER FROM t)                     ; long 1
                    EXTRACT(EPOCH FROM t)                       ; long 1767225600
                    EXTRACT(EPOCH FROM TIMESTAMP_MILLIS(-1))    ; long -1
                    EXTRACT(SECOND FROM t2)                     ; long 30
                    EXTRACT(MILLISECOND FROM t2)                ; long 30123
                    EXTRACT(ISOYEAR FROM TIMESTAMP '2027-01-01'); long 2026
                    YEAR(t) * 10000 + MONTH(t) * 100 + DAY(t)   ; long 20260101
                    HOUR(t2) * 100 + MINUTE(t2)                 ; long 1
                    QUARTER(t) + WEEK(t) + DAYOFYEAR(t) + DAYOFMONTH(t) + DAYOFWEEK(t) + SECOND(t); long 9
                    CAST(FLOOR(t2 TO MINUTE) AS string)         ; string 2026-01-01T00:01:00Z
                    CAST(FLOOR(t TO WEEK) AS string)            ; string 2025-12-29T00:00:00Z
                    CAST(CEIL(t TO MONTH) AS string)            ; string 2026-02-01T00:00:00Z
                    CAST(CEIL(TIMESTAMP '2026-02-01' TO MONTH) AS string); string 2026-02-01T00:00:00Z
                    CAST(FLOOR(TIMESTAMP_MILLIS(-1) TO HOUR) AS string); string 1969-12-31T23:00:00Z
                    CAST(DATE_TRUNC('hour', t2) AS string)      ; string 2026-01-01T00:00:00Z
                    CAST(DATE_TRUNC('quarter', TIMESTAMP '2026-06-05') AS string); string 2026-04-01T00:00:00Z
                    CAST(TIMESTAMPADD(MONTH, 1, TIMESTAMP '2026-01-31') AS string); string 2026-02-28T00:00:00Z
                    CAST(TIMESTAMPADD(WEEK, -1, t) AS string)   ; string 2025-12-25T00:00:00.123Z
                    TIMESTAMPDIFF(MILLISECOND, t, t2)           ; long 90000
                    TIMESTAMPDIFF(SECOND, t2, t)                ; long -90
                    TIMESTAMPDIFF(MINUTE, t, t2)                ; long 1
                    TIMESTAMPDIFF(MONTH, TIMESTAMP '2026-01-31', TIMESTAMP '2026-02-28'); long 0
                    TIMESTAMPDIFF(YEAR, t, TIMESTAMP '2030-01-01 00:00:00.122'); long 3
                    t + INTERVAL '90' SECOND = t2               ; boolean true
                    t2 - INTERVAL '1.5' MINUTE = t              ; boolean true
                    t + 90 * INTERVAL '1' SECOND = t2           ; boolean true
                    t + INTERVAL 90 SECOND = t2                 ; boolean true
                    INTERVAL '1' MINUTE + INTERVAL '30' SECOND + t = t2; boolean true
                    t - INTERVAL -'90' SECOND = t2              ; boolean true
                    t + INTERVAL '100' DAY > t2                 ; boolean true
                    CAST(t + INTERVAL '1' MONTH AS string)      ; string 2026-02-01T00:00:00.123Z
                    t + INTERVAL nl DAY                         ; timestamp null
                    t > TIMESTAMP '2026-01-01 00:00:00'         ; boolean true
                    t = TIMESTAMP '2026-01-01T00:00:00.123Z'    ; boolean true
                    t = TIMESTAMP '2026-01-01T01:00:00.1239+01:00'; boolean true
                    UNIX_MILLIS(t)                              ; long 1767225600123
                    UNIX_SECONDS(t)                             ; long 1767225600
                    TIMESTAMP_MILLIS(5)                         ; timestamp 5
                    TIMESTAMP_SECONDS(5)                        ; timestamp 5000
                    YEAR(nt)                                    ; long null
                    """)
    void timeFunctions(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @Test
    void theReferenceNamesEveryFunctionThereIs() {
        List<String> usages = new ArrayList<>();
        FunctionReference.groups()
                .values()
                .forEach(group -> group.forEach(entry -> {
                    usages.add(entry.usage());
                    assertThat(entry.sentence()).endsWith(".");
                }));
        String all = String.join(" ", usages);

        for (String name : FunctionBuilder.names()) {
            assertThat(all.toUpperCase(Locale.ROOT)).contains(name);
        }
    }
}
