package io.tidemark.event;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of a node's key fields, a null being a value like any other. Equal values are equal keys: {@code 1.0} and
 * {@code 1.00} of a decimal, {@code 0.0} and {@code -0.0} of a double. The hash is stable across JVMs.
 */
public final class Key {
    /** The one key of a node without key fields. */
    public static final Key GLOBAL = new Key(new Object[0]);

    private final @Nullable Object[] values;
    private final int hash;

    private Key(@Nullable Object[] values) {
        this.values = values;
        this.hash = Arrays.hashCode(values);
    }

    /** The key with {@code values}, which are canonicalized in place and must not be changed afterwards. */
    public static Key of(@Nullable Object... values) {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof BigDecimal decimal) {
                values[i] = decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
            } else if (value instanceof Double number && number == 0.0) {
                values[i] = 0.0;
            }
        }
        return new Key(values);
    }

    /** The value of the key field at {@code index}. */
    public @Nullable Object get(int index) {
        return values[index];
    }

    /** The number of key fields. */
    public int size() {
        return values.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && hash == key.hash && Arrays.equals(values, key.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
