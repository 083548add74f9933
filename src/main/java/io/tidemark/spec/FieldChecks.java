package io.tidemark.spec;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Checks the fields of sources. */
final class FieldChecks {
    /** The {@link FieldSpec#pattern} of syslog's times, which have no year. */
    static final String SYSLOG = "syslog";

    private static final Map<String, FieldType> METADATA = Map.of(
            "$timestamp", FieldType.TIMESTAMP,
            "$topic", FieldType.STRING,
            "$partition", FieldType.LONG,
            "$offset", FieldType.LONG,
            "$value", FieldType.STRING);
    private static final List<String> METADATA_WORDS =
            List.of("$key", "$timestamp", "$topic", "$partition", "$offset", "$headers.NAME", "$value");
    private static final Map<FieldType, Class<?>> CLASSES = classes();

    private final Findings findings;

    FieldChecks(Findings findings) {
        this.findings = findings;
    }

    void check(String path, List<FieldSpec> fields) {
        if (fields.isEmpty()) {
            findings.error(path, "the source has no fields; at least one, such as service: string");
        }
        Set<String> names = new HashSet<>();
        for (FieldSpec field : fields) {
            String at = path + "." + field.name();
            findings.name(at, Names.fieldProblem(field.name()));
            if (!names.add(field.name())) {
                findings.nameError(at, "there are two fields " + field.name() + "; a name of its own");
            }
            checkField(at, field);
        }
    }

    /** Fields of generated events must be those that the generator knows. */
    void checkGenerated(String path, List<FieldSpec> fields, List<FieldSpec> known) {
        List<String> names = known.stream().map(FieldSpec::name).toList();
        for (FieldSpec field : fields) {
            String at = path + "." + field.name();
            Optional<FieldSpec> own =
                    known.stream().filter(k -> k.name().equals(field.name())).findFirst();
            if (own.isEmpty()) {
                findings.nameError(
                        at,
                        "the generator has no field " + field.name() + NearMiss.question(field.name(), names) + "; "
                                + String.join(", ", names));
            } else if (own.get().type() != field.type()) {
                findings.error(
                        at,
                        "the generator's " + field.name() + " is a "
                                + own.get().type().word());
            }
        }
    }

    private void checkField(String at, FieldSpec field) {
        checkPath(at + ".path", field);
        checkDefault(at + ".default", field);
        boolean timestamp = field.type() == FieldType.TIMESTAMP;
        if (!timestamp) {
            onlyForTimestamps(at + ".unit", field.unit() != TimeUnit.MILLISECONDS);
            onlyForTimestamps(at + ".pattern", field.pattern() != null);
            onlyForTimestamps(at + ".zone", field.zone() != null);
        }
        String pattern = field.pattern();
        if (timestamp && pattern != null) {
            checkPattern(at, field, pattern);
        }
        checkElements(at, field);
    }

    private void onlyForTimestamps(String at, boolean given) {
        if (given) {
            findings.error(at, "only a timestamp has it; remove it, or type: timestamp");
        }
    }

    private void checkPath(String at, FieldSpec field) {
        String path = field.path();
        if (path == null) {
            return;
        }
        FieldType required = METADATA.get(path);
        if (required != null) {
            if (field.type() != required) {
                findings.error(
                        at,
                        path + " is a " + required.word() + ", not a "
                                + field.type().word());
            }
        } else if (path.startsWith("$headers.") && path.length() > "$headers.".length()) {
            if (field.type() == FieldType.LIST) {
                findings.error(at, "a header is no list; string, long, double, boolean, decimal, timestamp");
            }
        } else if (path.startsWith("$key/")) {
            checkPointer(at, path.substring("$key".length()));
        } else if (path.startsWith("$") && !path.equals("$key")) {
            findings.error(
                    at,
                    "\"" + path + "\" is no path"
                            + (path.startsWith("$.")
                                    ? "; write " + path.substring(1).replace('.', '/')
                                    : "")
                            + NearMiss.question(path, METADATA_WORDS) + "; "
                            + String.join(", ", METADATA_WORDS) + ", or a JSON Pointer such as /a/b");
        } else if (!path.startsWith("$") && !path.isEmpty()) {
            checkPointer(at, path);
        }
    }

    private void checkPointer(String at, String pointer) {
        if (!pointer.startsWith("/")) {
            findings.error(at, "\"" + pointer + "\" is no JSON Pointer; write /" + pointer.replace('.', '/'));
        } else if (pointer.matches(".*~(?![01]).*")) {
            findings.error(at, "~ stands alone in \"" + pointer + "\"; ~0 for ~, ~1 for /");
        }
    }

    private void checkDefault(String at, FieldSpec field) {
        Object value = field.defaultValue();
        if (value == null) {
            return;
        }
        Class<?> expected = CLASSES.get(field.type());
        if (expected == null) {
            findings.error(at, "a list has no default; optional: true");
        } else if (!expected.isInstance(value)
                || (value instanceof Double number && (number.isNaN() || number.isInfinite()))) {
            findings.error(at, "\"" + value + "\" is no " + field.type().word());
        }
    }

    private void checkPattern(String at, FieldSpec field, String pattern) {
        if (field.unit() != TimeUnit.MILLISECONDS) {
            findings.error(at + ".unit", "unit is for numbers, pattern for text; one of both");
        }
        boolean ownOffset = false;
        if (!pattern.equals(SYSLOG)) {
            try {
                ownOffset = TimePattern.hasOffset(pattern);
            } catch (IllegalArgumentException e) {
                findings.error(
                        at + ".pattern",
                        "\"" + pattern + "\" is no pattern (" + firstLine(e.getMessage())
                                + "); such as dd/MMM/yyyy:HH:mm:ss Z, or syslog");
                return;
            }
            Optional<String> unclear = TimePattern.problem(pattern);
            if (unclear.isPresent()) {
                findings.error(at + ".pattern", "\"" + pattern + "\" " + unclear.get());
                return;
            }
        }
        if (!ownOffset && field.zone() == null) {
            findings.error(at + ".zone", "is missing, and \"" + pattern + "\" has no offset; such as zone: UTC");
        }
    }

    private void checkElements(String at, FieldSpec field) {
        boolean list = field.type() == FieldType.LIST;
        boolean elements = field.elementType() != null || !field.elementFields().isEmpty();
        if (list && !elements) {
            findings.error(at + ".of", "is missing; what the list holds, a type or { name: TYPE, … }");
        } else if (!list && elements) {
            findings.error(at + ".of", "only a list has it; remove it, or type: list");
        }
        if (field.elementType() == FieldType.LIST) {
            findings.error(at + ".of", "a list holds no lists; a plain type, or { name: TYPE, … }");
        }
        Set<String> names = new HashSet<>();
        for (FieldSpec element : field.elementFields()) {
            String inside = at + ".of." + element.name();
            findings.name(inside, Names.fieldProblem(element.name()));
            if (!names.add(element.name())) {
                findings.nameError(inside, "there are two members " + element.name() + "; a name of its own");
            }
            String elementPath = element.path();
            if (element.type() == FieldType.LIST) {
                findings.error(inside, "a list holds no lists; a plain type");
            } else if (elementPath != null && elementPath.startsWith("$")) {
                findings.error(
                        inside + ".path", elementPath + " belongs to the record; a JSON Pointer into the element");
            } else {
                checkField(inside, element);
            }
        }
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "" : message.lines().findFirst().orElse("");
    }

    private static Map<FieldType, Class<?>> classes() {
        Map<FieldType, Class<?>> classes = new EnumMap<>(FieldType.class);
        classes.put(FieldType.STRING, String.class);
        classes.put(FieldType.LONG, Long.class);
        classes.put(FieldType.DOUBLE, Double.class);
        classes.put(FieldType.BOOLEAN, Boolean.class);
        classes.put(FieldType.DECIMAL, BigDecimal.class);
        classes.put(FieldType.TIMESTAMP, Long.class);
        return classes;
    }
}
