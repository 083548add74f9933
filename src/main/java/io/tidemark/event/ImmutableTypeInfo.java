package io.tidemark.event;

import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** The type of values that have a serializer of their own; two are equal if their serializers are. */
public abstract class ImmutableTypeInfo<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1;

    private final Class<T> type;
    private final TypeSerializer<T> serializer;

    protected ImmutableTypeInfo(Class<T> type, TypeSerializer<T> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    @Override
    public final boolean isBasicType() {
        return false;
    }

    @Override
    public final boolean isTupleType() {
        return false;
    }

    @Override
    public final int getArity() {
        return 1;
    }

    @Override
    public final int getTotalFields() {
        return 1;
    }

    @Override
    public final Class<T> getTypeClass() {
        return type;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public final TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer;
    }

    @Override
    public final String toString() {
        return type.getSimpleName();
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof ImmutableTypeInfo<?> that && type == that.type && serializer.equals(that.serializer);
    }

    @Override
    public final int hashCode() {
        return Objects.hash(type, serializer);
    }

    @Override
    public final boolean canEqual(Object other) {
        return other instanceof ImmutableTypeInfo;
    }
}
