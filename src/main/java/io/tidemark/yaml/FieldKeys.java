package io.tidemark.yaml;

import io.tidemark.event.FieldType;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.Names;
import io.tidemark.spec.NearMiss;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The keys of a source's field. */
final class FieldKeys {
    private static final Key<FieldType> TYPE = Key.of("type", new FieldTypeType(), "The type of its values.")
            .required("string, long, double, boolean, decimal, timestamp or list");
    private static final Key<String> PATH = Key.of(
                    "path",
                    Types.VERBATIM,
                    "Where it stands in the record: a JSON Pointer, or `$key`, `$key/POINTER`, `$timestamp`, `$topic`,"
                            + " `$partition`, `$offset`, `$headers.NAME`, `$value`; without it the member of its name.")
            .words("from", "pointer", "json-path", "jsonpath", "column", "source");
    private static final Key<Boolean> OPTIONAL = Key.of(
                    "optional", Types.BOOLEAN, "Whether it may be null; else a record without it is rejected.")
            .or(false)
            .words("nullable", "null", "required");
    private static final Key<YamlValue> DEFAULT =
            Key.of("default", new AnyScalar(), "The value in place of null.").words("default-value", "if-null");
    private static final Key<TimeUnit> UNIT = Key.of("unit", new UnitType(), "What an epoch number counts.")
            .or(TimeUnit.MILLISECONDS)
            .words("precision", "time-unit", "resolution", "epoch");
    private static final Key<String> PATTERN = Key.of(
                    "pattern",
                    Types.VERBATIM,
                    "How a time is written as text, in the letters of Java's `DateTimeFormatter` (English), or `syslog`.")
            .words("format", "date-format", "time-format", "timestamp-format");
    private static final Key<ZoneId> ZONE = Key.of(
                    "zone", ScalarType.of("time zone", FieldKeys::zone), "The zone of text without an offset.")
            .words("timezone", "time-zone", "tz", "local-time-zone");
    private static final Key<Elements> OF = Key.of(
                    "of", new ElementsType(), "What a list holds: a type, or a mapping of the members of its objects.")
            .words("items", "element", "elements", "element-type", "item-type");

    /** A field; its type alone may stand for it. */
    static final Section<FieldSpec> FIELD = Section.titled("sources.NAME.fields.FIELD")
            .keys(TYPE, PATH, OPTIONAL, DEFAULT, UNIT, PATTERN, ZONE, OF)
            .shortForm(TYPE)
            .make(FieldKeys::field);

    /** Fields by name. */
    static final ValueType<Map<String, FieldSpec>> FIELDS =
            new MapType<>("mapping of names to types", Names::fieldProblem, FIELD);

    private FieldKeys() {}

    /**
     * What a list holds.
     *
     * @param type plain elements, or null
     * @param fields the members of objects
     */
    private record Elements(@Nullable FieldType type, List<FieldSpec> fields) {}

    private static FieldSpec field(Values values) {
        FieldType type = values.find(TYPE);
        if (type == null) {
            // nothing else can be said of a field of an unknown type
            return FieldSpec.of(values.at().name(), FieldType.STRING);
        }
        TimeUnit unit = values.get(UNIT);
        Elements elements = values.get(OF, new Elements(null, List.of()));
        YamlValue given = values.find(DEFAULT);
        return new FieldSpec(
                values.at().name(),
                type,
                values.find(PATH),
                values.get(OPTIONAL),
                given == null ? null : DefaultValues.read(given, type, unit),
                unit,
                values.find(PATTERN),
                values.find(ZONE),
                elements.type(),
                elements.fields());
    }

    private static @Nullable ZoneId zone(YamlValue value, Scalar scalar) {
        try {
            return ZoneId.of(scalar.text());
        } catch (DateTimeException e) {
            value.error("there is no time zone \"" + scalar.text() + "\"; such as UTC, Europe/Berlin, +02:00"
                    + NearMiss.question(scalar.text(), regions()));
            return null;
        }
    }

    /** The names of regions; among abbreviations every other is near, and none is meant. */
    private static Set<String> regions() {
        return ZoneId.getAvailableZoneIds().stream()
                .filter(name -> name.contains("/"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Any single value; what it must be depends on another key. */
    private static final class AnyScalar implements ValueType<YamlValue> {
        @Override
        public String word() {
            return "value of the type";
        }

        @Override
        public YamlValue read(YamlValue value) {
            return value;
        }
    }

    /** The unit of an epoch number. */
    private static final class UnitType implements ValueType<TimeUnit> {
        private static final Map<String, TimeUnit> UNITS = units();

        @Override
        public String word() {
            return String.join(" \\| ", UNITS.keySet());
        }

        @Override
        public @Nullable TimeUnit read(YamlValue value) {
            String text = Types.TEXT.read(value);
            TimeUnit unit = text == null ? null : UNITS.get(text);
            if (text != null && unit == null) {
                Map<String, String> foreign = Map.of(
                        "milliseconds", "use ms",
                        "millis", "use ms",
                        "seconds", "use s",
                        "sec", "use s",
                        "microseconds", "use us",
                        "micros", "use us",
                        "nanoseconds", "use ns",
                        "nanos", "use ns");
                value.error("\"" + text + "\" is no unit; "
                        + Types.advice(text, foreign, UNITS.keySet(), String.join(", ", UNITS.keySet())));
            }
            return unit;
        }

        @Override
        public String format(TimeUnit unit) {
            return UNITS.entrySet().stream()
                    .filter(entry -> entry.getValue() == unit)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }

        private static Map<String, TimeUnit> units() {
            Map<String, TimeUnit> units = new LinkedHashMap<>();
            units.put("ms", TimeUnit.MILLISECONDS);
            units.put("s", TimeUnit.SECONDS);
            units.put("us", TimeUnit.MICROSECONDS);
            units.put("ns", TimeUnit.NANOSECONDS);
            return units;
        }
    }

    /** What a list holds. */
    private static final class ElementsType implements ValueType<Elements> {
        @Override
        public String word() {
            return "type, or mapping of names to types";
        }

        @Override
        public @Nullable Elements read(YamlValue value) {
            if (value.isMapping()) {
                Map<String, FieldSpec> members = FIELDS.read(value);
                return members == null ? null : new Elements(null, new ArrayList<>(members.values()));
            }
            FieldType type = new FieldTypeType().read(value);
            return type == null ? null : new Elements(type, List.of());
        }
    }
}
