package io.tidemark.aggregate;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** Tells Flink how the accumulators of one layout are serialized. */
final class WindowAccumulatorTypeInfo extends TypeInformation<WindowAccumulator> {
    private static final long serialVersionUID = 1;

    private final TypeSerializer<WindowAccumulator> serializer;

    WindowAccumulatorTypeInfo(TypeSerializer<WindowAccumulator> serializer) {
        this.serializer = serializer;
    }

    @Override
    public TypeSerializer<WindowAccumulator> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<WindowAccumulator> getTypeClass() {
        return WindowAccumulator.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof WindowAccumulatorTypeInfo;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WindowAccumulatorTypeInfo that && serializer.equals(that.serializer);
    }

    @Override
    public int hashCode() {
        return serializer.hashCode();
    }

    @Override
    public String toString() {
        return "WindowAccumulator";
    }
}
