package io.tidemark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordedLineTest {
    private static final Origin ORIGIN = Origin.file("in.jsonl", 5);

    private static RawRecord parse(String line) {
        return RecordedLine.parse(line.getBytes(StandardCharsets.UTF_8), ORIGIN);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void aRecordedRecordHasAllThatARecordHas() {
        RawRecord record = parse("{\"$key\":\"k\",\"$partition\":2,\"$timestamp\":\"2026-01-01T00:00:00Z\","
                + "\"$headers\":{\"a\":\"x\",\"b\":1,\"c\":null},\"$other\":[1],\"$value\":{\"x\": 1.50 }}");

        assertThat(text(record.value())).isEqualTo("{\"x\": 1.50 }");
        assertThat(text(record.key())).isEqualTo("k");
        assertThat(record.timestamp()).isEqualTo(1_767_225_600_000L);
        assertThat(record.headers()).containsOnlyKeys("a", "b");
        assertThat(text(record.headers().get("b"))).isEqualTo("1");
        assertThat(record.origin()).isEqualTo(new Origin(null, 2, "in.jsonl", 5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"$value":"not json"}|not json
                    {"$value":[1, {"ä":2}] }|[1, {"ä":2}]
                    {"ä":1,"$value":{"ä":"ö"},"z":2}|{"ä":"ö"}
                    {"$value":12.50}|12.50
                    {"$value":true}|true
                    {"$value_base64":"e30="}|{}
                    {"$value":"a\\tb"}|a<TAB>b
                    """)
    void theValueIsItsTextOrItsJson(String line, String value) {
        assertThat(text(parse(line).value())).isEqualTo(value.replace("<TAB>", "\t"));
    }

    @Test
    void aNullValueIsATombstone() {
        RawRecord record = parse("{\"$value\":null,\"$key\":{\"id\": 1},\"$timestamp\":5}");

        assertThat(record.value()).isNull();
        assertThat(text(record.key())).isEqualTo("{\"id\": 1}");
        assertThat(record.timestamp()).isEqualTo(5L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "{\"x\":1}",
                "{\"x\":{\"$value\":1}}",
                "[\"$value\"]",
                "{\"x\":\"$value\"}",
                "{\"$value\":1",
                "{\"$value\":1} 2",
                "{\"$value\":1,\"$timestamp\":\"soon\"}",
                "{\"$value\":1,\"$partition\":\"a\"}",
                "{\"$value_base64\":\"*\"}",
                "{\"$value\":1,\"$headers\":5}"
            })
    void anyOtherLineIsItselfTheValue(String line) {
        RawRecord record = parse(line);

        assertThat(text(record.value())).isEqualTo(line);
        assertThat(record.key()).isNull();
        assertThat(record.timestamp()).isNull();
        assertThat(record.origin()).isEqualTo(ORIGIN);
    }
}
