package io.tidemark.yaml;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of a fixture's values that pipelines have not. */
final class FixtureTypes {
    /** An instant. */
    static final ValueType<Instant> INSTANT = ScalarType.of("ISO-8601 instant", (value, scalar) -> {
        Instant instant = Types.instant(scalar.text());
        if (instant == null) {
            value.error(
                    "\"" + scalar.text() + "\" is no instant; ISO-8601 with an offset, such as 2026-01-01T00:00:00Z");
        }
        return instant;
    });

    /** A duration of more than nothing. */
    static final ValueType<Duration> PASSING = ScalarType.of("duration", (value, scalar) -> {
        Duration duration = Types.DURATION.read(value);
        if (duration != null && (duration.isNegative() || duration.isZero())) {
            value.error("is " + scalar.text() + "; more than 0s");
            return null;
        }
        return duration;
    });

    /** A number of partitions. */
    static final ValueType<Integer> PARTITIONS = ScalarType.of("whole number", (value, scalar) -> {
        Integer number = Types.INTEGER.read(value);
        if (number != null && number < 1) {
            value.error("is " + number + "; 1 or more");
            return null;
        }
        return number;
    });

    /** A relative tolerance. */
    static final ValueType<Double> TOLERANCE = ScalarType.of("number", (value, scalar) -> {
        Double number = Types.NUMBER.read(value);
        if (number != null && number < 0) {
            value.error("is " + scalar.text() + "; 0 or more, 0.01 for 1 %");
            return null;
        }
        return number;
    });

    /** Rows of a node, only the fields that count; one stands for a list of one. */
    static final ValueType<List<Map<String, Object>>> ROWS = new RowsType();

    private FixtureTypes() {}

    private static final class RowsType implements ValueType<List<Map<String, Object>>> {
        @Override
        public String word() {
            return "list of rows";
        }

        @Override
        public @Nullable List<Map<String, Object>> read(YamlValue value) {
            if (value.isScalar()) {
                value.error(value.kind() + "; a list of rows, [] if nothing may come out");
                return null;
            }
            List<Map<String, Object>> rows = new ArrayList<>();
            for (YamlValue row : value.isMapping() ? List.of(value) : value.items()) {
                if (row.isMapping()) {
                    rows.add(PlainValues.mapping(row));
                } else {
                    row.error(row.kind() + "; a mapping of the fields that count to their values");
                }
            }
            return rows;
        }
    }

    /** A mapping whose names are checked later. */
    static ValueType<Map<String, YamlValue>> placed(String word) {
        return new PlacedType(word);
    }

    private record PlacedType(String word) implements ValueType<Map<String, YamlValue>> {
        @Override
        public @Nullable Map<String, YamlValue> read(YamlValue value) {
            if (!value.isMapping()) {
                value.error(value.kind() + "; a " + word);
                return null;
            }
            Map<String, YamlValue> entries = new LinkedHashMap<>();
            value.entries().forEach(entry -> entries.put(entry.name(), entry));
            return entries;
        }
    }
}
