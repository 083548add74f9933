package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What expressions come to, as tables: text ; type and value. */
class SqlValuesTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    l + 1                        ; long 8
                    l - 10                       ; long -3
                    -l                           ; long -7
                    - 5                          ; long -5
                    -9223372036854775808         ; long -9223372036854775808
                    l * l2                       ; long 14
                    l / l2                       ; long 3
                    -l / l2                      ; long -3
                    l % 4                        ; long 3
                    -l % 4                       ; long -3
                    MOD(l, 4)                    ; long 3
                    1.5                          ; double 1.5
                    1e3                          ; double 1000.0
                    l + 0.5                      ; double 7.5
                    1.0 * l / l2                 ; double 3.5
                    d * l                        ; double 10.5
                    l + d * 2                    ; double 10.0
                    dec + 1                      ; decimal 11.25
                    dec + 0.1                    ; decimal 10.35
                    dec * 1.5                    ; decimal 15.375
                    dec * d                      ; double 15.375
                    dec - dec2                   ; decimal 7.25
                    dec / 3                      ; decimal 3.41666667
                    dec2 / 3                     ; decimal 1.000000
                    1 / dec2                     ; decimal 0.333333
                    2 / dec2                     ; decimal 0.666667
                    -2 / dec2                    ; decimal -0.666667
                    dec % 3                      ; decimal 1.25
                    min % -1                     ; long 0
                    99999999999999999999         ; decimal 99999999999999999999
                    0.1 + 0.2                    ; double 0.30000000000000004
                    """)
    void arithmeticPromotesLongDecimalDouble(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    9223372036854775807 + l                ; 9223372036854775807 + 7 does not fit a long (64 bits)
                    min - 1                                ; -9223372036854775808 - 1 does not fit a long (64 bits)
                    min / -1                               ; -9223372036854775808 / -1 does not fit a long (64 bits)
                    min * l2                               ; -9223372036854775808 * 2 does not fit a long (64 bits)
                    -min                                   ; -(-9223372036854775808) does not fit a long (64 bits)
                    l / zero                               ; division by zero
                    l % zero                               ; division by zero
                    d / dzero                              ; division by zero
                    d / zero                               ; division by zero
                    dec / zero                             ; division by zero
                    dec % 0                                ; division by zero
                    huge * 10                              ; the result is infinite or too large for a double
                    huge + huge                            ; the result is infinite or too large for a double
                    LN(zero)                               ; the result is infinite or too large for a double
                    LN(-1)                                 ; the result is not a number
                    SQRT(-1)                               ; the result is not a number
                    POWER(10, 309)                         ; the result is infinite or too large for a double
                    ACOS(2)                                ; the result is not a number
                    CAST(huge AS long)                     ; 1.0E308 does not fit a long
                    CAST('12.5' AS long)                   ; '12.5' is not a long
                    CAST('' AS long)                       ; '' is not a long
                    CAST('NaN' AS double)                  ; 'NaN' is not a double
                    CAST('1e999' AS double)                ; the result is infinite or too large for a double
                    CAST('yes' AS boolean)                 ; 'yes' is not a boolean (true or false)
                    CAST(1234.5 AS decimal(5, 2))          ; 1234.5 does not fit decimal(5, 2)
                    CAST('2026-02-30' AS timestamp)        ; '2026-02-30' is not a timestamp such as 2026-01-31 23:59:59.999 (UTC) or 2026-01-31T23:59:59.999Z
                    1 / zero + nl                          ; division by zero
                    nl + 1 / zero                          ; division by zero
                    ABS(min)                               ; Overflow to represent absolute value of Long.MIN_VALUE
                    SPLIT_PART(s, ',', 0)                  ; SPLIT_PART counts from 1, not 0
                    TIMESTAMPADD(YEAR, 9000000000000000, t) ; the time does not fit a timestamp
                    t + INTERVAL '1' DAY * 9223372036854775807 ; 86400000 * 9223372036854775807 does not fit a long (64 bits)
                    """)
    void whatHasNoValueIsAFailureNeverAWrongNumber(String text, String message) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo("failure: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    nl + 1                       ; long null
                    nl = 1                       ; boolean null
                    nl <> 1                      ; boolean null
                    NOT nb                       ; boolean null
                    nb AND b                     ; boolean null
                    nb AND b2                    ; boolean false
                    b2 AND nb                    ; boolean false
                    nb OR b                      ; boolean true
                    nb OR b2                     ; boolean null
                    nl IS NULL                   ; boolean true
                    l IS NOT NULL                ; boolean true
                    items IS NULL                ; boolean false
                    noItems IS NULL              ; boolean true
                    noItems IS NOT NULL          ; boolean false
                    nb IS TRUE                   ; boolean false
                    nb IS NOT TRUE               ; boolean true
                    nb IS FALSE                  ; boolean false
                    nb IS NOT FALSE              ; boolean true
                    nb IS UNKNOWN                ; boolean true
                    b IS NOT UNKNOWN             ; boolean true
                    UNKNOWN OR b                 ; boolean true
                    nl IS DISTINCT FROM l        ; boolean true
                    nl IS NOT DISTINCT FROM nl   ; boolean true
                    l IS DISTINCT FROM 7.0       ; boolean false
                    l IN (1, 7)                  ; boolean true
                    l IN (1, 2)                  ; boolean false
                    l NOT IN (1, 2)              ; boolean true
                    l IN (1, nl)                 ; boolean null
                    l IN (7, nl)                 ; boolean true
                    l NOT IN (1, nl)             ; boolean null
                    nl IN (1, 2)                 ; boolean null
                    l IN (l2, 5 + 2)             ; boolean true
                    d IN (1, 1.5)                ; boolean true
                    dec IN (1, 10.250)           ; boolean true
                    dzero IN (-0.0)              ; boolean true
                    s IN ('x', 'abc')            ; boolean true
                    l BETWEEN 7 AND 9            ; boolean true
                    l NOT BETWEEN 7 AND 9        ; boolean false
                    l BETWEEN nl AND 3           ; boolean false
                    l BETWEEN nl AND 9           ; boolean null
                    l BETWEEN 9 AND 1            ; boolean false
                    l BETWEEN SYMMETRIC 9 AND 1  ; boolean true
                    d BETWEEN 1 AND 2            ; boolean true
                    s < 'abd'                    ; boolean true
                    b > b2                       ; boolean true
                    l > 6.5                      ; boolean true
                    l = d                        ; boolean false
                    l = 7.0                      ; boolean true
                    dec = 10.25                  ; boolean true
                    dec = 10.250                 ; boolean true
                    dec > d                      ; boolean true
                    dzero = -dzero               ; boolean true
                    l != 7                       ; boolean false
                    l < 99999999999999999999     ; boolean true
                    t < t2                       ; boolean true
                    """)
    void comparisonsFollowThreeValuedLogic(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    zero <> 0 AND l / zero > 5                            ; boolean false
                    zero = 0 OR l / zero > 5                              ; boolean true
                    CASE WHEN zero = 0 THEN -1 ELSE l / zero END          ; long -1
                    CASE zero WHEN 0 THEN -1 WHEN 1 THEN l / zero END     ; long -1
                    COALESCE(l, l / zero)                                 ; long 7
                    IFNULL(l, l / zero)                                   ; long 7
                    IF(b, 1, l / zero)                                    ; long 1
                    NVL2(nl, l / zero, 2)                                 ; long 2
                    DECODE(l, 7, 'seven', CAST(1 / zero AS string))       ; string seven
                    l IN (7, 1 / zero)                                    ; boolean true
                    """)
    void aGuardGuards(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    CASE WHEN b THEN 1 ELSE 2.5 END           ; double 1.0
                    CASE WHEN b THEN 1 ELSE dec END           ; decimal 1
                    CASE WHEN nb THEN 1 END                   ; long null
                    CASE l WHEN 7 THEN 'a' ELSE 'b' END       ; string a
                    CASE l WHEN 1 THEN 'a' WHEN 7 THEN 'b' END; string b
                    CASE l WHEN 1, 7 THEN 'a' WHEN 2 THEN 'b' END; string a
                    CASE nl WHEN 1 THEN 'a' WHEN 2 THEN 'b' END; string null
                    COALESCE(nl, d, 1)                        ; double 1.5
                    COALESCE(nl, nl)                          ; long null
                    NVL(ns, 'x')                              ; string x
                    NULLIF(l, 7)                              ; long null
                    NULLIF(l, 8)                              ; long 7
                    NULLIF(nl, 8)                             ; long null
                    GREATEST(l, d, dec)                       ; double 10.25
                    GREATEST(l, nl)                           ; long null
                    LEAST('b', 'a')                           ; string a
                    DECODE(nl, NULL, 'none', 'some')          ; string none
                    DECODE(l, 1, 'a')                         ; string null
                    """)
    void choicesHaveOneType(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    CAST(l AS string)                            ; string 7
                    CAST(d AS string)                            ; string 1.5
                    CAST(b AS string)                            ; string true
                    CAST(dec * 100 AS string)                    ; string 1025.00
                    CAST(t AS string)                            ; string 2026-01-01T00:00:00.123Z
                    CAST(TIMESTAMP '2026-01-01 00:05:00' AS string); string 2026-01-01T00:05:00Z
                    CAST(' 12 ' AS long)                         ; long 12
                    CAST(1.9 AS long)                            ; long 1
                    CAST(-1.9 AS long)                           ; long -1
                    CAST(dec AS long)                            ; long 10
                    CAST('1.5e2' AS double)                      ; double 150.0
                    CAST(dec AS double)                          ; double 10.25
                    CAST(d AS decimal)                           ; decimal 1.5
                    CAST(0.1 AS decimal)                         ; decimal 0.1
                    CAST(0.10000000000000000001 AS decimal)      ; decimal 0.10000000000000000001
                    CAST(dec AS decimal(5, 1))                   ; decimal 10.3
                    CAST(dec AS decimal(5))                      ; decimal 10
                    CAST('TRUE' AS boolean)                      ; boolean true
                    CAST('2026-01-01T02:00:00+02:00' AS timestamp); timestamp 1767225600000
                    CAST('2026-01-01' AS timestamp)              ; timestamp 1767225600000
                    CAST(NULL AS long)                           ; long null
                    CAST(ns AS long)                             ; long null
                    CAST(l / l2 AS long)                         ; long 3
                    TRY_CAST('x' AS long)                        ; long null
                    SAFE_CAST('8' AS BIGINT)                     ; long 8
                    CAST(l AS VARCHAR)                           ; string 7
                    """)
    void castsChangeTypes(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    ABS(-l)                      ; long 7
                    ABS(-d)                      ; double 1.5
                    ABS(-dec)                    ; decimal 10.25
                    SIGN(-d)                     ; double -1.0
                    SIGN(dec)                    ; decimal 1
                    FLOOR(-1.5)                  ; double -2.0
                    CEIL(d)                      ; double 2.0
                    CEILING(dec)                 ; decimal 11
                    FLOOR(l)                     ; long 7
                    ROUND(1.005, 2)              ; double 1.01
                    ROUND(2.5)                   ; double 3.0
                    ROUND(-2.5)                  ; double -3.0
                    ROUND(dec, 1)                ; decimal 10.3
                    ROUND(155, -1)               ; long 160
                    ROUND(155, 2)                ; long 155
                    ROUND(d, 9223372036854775807); double 1.5
                    TRUNCATE(-1.79, 1)           ; double -1.7
                    TRUNC(1.79)                  ; double 1.0
                    POWER(2, 10)                 ; double 1024.0
                    SQRT(16)                     ; double 4.0
                    CBRT(27)                     ; double 3.0
                    EXP(0)                       ; double 1.0
                    LN(1)                        ; double 0.0
                    LOG10(1000)                  ; double 3.0
                    LOG2(8)                      ; double 3.0
                    ATAN2(0, 1)                  ; double 0.0
                    DEGREES(PI())                ; double 180.0
                    RADIANS(180)                 ; double 3.141592653589793
                    SIN(0) + COS(0) + TAN(0)     ; double 1.0
                    ASIN(0) + ACOS(1) + ATAN(0)  ; double 0.0
                    ABS(nl)                      ; long null
                    ROUND(nd, 2)                 ; double null
                    """)
    void numberFunctions(String text, String expected) {
        assertThat(SqlFixture.evaluated(text)).isEqualTo(expected);
    }
}
