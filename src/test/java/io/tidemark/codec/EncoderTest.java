package io.tidemark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.Origin;
import io.tidemark.event.Pane;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EncoderTest {
    private static final long T = Instant.parse("2026-01-01T00:05:00Z").toEpochMilli();
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("time", FieldType.TIMESTAMP, false),
            new Field("service", FieldType.STRING, true),
            new Field("latency", FieldType.DOUBLE, true),
            new Field("price", FieldType.DECIMAL, true),
            new Field("ok", FieldType.BOOLEAN, true),
            new Field("items", FieldType.LIST, true)));
    private static final ResultSchema RESULT = new ResultSchema(
            "latency",
            new Schema(
                    List.of(new Field("service", FieldType.STRING, true), new Field("day", FieldType.TIMESTAMP, true))),
            new Schema(List.of(
                    new Field("n", FieldType.LONG, false),
                    new Field("p99", FieldType.DOUBLE, true),
                    new Field("newest", FieldType.TIMESTAMP, true))));

    private static String text(byte @Nullable [] json) {
        return json == null ? "no key" : new String(json, StandardCharsets.UTF_8);
    }

    private static Event event(@Nullable Object... values) {
        return new Event(values, T, Origin.kafka("requests", 3, 42), "k1".getBytes(StandardCharsets.UTF_8));
    }

    private static WindowResult result(Pane pane, long watermark) {
        return new WindowResult(
                RESULT, Key.of("a", T), T, T + 60_000, new Object[] {3L, null, T + 5}, 3, pane, 1, watermark, 0);
    }

    private static String written(Object value) {
        return text(new JsonWriter(TimeFormat.ISO).value(value).take());
    }

    @Test
    void anEventIsAnObjectOfItsFieldsInOrder() {
        Map<String, @Nullable Object> item = new LinkedHashMap<>();
        item.put("sku", "x");
        item.put("n", null);
        Event event = event(T, "a\"b", 0.1, new BigDecimal("1E+3"), true, List.of(item, 5L));

        assertThat(text(new EventEncoder(SCHEMA, TimeFormat.ISO).encode(event)))
                .isEqualTo("{\"time\":\"2026-01-01T00:05:00Z\",\"service\":\"a\\\"b\",\"latency\":0.1,\"price\":1000,"
                        + "\"ok\":true,\"items\":[{\"sku\":\"x\",\"n\":null},5]}");
        assertThat(text(new EventEncoder(SCHEMA, TimeFormat.EPOCH_MS).encode(event(T, null, null, null, null, null))))
                .isEqualTo("{\"time\":1767225900000,\"service\":null,\"latency\":null,\"price\":null,\"ok\":null,"
                        + "\"items\":null}");
        Event times = event(T, null, null, null, null, List.of(Instant.ofEpochMilli(T), Map.of("at", Instant.EPOCH)));
        assertThat(text(new EventEncoder(SCHEMA, TimeFormat.ISO).encode(times)))
                .endsWith("\"items\":[\"2026-01-01T00:05:00Z\",{\"at\":\"1970-01-01T00:00:00Z\"}]}");
        assertThat(text(new EventEncoder(SCHEMA, TimeFormat.EPOCH_MS).encode(times)))
                .endsWith("\"items\":[1767225900000,{\"at\":0}]}");
        assertThat(text(new EventEncoder(new Schema(List.of()), TimeFormat.ISO).encode(event())))
                .isEqualTo("{}");
    }

    @Test
    void aResultHasTheShapeOfTheContract() {
        WindowResultEncoder encoder = new WindowResultEncoder(RESULT, TimeFormat.ISO);

        assertThat(text(encoder.encode(result(Pane.ON_TIME, T + 60_000))))
                .isEqualTo("{\"node\":\"latency\",\"service\":\"a\",\"day\":\"2026-01-01T00:05:00Z\","
                        + "\"window_start\":\"2026-01-01T00:05:00Z\",\"window_end\":\"2026-01-01T00:06:00Z\","
                        + "\"n\":3,\"p99\":null,\"newest\":\"2026-01-01T00:05:00.005Z\","
                        + "\"pane\":\"on-time\",\"revision\":1,\"closed_by\":\"watermark\"}");
        assertThat(text(new WindowResultEncoder(RESULT, TimeFormat.EPOCH_MS).encode(result(Pane.LATE, 0))))
                .contains("\"window_start\":1767225900000,\"window_end\":1767225960000");
    }

    @Test
    void aRowOfASessionThatMayBeCutSaysWhetherItWas() {
        WindowResultEncoder encoder = new WindowResultEncoder(RESULT, TimeFormat.ISO);

        assertThat(text(encoder.encode(result(Pane.LATE, T).truncated(true))))
                .endsWith("\"closed_by\":\"watermark\",\"truncated\":true}");
        assertThat(text(encoder.encode(result(Pane.LATE, T).truncated(false))))
                .endsWith("\"closed_by\":\"watermark\",\"truncated\":false}");
    }

    @Test
    void whatClosedAWindowIsNullWhileEarly() {
        WindowResultEncoder encoder = new WindowResultEncoder(RESULT, TimeFormat.ISO);

        assertThat(text(encoder.encode(result(Pane.EARLY, T))))
                .endsWith("\"pane\":\"early\",\"revision\":1,\"closed_by\":null}");
        assertThat(text(encoder.encode(result(Pane.FINAL, Long.MAX_VALUE))))
                .endsWith("\"closed_by\":\"end-of-input\"}");
    }

    @Test
    void aLateRecordHasItsWatermarkAndItsEvent() {
        SideRecord late =
                SideRecord.of("latency", "late", "behind", event(T, "a", 1.0, null, null, null), SCHEMA, T + 10_000);

        assertThat(text(new SideRecordEncoder(TimeFormat.ISO).encode(late)))
                .isEqualTo("{\"node\":\"latency\",\"reason\":\"late\",\"detail\":\"behind\","
                        + "\"event_time\":\"2026-01-01T00:05:00Z\",\"watermark\":\"2026-01-01T00:05:10Z\","
                        + "\"origin\":{\"topic\":\"requests\",\"partition\":3,\"offset\":42},"
                        + "\"event\":{\"time\":\"2026-01-01T00:05:00Z\",\"service\":\"a\",\"latency\":1.0,\"price\":null,"
                        + "\"ok\":null,\"items\":null}}");
    }

    @Test
    void aRejectedRecordHasItsPayloadAsTextOrBase64() {
        SideRecordEncoder encoder = new SideRecordEncoder(TimeFormat.ISO);
        Origin line = Origin.file("in/a.jsonl", 7);

        assertThat(text(encoder.encode(SideRecord.rejected(
                        "r", "malformed", "why", line, "n\u00f6t \"json\"".getBytes(StandardCharsets.UTF_8), null))))
                .isEqualTo("{\"node\":\"r\",\"reason\":\"malformed\",\"detail\":\"why\",\"event_time\":null,"
                        + "\"origin\":{\"file\":\"in/a.jsonl\",\"line\":7},\"payload\":\"n\u00f6t \\\"json\\\"\"}");
        assertThat(text(encoder.encode(SideRecord.rejected("r", "malformed", "why", line, new byte[] {-1}, null))))
                .endsWith("\"payload_base64\":\"/w==\"}");
        assertThat(text(encoder.encode(SideRecord.rejected("r", "malformed", "why", null, null, null))))
                .endsWith("\"origin\":null,\"payload\":null}");
    }

    @ParameterizedTest
    @CsvSource({
        "0,              1970-01-01T00:00:00Z",
        "-1,             1969-12-31T23:59:59.999Z",
        "1767225900020,  2026-01-01T00:05:00.020Z",
        "951782400000,   2000-02-29T00:00:00Z",
        "-62167219200000,0000-01-01T00:00:00Z",
        "253402300799999,9999-12-31T23:59:59.999Z",
        "253402300800000,+10000-01-01T00:00:00Z",
    })
    void timesAreIsoWithMillisecondsOnlyWhereTheyAreNotZero(long millis, String iso) {
        assertThat(text(new JsonWriter(TimeFormat.ISO).time(millis).take())).isEqualTo('"' + iso + '"');
        assertThat(Instant.parse(iso).toEpochMilli()).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0",
        "1e7, 1.0E7",
        "100, 100.0",
        "0.001, 0.001",
        "2e-3, 0.002",
        "-0.0, -0.0",
        "2e23, 2.0E23",
        "5e-324, 4.9E-324",
        "1.7976931348623157e308, 1.7976931348623157E308",
        "2.2e-322, 2.2E-322"
    })
    void doublesAreShortestJson(double value, String json) {
        assertThat(written(value)).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverIsWrittenIsJsonThatReadsBackEqual(long seed) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(number)) {
                assertThat(Double.parseDouble(written(number))).isEqualTo(number);
            }
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j > 0; j--) {
                int bound = random.nextBoolean() ? 0x80 : random.nextBoolean() ? 0xD800 : 0x110000;
                text.appendCodePoint(random.nextInt(bound));
            }
            JsonNode back = mapper.readTree(written(text.toString()).getBytes(StandardCharsets.UTF_8));
            assertThat(back.textValue()).as("seed %d", seed).isEqualTo(text.toString());
        }
    }

    @Test
    void decimalsHaveAllTheirDigits() {
        assertThat(written(new BigDecimal("1.10"))).isEqualTo("1.10");
        assertThat(written(new BigDecimal("1e-10"))).isEqualTo("0.0000000001");
        assertThat(written(new BigDecimal("12345678901234567890123.5"))).isEqualTo("12345678901234567890123.5");
    }

    @Test
    void textOfAllPlanesAndControlCharactersIsWritten() {
        assertThat(written("a\u0000\b\n\u007f\u00e4\u20ac\ud83d\ude00/"))
                .isEqualTo("\"a\\u0000\\u0008\\n\\u007f\u00e4\u20ac\ud83d\ude00/\"");
        assertThat(written("half \ud800 pair")).isEqualTo("\"half \\ud800 pair\"");
    }

    @ParameterizedTest
    @EnumSource(KeyFormat.class)
    void theDefaultKeyOfAResultIsItsKeyFields(KeyFormat format) {
        String expected = format == KeyFormat.JSON
                ? "{\"service\":\"a\",\"day\":\"2026-01-01T00:05:00Z\"}"
                : "a|2026-01-01T00:05:00Z";

        assertThat(text(KeyEncoder.ofResults(RESULT, format, TimeFormat.ISO).encode(result(Pane.ON_TIME, 0))))
                .isEqualTo(expected);
    }

    @Test
    void aKeyMayNameBoundsAndAggregates() {
        List<String> fields = List.of("window_start", "n", "service");

        assertThat(text(KeyEncoder.ofResults(RESULT, fields, KeyFormat.JSON, TimeFormat.EPOCH_MS)
                        .encode(result(Pane.ON_TIME, 0))))
                .isEqualTo("{\"window_start\":1767225900000,\"n\":3,\"service\":\"a\"}");
        assertThatThrownBy(() -> KeyEncoder.ofResults(RESULT, List.of("x"), KeyFormat.JSON, TimeFormat.ISO))
                .hasMessageContaining("'x'");
    }

    @Test
    void whateverARowHasCanBeItsKey() {
        List<String> fields =
                List.of("node", "pane", "revision", "closed_by", "window_end", "truncated", "service", "n");
        KeyEncoder<WindowResult> json = KeyEncoder.ofResults(RESULT, fields, KeyFormat.JSON, TimeFormat.ISO);
        KeyEncoder<WindowResult> plain = KeyEncoder.ofResults(RESULT, fields, KeyFormat.STRING, TimeFormat.EPOCH_MS);

        assertThat(text(json.encode(result(Pane.LATE, Long.MAX_VALUE).truncated(true))))
                .isEqualTo("{\"node\":\"latency\",\"pane\":\"late\",\"revision\":1,\"closed_by\":\"end-of-input\","
                        + "\"window_end\":\"2026-01-01T00:06:00Z\",\"truncated\":true,\"service\":\"a\",\"n\":3}");
        assertThat(text(json.encode(result(Pane.EARLY, T)))).contains("\"closed_by\":null,", "\"truncated\":null,");
        assertThat(text(plain.encode(result(Pane.ON_TIME, T).truncated(false))))
                .isEqualTo("latency|on-time|1|watermark|1767225960000|false|a|3");
    }

    @Test
    void anAggregateCalledTruncatedIsMeantByItsName() {
        ResultSchema schema = new ResultSchema(
                "w", new Schema(List.of()), new Schema(List.of(new Field("truncated", FieldType.LONG, true))));
        WindowResult row = new WindowResult(schema, Key.of(), T, T, new Object[] {7L}, 1, Pane.LATE, 0, T, 0);

        assertThat(text(KeyEncoder.ofResults(schema, List.of("truncated"), KeyFormat.JSON, TimeFormat.ISO)
                        .encode(row)))
                .isEqualTo("{\"truncated\":7}");
    }

    @Test
    void keysOfEventsAreTheirOwnOrNamedFields() {
        Event event = event(T, null, 1.5, null, true, null);

        assertThat(text(KeyEncoder.ofEvents().encode(event))).isEqualTo("k1");
        assertThat(text(KeyEncoder.ofEvents(SCHEMA, List.of("service", "ok"), KeyFormat.STRING, TimeFormat.ISO)
                        .encode(event)))
                .isEqualTo("|true");
        assertThat(text(KeyEncoder.ofEvents(SCHEMA, List.of("service"), KeyFormat.JSON, TimeFormat.ISO)
                        .encode(event)))
                .isEqualTo("{\"service\":null}");
        assertThat(text(KeyEncoder.ofEvents(SCHEMA, List.of("service"), KeyFormat.STRING, TimeFormat.ISO)
                        .encode(event)))
                .isEqualTo("no key");
        assertThat(text(KeyEncoder.ofEvents(SCHEMA, List.of(), KeyFormat.JSON, TimeFormat.ISO)
                        .encode(event)))
                .isEqualTo("no key");
    }

    @Test
    void keysOfSideRecordsAreTheirOwnOrNamedFields() {
        SideRecord late = SideRecord.of("w", "late", "d", event(T, "a", null, null, null, null), SCHEMA, 5L);
        SideRecord rejected = SideRecord.rejected("w", "malformed", "d", null, new byte[0], new byte[] {'k'});

        assertThat(text(KeyEncoder.ofSideRecords().encode(rejected))).isEqualTo("k");
        KeyEncoder<SideRecord> named =
                KeyEncoder.ofSideRecords(List.of("time", "other"), KeyFormat.JSON, TimeFormat.ISO);
        assertThat(text(named.encode(late))).isEqualTo("{\"time\":\"2026-01-01T00:05:00Z\",\"other\":null}");
        assertThat(text(named.encode(rejected))).isEqualTo("no key");
    }

    @Test
    void encodersTravelWithTheJobGraphAndAreUsedAgain() throws Exception {
        WindowResultEncoder encoder = InstantiationUtil.clone(new WindowResultEncoder(RESULT, TimeFormat.ISO));
        KeyEncoder<WindowResult> keys =
                InstantiationUtil.clone(KeyEncoder.ofResults(RESULT, KeyFormat.JSON, TimeFormat.ISO));
        WindowResult result = result(Pane.ON_TIME, 0);

        assertThat(encoder.encode(result)).isEqualTo(encoder.encode(result));
        assertThat(Arrays.equals(keys.encode(result), keys.encode(result))).isTrue();
    }
}
