package io.tidemark;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One field of the user's own type: its name, its type and how it is read. */
final class Extractor<T> implements Serializable {
    private static final long serialVersionUID = 1;

    private static final Map<String, FieldType> TYPES = Map.ofEntries(
            Map.entry("java.lang.String", FieldType.STRING),
            Map.entry("java.lang.Long", FieldType.LONG),
            Map.entry("java.lang.Integer", FieldType.LONG),
            Map.entry("java.lang.Short", FieldType.LONG),
            Map.entry("java.lang.Byte", FieldType.LONG),
            Map.entry("java.lang.Double", FieldType.DOUBLE),
            Map.entry("java.lang.Float", FieldType.DOUBLE),
            Map.entry("java.lang.Boolean", FieldType.BOOLEAN),
            Map.entry("java.math.BigDecimal", FieldType.DECIMAL),
            Map.entry("java.math.BigInteger", FieldType.DECIMAL),
            Map.entry("java.time.Instant", FieldType.TIMESTAMP));

    private final String name;
    private final FieldType type;
    private final SerializableFunction<T, ?> function;

    Extractor(String name, FieldType type, SerializableFunction<T, ?> function) {
        this.name = name;
        this.type = type;
        this.function = function;
    }

    String name() {
        return name;
    }

    FieldType type() {
        return type;
    }

    Field field() {
        return new Field(name, type, true);
    }

    /** The value of the field, of its type's Java class, or null; an infinite or undefined double is null too. */
    @Nullable
    Object value(T object) {
        Object value = function.apply(object);
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("field '" + name + "' is " + number + "; a finite number is needed");
            }
            return number;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return value instanceof Instant instant ? (Object) instant.toEpochMilli() : value;
    }

    /** The field type that holds values of {@code type}, or null. */
    static @Nullable FieldType typeOf(Class<?> type) {
        return type.isEnum() ? FieldType.STRING : TYPES.get(type.getName());
    }

    /** What a method reference or lambda returns, where the compiler recorded it. */
    static Optional<FieldType> returnType(SerializableFunction<?, ?> function) {
        try {
            Method writeReplace = function.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            if (!(writeReplace.invoke(function) instanceof SerializedLambda lambda)) {
                return Optional.empty();
            }
            String signature = lambda.getInstantiatedMethodType();
            String returned = signature.substring(signature.indexOf(')') + 1);
            if (!returned.startsWith("L")) {
                return Optional.empty();
            }
            String className = returned.substring(1, returned.length() - 1).replace('/', '.');
            FieldType known = TYPES.get(className);
            return known != null
                    ? Optional.of(known)
                    : Optional.ofNullable(typeOf(
                            Class.forName(className, false, function.getClass().getClassLoader())));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty(); // an anonymous class: the caller asks for the type
        }
    }
}
