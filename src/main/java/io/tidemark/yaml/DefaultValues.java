package io.tidemark.yaml;

import io.tidemark.event.FieldType;
import io.tidemark.yaml.Scalar.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the default of a field as a value of the field's type. */
final class DefaultValues {
    private DefaultValues() {}

    /** The default as an object of the type's Java class, or null after an error was reported. */
    static @Nullable Object read(YamlValue value, FieldType type, TimeUnit unit) {
        return switch (type) {
            case STRING -> text(value);
            case LONG -> Types.LONG.read(value);
            case DOUBLE -> Types.NUMBER.read(value);
            case BOOLEAN -> Types.BOOLEAN.read(value);
            case DECIMAL -> decimal(value);
            case TIMESTAMP -> timestamp(value, unit);
            case LIST -> {
                value.error("a list has no default; optional: true");
                yield null;
            }
        };
    }

    private static @Nullable String text(YamlValue value) {
        return ScalarType.text("text", (at, scalar) -> {
                    if (scalar.kind() != Kind.TEXT) {
                        at.error(scalar.kind().words() + "; text, in quotes: " + Quoting.quote(scalar.text()));
                        return null;
                    }
                    return scalar.text();
                })
                .read(value);
    }

    private static @Nullable BigDecimal decimal(YamlValue value) {
        return ScalarType.<BigDecimal>of("number", (at, scalar) -> {
                    boolean number = scalar.kind() == Kind.INTEGER || scalar.kind() == Kind.FLOAT;
                    if (!number || !scalar.text().matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?")) {
                        at.error("\"" + scalar.text() + "\" is no decimal; a number such as 0.00");
                        return null;
                    }
                    return new BigDecimal(scalar.text());
                })
                .read(value);
    }

    private static @Nullable Long timestamp(YamlValue value, TimeUnit unit) {
        return ScalarType.<Long>of("time", (at, scalar) -> {
                    if (scalar.kind() == Kind.INTEGER) {
                        Long number = Types.wholeNumber(at, scalar);
                        return number == null ? null : epochMs(number, unit);
                    }
                    Instant instant = Types.instant(scalar.text());
                    if (instant == null) {
                        at.error("\"" + scalar.text()
                                + "\" is no time; ISO-8601 with an offset, or an epoch number in the"
                                + " field's unit");
                        return null;
                    }
                    return instant.toEpochMilli();
                })
                .read(value);
    }

    /** Finer digits are cut off towards the past. */
    private static long epochMs(long number, TimeUnit unit) {
        long perMs = unit == TimeUnit.MICROSECONDS ? 1_000 : unit == TimeUnit.NANOSECONDS ? 1_000_000 : 1;
        return unit == TimeUnit.SECONDS ? TimeUnit.SECONDS.toMillis(number) : Math.floorDiv(number, perMs);
    }
}
