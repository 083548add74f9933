package io.tidemark.event;

/**
 * The type of a field or of an aggregate's value, with the Java class that holds it at run time.
 *
 * <p>A null value of any type is Java's {@code null}.
 */
public enum FieldType {
    /** {@link String}. */
    STRING,
    /** {@link Long}, 64 bits. */
    LONG,
    /** {@link Double}, always finite. */
    DOUBLE,
    /** {@link Boolean}. */
    BOOLEAN,
    /** {@link java.math.BigDecimal}. */
    DECIMAL,
    /** {@link Long}, milliseconds since 1970-01-01T00:00:00Z. */
    TIMESTAMP,
    /**
     * {@link java.util.List} of the values above, or of {@code Map<String, Object>} in field order; timestamps in it are
     * {@link java.time.Instant}s in milliseconds, so that they can be told from longs.
     */
    LIST;

    /** The word for this type in a pipeline file, such as {@code "long"}. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
