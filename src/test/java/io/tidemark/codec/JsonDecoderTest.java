package io.tidemark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.FieldType;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import io.tidemark.event.SideRecord;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonDecoderTest {
    private static final Origin ORIGIN = Origin.kafka("requests", 3, 42);
    private static final DecodedField TIME =
            DecodedField.of("time", FieldType.TIMESTAMP).at("$timestamp");

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RawRecord raw(String value) {
        return new RawRecord(utf8(value), utf8("k1"), 1000L, Map.of("trace", utf8("t-1"), "n", utf8("5")), ORIGIN);
    }

    private static JsonDecoder decoder(DecodedField... fields) {
        return new JsonDecoder("requests", List.of(fields), JsonDecoder.RECORD_TIMESTAMP, 1 << 20);
    }

    private static @Nullable Object value(DecodedField field, String json) {
        Decoded decoded = decoder(field).decode(raw(json));
        assertThat(decoded.rejected()).isNull();
        return accepted(decoded).get(0);
    }

    private static Event accepted(Decoded decoded) {
        Event event = decoded.event();
        if (event == null) {
            throw new AssertionError("rejected: " + decoded.rejected());
        }
        return event;
    }

    private static SideRecord rejected(Decoded decoded) {
        SideRecord record = decoded.rejected();
        if (record == null) {
            throw new AssertionError("accepted: " + decoded.event());
        }
        return record;
    }

    private static DecodedField of(FieldType type) {
        return DecodedField.of("x", type);
    }

    @Test
    void anEventHasItsValuesTimeOriginAndKey() {
        JsonDecoder decoder = new JsonDecoder(
                "requests",
                List.of(
                        DecodedField.of("timestamp", FieldType.TIMESTAMP),
                        DecodedField.of("service", FieldType.STRING),
                        DecodedField.of("latency_ms", FieldType.DOUBLE),
                        DecodedField.of("status", FieldType.LONG)),
                0,
                1 << 20);

        Event event = accepted(decoder.decode(raw("{\"service\":\"a\",\"other\":{\"x\":[1,{}]},\"latency_ms\":12.5,"
                + "\"timestamp\":\"2026-01-01T00:00:00.123Z\",\"status\":200} \n")));

        assertThat(event.values()).containsExactly(1_767_225_600_123L, "a", 12.5, 200L);
        assertThat(event.time()).isEqualTo(1_767_225_600_123L);
        assertThat(event.origin()).isEqualTo(ORIGIN);
        assertThat(event.recordKey()).isEqualTo(utf8("k1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"x":5}|LONG|5
                    {"x":-9223372036854775808}|LONG|-9223372036854775808
                    {"x":"5"}|LONG|5
                    {"x":5.0}|LONG|5
                    {"x":5e2}|LONG|500
                    {"x":"-7.00"}|LONG|-7
                    {"x":0e999999}|LONG|0
                    {"x":5}|DOUBLE|5.0
                    {"x":0.1}|DOUBLE|0.1
                    {"x":"1e3"}|DOUBLE|1000.0
                    {"x":1e-999}|DOUBLE|0.0
                    {"x":-0.0}|DOUBLE|-0.0
                    {"x":12345678901234567890}|DOUBLE|1.2345678901234567E19
                    {"x":true}|BOOLEAN|true
                    {"x":false}|BOOLEAN|false
                    {"x":1.10}|DECIMAL|1.10
                    {"x":123456789012345678901234567890.000000000000000000001}|DECIMAL|123456789012345678901234567890.000000000000000000001
                    {"x":"1.10"}|DECIMAL|1.10
                    {"x":"ä\\u20ac\\n"}|STRING|ä€
                    {"x":"5"}|STRING|5
                    """)
    void valuesOfEveryTypeAreRead(String json, FieldType type, String expected) {
        assertThat(String.valueOf(value(of(type), json)).strip()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"x":1.5}|LONG|field 'x' is the number 1.5, expected a long without a fraction
                    {"x":9223372036854775808}|LONG|field 'x' is the number 9223372036854775808, beyond the range of a long
                    {"x":1e19}|LONG|field 'x' is the number 1e19, beyond the range of a long
                    {"x":1e999999999}|LONG|field 'x' is the number 1e999999999, beyond the range of a long
                    {"x":"abc"}|LONG|field 'x' is the string "abc", expected a long
                    {"x":""}|LONG|field 'x' is the string "", expected a long
                    {"x":"0x10"}|LONG|field 'x' is the string "0x10", expected a long
                    {"x":true}|LONG|field 'x' is the boolean true, expected a long
                    {"x":1e999}|DOUBLE|field 'x' is the number 1e999, beyond the range of a double
                    {"x":"1e999"}|DOUBLE|field 'x' is the string "1e999", beyond the range of a double
                    {"x":NaN}|DOUBLE|field 'x' is the number NaN, expected a double
                    {"x":-Infinity}|DOUBLE|field 'x' is the number -Infinity, expected a double
                    {"x":NaN}|LONG|field 'x' is the number NaN, expected a long
                    {"x":NaN}|DECIMAL|field 'x' is the number NaN, expected a decimal
                    {"x":"NaN"}|DOUBLE|field 'x' is the string "NaN", expected a double
                    {"x":"1d"}|DOUBLE|field 'x' is the string "1d", expected a double
                    {"x":" 1"}|DOUBLE|field 'x' is the string " 1", expected a double
                    {"x":1e1000000000}|DECIMAL|field 'x' is the number 1e1000000000, beyond the range of a decimal
                    {"x":1e-2000}|DECIMAL|field 'x' is the number 1e-2000, beyond the range of a decimal
                    {"x":"true"}|BOOLEAN|field 'x' is the string "true", expected a boolean
                    {"x":1}|BOOLEAN|field 'x' is the number 1, expected a boolean
                    {"x":5}|STRING|field 'x' is the number 5, expected a string
                    {"x":{"a":1}}|STRING|field 'x' is an object, expected a string
                    {"x":[1]}|DOUBLE|field 'x' is an array, expected a double
                    {"x":"yesterday"}|TIMESTAMP|field 'x' is the string "yesterday", expected a timestamp (ISO-8601 with an offset, or an epoch number in ms)
                    {"x":NaN}|TIMESTAMP|field 'x' is the number NaN, expected a timestamp (ISO-8601 with an offset, or an epoch number in ms)
                    {"x":99999999999999999999}|TIMESTAMP|field 'x' is the number 99999999999999999999, expected a timestamp (ISO-8601 with an offset, or an epoch number in ms)
                    """)
    void aWrongValueIsNamedWithWhatWasExpected(String json, FieldType type, String detail) {
        // The rest of the record is read all the same: the decoder stays in step.
        Decoded decoded = decoder(of(type), TIME).decode(raw(json.replaceFirst("}$", ",\"y\":[1,2]}")));

        assertThat(rejected(decoded).reason()).isEqualTo("wrong-type");
        assertThat(rejected(decoded).detail()).isEqualTo(detail);
        assertThat(rejected(decoded).payload()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "not json",
                "{\"x\":1",
                "{\"x\":1}}",
                "{\"x\":1} {\"x\":2}",
                "{\"x\":1}x",
                "{'x':1}",
                "{x:1}",
                "{\"x\":01}",
                "{\"x\":1,}",
                "[{\"x\":1}]",
                "5",
                "null",
                "\"x\"",
                "{\"x\":1}/* c */",
                "{\"x\":\"a\nb\"}",
                "{\"x\":+1}",
                "\u0000",
                "{\"y\":\"\\q\",\"x\":1}"
            })
    void whatIsNoJsonObjectIsMalformed(String text) {
        Decoded decoded = decoder(of(FieldType.LONG)).decode(raw(text));

        assertThat(rejected(decoded).reason()).isEqualTo("malformed");
        assertThat(rejected(decoded).detail()).doesNotContain("\n").isNotBlank();
        assertThat(rejected(decoded).node()).isEqualTo("requests");
        assertThat(rejected(decoded).origin()).isEqualTo(ORIGIN);
    }

    @Test
    void aNullValueIsMalformedAndHasNoPayload() {
        Decoded decoded = decoder(of(FieldType.LONG)).decode(new RawRecord(null, utf8("k1"), 0L, Map.of(), ORIGIN));

        assertThat(rejected(decoded).reason()).isEqualTo("malformed");
        assertThat(rejected(decoded).payload()).isNull();
        assertThat(rejected(decoded).recordKey()).isEqualTo(utf8("k1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "c0af", "eda080", "f4908080", "e28228", "c3", "f5808080", "80"})
    void bytesThatAreNoUtf8AreMalformedEvenInAMemberNobodyReads(String hex) {
        byte[] bad = java.util.HexFormat.of().parseHex(hex);
        byte[] head = utf8("{\"x\":1,\"other\":\"eight or more, ");
        byte[] tail = utf8("\"}");
        byte[] value = Arrays.copyOf(head, head.length + bad.length + tail.length);
        System.arraycopy(bad, 0, value, head.length, bad.length);
        System.arraycopy(tail, 0, value, head.length + bad.length, tail.length);

        Decoded decoded = decoder(of(FieldType.LONG)).decode(new RawRecord(value, null, 0L, Map.of(), ORIGIN));

        assertThat(rejected(decoded).reason()).isEqualTo("malformed");
        assertThat(rejected(decoded).detail()).contains("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void utf8IsCheckedAsTheJdkDoes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(24)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = (byte) (random.nextInt(3) > 0 ? random.nextInt(128) : random.nextInt(256));
            }
            boolean valid =
                    Arrays.equals(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), bytes)
                            && !new String(bytes, StandardCharsets.UTF_8).contains("\ufffd");
            assertThat(Utf8.isValid(bytes))
                    .as("seed %d, %s", seed, Arrays.toString(bytes))
                    .isEqualTo(valid);
        }
        assertThat(Utf8.isValid(utf8("ä€😀 and so on"))).isTrue();
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheRecord() {
        assertThat(value(of(FieldType.LONG), "\ufeff{\"x\":1}")).isEqualTo(1L);
    }

    @Test
    void utf16IsMalformed() {
        byte[] value = "{\"x\":1}".getBytes(StandardCharsets.UTF_16BE);

        assertThat(rejected(decoder(of(FieldType.LONG)).decode(new RawRecord(value, null, 0L, Map.of(), ORIGIN)))
                        .reason())
                .isEqualTo("malformed");
    }

    @Test
    void aMissingOrNullFieldIsNamed() {
        for (String json : List.of("{}", "{\"x\":null}", "{\"X\":1}")) {
            SideRecord record = rejected(decoder(of(FieldType.LONG)).decode(raw(json)));

            assertThat(record.reason()).isEqualTo("missing-field");
            assertThat(record.detail()).isEqualTo("field 'x' is missing or null, and it is not optional");
        }
    }

    @Test
    void defaultsAndOptionalFieldsFillWhatIsMissing() {
        DecodedField withDefault = new DecodedField(
                "x", FieldType.LONG, null, false, 7L, TimeUnit.MILLISECONDS, null, null, null, List.of());

        assertThat(value(withDefault, "{}")).isEqualTo(7L);
        assertThat(value(withDefault, "{\"x\":null}")).isEqualTo(7L);
        assertThat(value(withDefault, "{\"x\":1}")).isEqualTo(1L);
        assertThat(value(of(FieldType.LONG).asOptional(), "{\"x\":null}")).isNull();
        assertThat(rejected(decoder(of(FieldType.LONG).asOptional()).decode(raw("{\"x\":\"a\"}")))
                        .reason())
                .isEqualTo("wrong-type");
    }

    @Test
    void ofAMemberThatIsThereTwiceTheLastCounts() {
        assertThat(value(of(FieldType.LONG), "{\"x\":\"abc\",\"x\":2}")).isEqualTo(2L);
        assertThat(value(of(FieldType.LONG).asOptional(), "{\"x\":1,\"x\":null}"))
                .isNull();
        assertThat(value(of(FieldType.LONG).at("/a/x").asOptional(), "{\"a\":{\"x\":1},\"a\":{}}"))
                .isNull();
        assertThat(value(of(FieldType.LONG).at("/a/x").asOptional(), "{\"a\":{\"x\":1},\"a\":5}"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    /a/b|{"a":{"z":0,"b":5,"c":[]},"b":9}
                    /a/1/b|{"a":[{"b":1},{"b":5},{"b":2}]}
                    /a/1|{"a":[4,5,6]}
                    /a~1b|{"a/b":5}
                    /a~0b|{"a~b":5}
                    /a~01|{"a~1":5}
                    /|{"":5}
                    /0|{"0":5}
                    /0|[5,6]
                    /1/x|[0,{"x":5}]
                    ``|5
                    $partition|{"x":1}
                    """)
    void jsonPointersReachIntoObjectsAndArrays(String path, String json) {
        Object expected = path.equals("$partition") ? 3L : 5L;
        assertThat(value(of(FieldType.LONG).at(path), json)).isEqualTo(expected);
    }

    @Test
    void aPointerThatLeadsThroughAScalarFindsNothing() {
        for (String json : List.of("{\"a\":5}", "{\"a\":\"b\"}", "{\"a\":null}", "{\"a\":[]}", "{\"a\":{}}")) {
            assertThat(rejected(decoder(of(FieldType.LONG).at("/a/b")).decode(raw(json)))
                            .reason())
                    .isEqualTo("missing-field");
        }
    }

    @Test
    void severalFieldsMayReadOnePlace() {
        JsonDecoder decoder = decoder(
                DecodedField.of("s", FieldType.STRING).at("/a"),
                DecodedField.of("n", FieldType.LONG).at("/a"),
                DecodedField.of("l", FieldType.LIST).at("/b").withElements(FieldType.LONG),
                DecodedField.of("m", FieldType.LIST).at("/b").withElements(FieldType.DECIMAL),
                DecodedField.of("first", FieldType.LONG).at("/b/0"));

        Event event = accepted(decoder.decode(raw("{\"a\":\"5\",\"b\":[1,2.0],\"c\":1}")));

        assertThat(event.values())
                .containsExactly("5", 5L, List.of(1L, 2L), List.of(new BigDecimal("1"), new BigDecimal("2.0")), 1L);
    }

    @Test
    void whatIsKnownOfTheRecordMayBeAField() {
        JsonDecoder decoder = decoder(
                DecodedField.of("key", FieldType.STRING).at("$key"),
                DecodedField.of("time", FieldType.TIMESTAMP).at("$timestamp"),
                DecodedField.of("topic", FieldType.STRING).at("$topic"),
                DecodedField.of("partition", FieldType.LONG).at("$partition"),
                DecodedField.of("offset", FieldType.LONG).at("$offset"),
                DecodedField.of("trace", FieldType.STRING).at("$headers.trace"),
                DecodedField.of("n", FieldType.LONG).at("$headers.n"),
                DecodedField.of("none", FieldType.STRING).at("$headers.none").asOptional(),
                DecodedField.of("raw", FieldType.STRING).at("$value"));

        assertThat(accepted(decoder.decode(raw("{ }"))).values())
                .containsExactly("k1", 1000L, "requests", 3L, 42L, "t-1", 5L, null, "{ }");
    }

    @Test
    void aFileHasNoTopicAndItsLineForAnOffset() {
        JsonDecoder decoder = new JsonDecoder(
                "requests",
                List.of(
                        DecodedField.of("topic", FieldType.STRING).at("$topic").asOptional(),
                        DecodedField.of("partition", FieldType.LONG)
                                .at("$partition")
                                .asOptional(),
                        DecodedField.of("line", FieldType.LONG).at("$offset"),
                        DecodedField.of("x", FieldType.TIMESTAMP)),
                3,
                100);
        RawRecord line = new RawRecord(utf8("{\"x\":5}"), null, null, Map.of(), Origin.file("a.jsonl", 9));

        assertThat(accepted(decoder.decode(line)).values()).containsExactly(null, null, 9L, 5L);
    }

    @Test
    void fieldsOfTheKeyAreReadFromItsJson() {
        DecodedField id = DecodedField.of("id", FieldType.LONG).at("$key/user/id");
        RawRecord good = new RawRecord(utf8("{}"), utf8("{\"user\":{\"id\":5}}"), 0L, Map.of(), ORIGIN);
        RawRecord bad = new RawRecord(utf8("{}"), utf8("{user"), 0L, Map.of(), ORIGIN);
        RawRecord none = new RawRecord(utf8("{}"), null, 0L, Map.of(), ORIGIN);

        assertThat(accepted(decoder(id).decode(good)).get(0)).isEqualTo(5L);
        assertThat(rejected(decoder(id).decode(bad)).reason()).isEqualTo("malformed");
        assertThat(rejected(decoder(id).decode(bad)).detail()).contains("key");
        assertThat(rejected(decoder(id).decode(none)).reason()).isEqualTo("missing-field");
    }

    @Test
    void listsHoldPlainValuesOrObjectsInTheOrderOfTheirFields() {
        DecodedField plain = of(FieldType.LIST).withElements(FieldType.LONG);
        assertThat(value(plain, "{\"x\":[1,null,\"3\"]}")).isEqualTo(Arrays.asList(1L, null, 3L));
        assertThat(value(plain, "{\"x\":[]}")).isEqualTo(List.of());

        DecodedField objects = of(FieldType.LIST)
                .withElements(List.of(
                        DecodedField.of("sku", FieldType.STRING),
                        DecodedField.of("n", FieldType.LONG).at("/count/n").asOptional()));
        DecodedField times = of(FieldType.LIST).withElements(FieldType.TIMESTAMP);
        assertThat(value(times, "{\"x\":[\"2026-01-01T00:00:00Z\",5,null]}"))
                .isEqualTo(Arrays.asList(Instant.parse("2026-01-01T00:00:00Z"), Instant.ofEpochMilli(5), null));
        DecodedField timed = of(FieldType.LIST).withElements(List.of(DecodedField.of("at", FieldType.TIMESTAMP)));
        assertThat(value(timed, "{\"x\":[{\"at\":5}]}")).isEqualTo(List.of(Map.of("at", Instant.ofEpochMilli(5))));

        Object list = value(objects, "{\"x\":[{\"count\":{\"n\":2},\"sku\":\"a\",\"z\":1},{\"sku\":\"b\"}]}");
        assertThat(String.valueOf(list)).isEqualTo("[{sku=a, n=2}, {sku=b, n=null}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"x":5}|wrong-type|field 'x' is the number 5, expected a list
                    {"x":[{"sku":"a"},{"sku":5}]}|wrong-type|field 'sku' is the number 5, expected a string (element 1)
                    {"x":[{"sku":"a"},{}]}|missing-field|field 'x.sku' is missing or null, and it is not optional (element 1)
                    {"x":[null]}|missing-field|field 'x.sku' is missing or null, and it is not optional (element 0)
                    {"x":[[1]]}|wrong-type|an element of 'x' is no object (element 0)
                    """)
    void aWrongElementIsNamedWithItsPlace(String json, String reason, String detail) {
        DecodedField objects = of(FieldType.LIST).withElements(List.of(DecodedField.of("sku", FieldType.STRING)));

        SideRecord record = rejected(decoder(objects).decode(raw(json)));

        assertThat(record.reason()).isEqualTo(reason);
        assertThat(record.detail()).isEqualTo(detail);
    }

    @Test
    void theEventTimeMustBeThere() {
        JsonDecoder ownTime = decoder(of(FieldType.LONG));
        JsonDecoder fieldTime =
                new JsonDecoder("requests", List.of(of(FieldType.TIMESTAMP).asOptional()), 0, 1 << 20);
        RawRecord timeless = new RawRecord(utf8("{\"x\":1}"), null, null, Map.of(), Origin.file("f", 1));

        assertThat(rejected(ownTime.decode(timeless)).reason()).isEqualTo("missing-field");
        assertThat(rejected(fieldTime.decode(raw("{}"))).reason()).isEqualTo("missing-field");
    }

    @Test
    void aRecordOverTheSizeLimitIsTooLargeAndCutAtACharacter() {
        JsonDecoder decoder = new JsonDecoder("requests", List.of(of(FieldType.LONG)), -1, 100_000);
        String exactly = "{\"x\":1,\"s\":\"a" + "ä".repeat(49_992) + "\"}";
        assertThat(utf8(exactly)).hasSize(99_999);

        assertThat(decoder.decode(raw(exactly + " ")).event()).isNotNull();
        SideRecord record = rejected(decoder.decode(raw(exactly + "  ")));

        assertThat(record.reason()).isEqualTo("too-large");
        assertThat(record.detail())
                .isEqualTo(
                        "the value has 100001 bytes, at most 100000 are allowed (max-bytes); its first 65535 are kept");
        assertThat(Utf8.isValid(record.payload() == null ? new byte[] {-1} : record.payload()))
                .isTrue();
    }

    @Test
    void nestingIsLimitedAlsoWhereNothingIsRead() {
        String deepest = "{\"x\":1,\"y\":" + "[".repeat(63) + "]".repeat(63) + "}";
        String deeper = "{\"x\":1,\"y\":" + "[".repeat(64) + "]".repeat(64) + "}";

        assertThat(value(of(FieldType.LONG), deepest)).isEqualTo(1L);
        SideRecord record = rejected(decoder(of(FieldType.LONG)).decode(raw(deeper)));
        assertThat(record.reason()).isEqualTo("too-large");
        assertThat(record.detail()).isEqualTo("the value is nested deeper than 64");
    }

    @Test
    void aBlankLineOfAFileIsSkipped() {
        RawRecord blank = new RawRecord(utf8(" \t\r"), null, null, Map.of(), Origin.file("f", 1));

        assertThat(decoder(of(FieldType.LONG)).decode(blank)).isSameAs(Decoded.SKIPPED);
    }

    @Test
    void reportB49ATombstoneIsOneRejectionAmongGoodRecords() {
        JsonDecoder decoder = decoder(DecodedField.of("id", FieldType.LONG));

        assertThat(decoder.decode(raw("{\"id\":1,\"ts\":0}")).event()).isNotNull();
        assertThat(decoder.decode(new RawRecord(null, utf8("k1"), 0L, Map.of(), ORIGIN))
                        .rejected())
                .isNotNull();
        assertThat(decoder.decode(raw("{\"id\":2,\"ts\":1000}")).event()).isNotNull();
    }

    @Test
    void reportB50ANullKeyDoesNotMatterANullFieldDoes() {
        JsonDecoder decoder = decoder(DecodedField.of("user", FieldType.STRING));

        assertThat(decoder.decode(new RawRecord(utf8("{\"user\":\"a\"}"), null, 0L, Map.of(), ORIGIN))
                        .event())
                .isNotNull();
        assertThat(rejected(decoder.decode(raw("{\"user\":null}"))).reason()).isEqualTo("missing-field");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noRecordWhateverItHoldsThrows(long seed) {
        Random random = new Random(seed);
        JsonDecoder decoder = decoder(
                of(FieldType.TIMESTAMP),
                DecodedField.of("l", FieldType.LIST).withElements(FieldType.LONG),
                DecodedField.of("d", FieldType.DECIMAL).at("/a/0/d"));
        byte[] good = utf8("{\"x\":\"2026-01-01T00:00:00Z\",\"l\":[1,2],\"a\":[{\"d\":1.5}]}");
        assertThat(decoder.decode(new RawRecord(good, null, 0L, Map.of(), ORIGIN))
                        .event())
                .isNotNull();
        for (int i = 0; i < 20_000; i++) {
            byte[] value = good.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                value[random.nextInt(value.length)] = (byte) "{}[]\",:0e-.5nt \\".charAt(random.nextInt(16));
            }
            Decoded decoded = decoder.decode(new RawRecord(value, null, 0L, Map.of(), ORIGIN));
            assertThat(decoded.event() == null).as("seed %d", seed).isEqualTo(decoded.rejected() != null);
        }
    }

    @Test
    void aDecoderTravelsWithTheJobGraph() throws Exception {
        JsonDecoder decoder = InstantiationUtil.clone(decoder(
                of(FieldType.TIMESTAMP), DecodedField.of("l", FieldType.LIST).withElements(FieldType.LONG)));

        assertThat(accepted(decoder.decode(raw("{\"x\":\"2026-01-01T00:00:00Z\",\"l\":[1]}")))
                        .values())
                .containsExactly(1_767_225_600_000L, List.of(1L));
    }

    @Test
    void declarationsThatCannotWorkAreErrors() {
        assertThatThrownBy(() -> decoder(of(FieldType.LONG).at("$foo"))).hasMessageContaining("$headers.NAME");
        assertThatThrownBy(() -> decoder(of(FieldType.LONG).at("a/b"))).hasMessageContaining("JSON Pointer");
        assertThatThrownBy(() -> decoder(of(FieldType.LIST))).hasMessageContaining("elements");
        assertThatThrownBy(() -> new JsonDecoder("n", List.of(of(FieldType.LONG)), 0, 1))
                .hasMessageContaining("no timestamp");
    }
}
