package io.tidemark.event;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of a node's key fields, a null being a value like any other. Equal values are equal keys: {@code 1.0} and
 * {@code 1.00} of a decimal, {@code 0.0} and {@code -0.0} of a double. The hash is stable across JVMs.
 */
public final class Key {
    /** The one key of a node without key fields. */
    public static final Key GLOBAL = new Key(new Object[0]);

    private static final @Nullable Object[] NONE = {};

    /** The first two values are kept here, since most keys have no more and a look-up follows each reference. */
    private final @Nullable Object first;

    private final @Nullable Object second;
    private final @Nullable Object[] others;
    private final int size;
    private final int hash;

    private Key(@Nullable Object[] values) {
        this.size = values.length;
        this.first = size > 0 ? values[0] : null;
        this.second = size > 1 ? values[1] : null;
        this.others = size > 2 ? Arrays.copyOfRange(values, 2, size) : NONE;
        this.hash = hash(values);
    }

    /**
     * The hashes of the values, mixed as MurmurHash3 (Appleby, 2011) mixes its blocks: sums such as those of {@link
     * Arrays#hashCode} are equal for many keys of several fields that end in numbers.
     */
    private static int hash(@Nullable Object[] values) {
        int hash = values.length;
        for (Object value : values) {
            int block = value == null ? 0 : value.hashCode() * 0xcc9e2d51;
            hash ^= Integer.rotateLeft(block, 15) * 0x1b873593;
            hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
        }
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }

    /** The key with {@code values}, which are canonicalized in place. */
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
        return switch (Objects.checkIndex(index, size)) {
            case 0 -> first;
            case 1 -> second;
            default -> others[index - 2];
        };
    }

    /** The number of key fields. */
    public int size() {
        return size;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key
                && hash == key.hash
                && size == key.size
                && Objects.equals(first, key.first)
                && Objects.equals(second, key.second)
                && Arrays.equals(others, key.others);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        Object[] values = new Object[size];
        Arrays.setAll(values, this::get);
        return Arrays.toString(values);
    }
}
