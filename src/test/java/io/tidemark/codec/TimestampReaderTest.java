package io.tidemark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimestampReaderTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static @Nullable Instant read(TimestampReader reader, String text) {
        return read(reader, text, null);
    }

    private static @Nullable Instant read(TimestampReader reader, String text, @Nullable Long recordTime) {
        // The text lies within a longer buffer, as the parser's does.
        char[] buffer = ("##" + text + "##").toCharArray();
        long time = reader.fromText(buffer, 2, 2 + text.length(), recordTime);
        return time == TimestampReader.INVALID ? null : Instant.ofEpochMilli(time);
    }

    private static TimestampReader iso(@Nullable ZoneId zone) {
        return new TimestampReader(TimeUnit.MILLISECONDS, null, zone);
    }

    private static TimestampReader pattern(String pattern, @Nullable ZoneId zone) {
        return new TimestampReader(TimeUnit.MILLISECONDS, pattern, zone);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:00:00Z,              2026-01-01T00:00:00Z",
        "2026-01-01t00:00:00z,              2026-01-01T00:00:00Z",
        "2026-01-01T00:00Z,                 2026-01-01T00:00:00Z",
        "2026-01-01T01:02:03.1Z,            2026-01-01T01:02:03.100Z",
        "2026-01-01T01:02:03.123456789Z,    2026-01-01T01:02:03.123Z",
        "2026-01-01T01:02:03.9999999999999Z,2026-01-01T01:02:03.999Z",
        "1969-12-31T23:59:59.9999Z,         1969-12-31T23:59:59.999Z",
        "2026-01-01T02:00:00+02:00,         2026-01-01T00:00:00Z",
        "2026-01-01T02:00:00.5+0200,        2026-01-01T00:00:00.500Z",
        "2025-12-31T19:00:00-05,            2026-01-01T00:00:00Z",
        "2026-01-01T05:45:00+05:45,         2026-01-01T00:00:00Z",
        "2024-02-29T00:00:00Z,              2024-02-29T00:00:00Z",
        "2000-02-29T00:00:00Z,              2000-02-29T00:00:00Z",
        "2026-01-01T24:00:00Z,              2026-01-02T00:00:00Z",
        "20260101T000000Z,                  2026-01-01T00:00:00Z",
        "20260101T000000.5+0100,            2025-12-31T23:00:00.500Z",
        "+12026-01-01T00:00:00Z,            +12026-01-01T00:00:00Z",
        "1767225600000,                     2026-01-01T00:00:00Z",
        "-1,                                1969-12-31T23:59:59.999Z",
    })
    void isoTextWithAnOffsetAndDigitsAreRead(String text, Instant expected) {
        assertThat(read(iso(null), text)).isEqualTo(expected);
        assertThat(read(iso(BERLIN), text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026",
                "2026-01-01",
                "2026-01-01T00:00:00",
                "2026-01-01 00:00:00Z",
                "2026-02-29T00:00:00Z",
                "2100-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-01-01T25:00:00Z",
                "2026-01-01T00:60:00Z",
                "2026-01-01T00:00:61Z",
                "2026-01-01T00:00:00+19:00",
                "2026-01-01T00:00:00+1",
                "x026-01-01T00:00:00Z",
                "2026-01-01T00:00:00+01:0x",
                "1e3",
                "99999999999999999999",
                "2026-01-0\u0661T00:00:00Z"
            })
    void otherTextIsNoTimestamp(String text) {
        Instant read = read(iso(null), text);
        if (text.equals("2026")) {
            assertThat(read).isEqualTo(Instant.ofEpochMilli(2026));
        } else {
            assertThat(read).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theHandParserAgreesWithTheLibrary(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long millis = (long) ((random.nextDouble() * 10_000 - 1970) * 365.2425 * 86_400_000L);
            OffsetDateTime time = Instant.ofEpochMilli(millis)
                    .atOffset(ZoneOffset.ofTotalSeconds((random.nextInt(37) - 18) * 3600))
                    .withNano(random.nextInt(1_000_000_000));
            if (time.getYear() < 0 || time.getYear() > 9999) {
                continue;
            }
            String text = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
            assertThat(read(iso(null), text))
                    .as("seed %d, %s", seed, text)
                    .isEqualTo(Instant.ofEpochMilli(time.toInstant().toEpochMilli()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-07-01T00:00:00,     2026-06-30T22:00:00Z",
        "2026-07-01 00:00:00.5,   2026-06-30T22:00:00.500Z",
        "2026-07-01 00:00,        2026-06-30T22:00:00Z",
        "2026-01-01,              2025-12-31T23:00:00Z",
        "2026-07-01 00:00:00Z,    2026-07-01T00:00:00Z",
        "2026-07-01T00:00:00Z,    2026-07-01T00:00:00Z",
        "2026-03-29T02:30:00,     2026-03-29T01:30:00Z",
        "2026-10-25T02:30:00,     2026-10-25T00:30:00Z",
    })
    void aZoneTakesTextWithoutAnOffset(String text, Instant expected) {
        assertThat(read(iso(BERLIN), text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "SECONDS,      1767225600,          2026-01-01T00:00:00Z",
        "MILLISECONDS, 1767225600123,       2026-01-01T00:00:00.123Z",
        "MICROSECONDS, 1767225600123999,    2026-01-01T00:00:00.123Z",
        "NANOSECONDS,  1767225600123999999, 2026-01-01T00:00:00.123Z",
        "MICROSECONDS, -1,                  1969-12-31T23:59:59.999Z",
        "NANOSECONDS,  -1,                  1969-12-31T23:59:59.999Z",
        "SECONDS,      -1,                  1969-12-31T23:59:59Z",
    })
    void epochNumbersAreCutTowardsThePast(TimeUnit unit, long number, Instant expected) {
        TimestampReader reader = new TimestampReader(unit, null, null);

        assertThat(Instant.ofEpochMilli(reader.fromEpoch(number))).isEqualTo(expected);
        assertThat(read(reader, Long.toString(number))).isEqualTo(expected);
        assertThat(Instant.ofEpochMilli(reader.fromEpoch(BigDecimal.valueOf(number))))
                .isEqualTo(expected);
    }

    @Test
    void epochNumbersMayHaveAFraction() {
        TimestampReader seconds = new TimestampReader(TimeUnit.SECONDS, null, null);

        assertThat(seconds.fromEpoch(new BigDecimal("1767225600.1239"))).isEqualTo(1_767_225_600_123L);
        assertThat(seconds.fromEpoch(new BigDecimal("-0.0001"))).isEqualTo(-1);
        assertThat(seconds.fromEpoch(new BigDecimal("1e-1000000000"))).isEqualTo(TimestampReader.INVALID);
        assertThat(seconds.fromEpoch(new BigDecimal("1e1000000000"))).isEqualTo(TimestampReader.INVALID);
    }

    @Test
    void aTimeThatMillisecondsCannotHoldIsInvalid() {
        TimestampReader seconds = new TimestampReader(TimeUnit.SECONDS, null, null);

        assertThat(seconds.fromEpoch(Long.MAX_VALUE / 1000)).isPositive();
        assertThat(seconds.fromEpoch(Long.MAX_VALUE / 1000 + 1)).isEqualTo(TimestampReader.INVALID);
        assertThat(seconds.fromEpoch(Long.MIN_VALUE)).isEqualTo(TimestampReader.INVALID);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    dd/MMM/yyyy:HH:mm:ss Z | 01/Jan/2026:01:00:00 +0100 | 2026-01-01T00:00:00Z
                    dd/MMM/yyyy:HH:mm:ss Z | 01/jan/2026:01:00:00 +0100 | 2026-01-01T00:00:00Z
                    yyyy-MM-dd HH:mm       | 2026-01-01 01:00           | 2026-01-01T00:00:00Z
                    uuuu-MM-dd HH:mm       | 2026-01-01 01:00           | 2026-01-01T00:00:00Z
                    yyyyMMdd               | 20260102                   | 2026-01-01T23:00:00Z
                    yyyyMMddHHmmss         | 20260101010000             | 2026-01-01T00:00:00Z
                    yyyy-MM-dd             | 1767225600000              | 2026-01-01T00:00:00Z
                    EEE, d MMM yyyy hh:mm a| Thu, 1 Jan 2026 01:00 AM   | 2026-01-01T00:00:00Z
                    """)
    void textIsReadAfterAPatternInEnglish(String pattern, String text, Instant expected) {
        assertThat(read(pattern(pattern, BERLIN), text)).isEqualTo(expected);
    }

    @Test
    void aPatternIsStrict() {
        assertThat(read(pattern("yyyy-MM-dd", BERLIN), "2026-02-30")).isNull();
        assertThat(read(pattern("yyyy-MM-dd", BERLIN), "2026-01-01T00:00:00Z")).isNull();
        assertThat(read(pattern("yyyy-MM-dd", null), "2026-01-01")).isNull();
        assertThatThrownBy(() -> pattern("yyyy-QQQQQQQQ-b", null)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "Jan  1 00:00:10,     2026-01-01T00:00:05Z, 2026-01-01T00:00:10Z",
        "Dec 31 23:59:50,     2026-01-01T00:00:05Z, 2025-12-31T23:59:50Z",
        "Jan  1 00:00:10,     2025-12-31T23:59:59Z, 2026-01-01T00:00:10Z",
        "Jun 30 12:00:00.25,  2026-01-01T00:00:00Z, 2026-06-30T12:00:00.250Z",
        "Jul 15 12:00:00,     2026-01-01T00:00:00Z, 2025-07-15T12:00:00Z",
        "Feb 29 00:00:00,     2026-01-01T00:00:00Z, 2024-02-29T00:00:00Z",
        "Feb 29 00:00:00,     2026-06-01T00:00:00Z, 2028-02-29T00:00:00Z",
        "FEB  1 00:00:00,     2026-06-01T00:00:00Z, 2026-02-01T00:00:00Z",
    })
    void syslogTimeIsInTheYearNearestToTheRecord(String text, Instant record, Instant expected) {
        assertThat(read(pattern("syslog", ZoneOffset.UTC), text, record.toEpochMilli()))
                .isEqualTo(expected);
    }

    @Test
    void syslogTimeNeedsARecordTimeAndAZone() {
        assertThat(read(pattern("syslog", ZoneOffset.UTC), "Jan  1 00:00:00")).isNull();
        assertThat(read(pattern("syslog", null), "Jan  1 00:00:00", 0L)).isNull();
        assertThat(read(pattern("syslog", ZoneOffset.UTC), "Feb 30 00:00:00", 0L))
                .isNull();
    }

    @Test
    void aUnitOfMinutesIsAnError() {
        assertThatThrownBy(() -> new TimestampReader(TimeUnit.MINUTES, null, null))
                .hasMessageContaining("s, ms, us, ns");
    }
}
