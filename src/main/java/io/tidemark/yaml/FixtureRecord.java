package io.tidemark.yaml;

import io.tidemark.spec.FixtureStep;
import io.tidemark.spec.NearMiss;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of a fixture as it is written: an object, a raw text, or {@code {$value, $key, $partition, $timestamp,
 * $headers}}.
 */
final class FixtureRecord {
    private static final List<String> PARTS = List.of("$value", "$key", "$partition", "$timestamp", "$headers");

    private final String source;
    private final int partitions;
    private boolean hasValue;
    private @Nullable Object value;
    private @Nullable Object key;
    private int partition;
    private @Nullable Instant timestamp;
    private Map<String, Object> headers = Map.of();

    private FixtureRecord(String source, int partitions) {
        this.source = source;
        this.partitions = partitions;
    }

    /**
     * The record at {@code at}; a value of it is null after an error was reported.
     *
     * @param source the source that it is given to
     * @param partitions how many partitions that source has, or 0 if that is not said
     */
    static FixtureStep.Given read(YamlValue at, String source, int partitions) {
        FixtureRecord record = new FixtureRecord(source, partitions);
        List<YamlValue> entries = at.isMapping() ? at.entries() : List.of();
        if (entries.stream().anyMatch(entry -> PARTS.contains(entry.name()))) {
            entries.forEach(record::part);
            if (!record.hasValue) {
                at.missing("$value", "is missing; the record's value, null for a tombstone");
            }
        } else {
            record.plain(at);
        }
        return new FixtureStep.Given(
                source, record.value, record.key, record.partition, record.timestamp, record.headers);
    }

    private void plain(YamlValue at) {
        Object plain = PlainValues.read(at);
        if (plain == null && at.isScalar() && at.rawText().isEmpty() && !quoted(at)) {
            at.error("has no value; a record, { $value: null } for a tombstone");
        } else if (plain == null && at.rawText().matches("null|~|Null|NULL")) {
            at.error("has no value; a record, { $value: null } for a tombstone, \"null\" for that text");
        }
        value = plain;
    }

    private static boolean quoted(YamlValue at) {
        return at.kind().equals(Scalar.Kind.TEXT.words());
    }

    private void part(YamlValue part) {
        switch (part.name()) {
            case "$value" -> {
                hasValue = true;
                value = PlainValues.read(part);
            }
            case "$key" -> key = PlainValues.read(part);
            case "$partition" -> partition = partition(part);
            case "$timestamp" -> timestamp = timestamp(part);
            case "$headers" -> headers = headers(part);
            default ->
                part.gapAtKey("unknown key \"" + part.name() + "\""
                        + NearMiss.of(part.name(), PARTS)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("; allowed: " + String.join(", ", PARTS)));
        }
    }

    private int partition(YamlValue part) {
        Integer number = Types.INTEGER.read(part);
        if (number == null) {
            return 0;
        }
        if (number < 0 || partitions > 0 && number >= partitions) {
            part.error("is " + number + "; "
                    + (partitions > 0
                            ? "0 to " + (partitions - 1) + ", as partitions says of " + source
                            : "0 or more"));
            return 0;
        }
        return number;
    }

    private static @Nullable Instant timestamp(YamlValue part) {
        Scalar scalar = part.isScalar() ? part.scalar() : null;
        if (scalar != null && scalar.kind() == Scalar.Kind.INTEGER) {
            Long millis = Types.wholeNumber(part, scalar);
            return millis == null ? null : Instant.ofEpochMilli(millis);
        }
        return FixtureTypes.INSTANT.read(part);
    }

    private static Map<String, Object> headers(YamlValue part) {
        Map<String, Object> headers = new LinkedHashMap<>();
        if (!part.isMapping()) {
            part.error(part.kind() + "; a mapping of names to texts");
            return headers;
        }
        PlainValues.mapping(part).forEach((name, value) -> {
            if (value != null) {
                headers.put(name, Objects.requireNonNull(value));
            }
        });
        return headers;
    }
}
