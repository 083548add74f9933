package io.tidemark.yaml;

import io.tidemark.spec.FormatSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a record is decoded: the name of a format, or a mapping from it to its settings. */
final class FormatType implements ValueType<FormatSpec> {
    private static final String JSON = "json";
    private static final List<String> LATER = List.of("csv", "regex", "access-log", "otlp-json", "otlp-proto", "avro");
    private static final Map<String, String> FOREIGN = Map.of(
            "debezium-json", "not offered",
            "json-lines", "use json",
            "jsonl", "use json",
            "ndjson", "use json",
            "avro-confluent", "avro is not available yet",
            "protobuf", "json");

    @Override
    public String word() {
        return JSON;
    }

    @Override
    public @Nullable FormatSpec read(YamlValue value) {
        if (value.isMapping()) {
            List<YamlValue> entries = value.entries();
            if (entries.size() == 1 && LATER.contains(entries.get(0).name())) {
                entries.get(0).gapAtKey("not available yet");
                value.reading().gap(value.path());
            } else {
                value.error("is a mapping; json");
            }
            return null;
        }
        String text = Types.TEXT.read(value);
        if (text == null) {
            return null;
        }
        if (text.equals(JSON)) {
            return new FormatSpec.Json();
        }
        value.error(
                LATER.contains(text)
                        ? text + " is not available yet; json"
                        : "there is no format " + text + "; " + Types.advice(text, FOREIGN, List.of(JSON), JSON));
        return null;
    }
}
