package io.tidemark.benchmark;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** The type of {@link PlainAccumulator}, for Flink. */
final class PlainAccumulatorTypeInfo extends TypeInformation<PlainAccumulator> {
    private static final long serialVersionUID = 1;

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
    public Class<PlainAccumulator> getTypeClass() {
        return PlainAccumulator.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<PlainAccumulator> createSerializer(SerializerConfig config) {
        return new PlainAccumulatorSerializer();
    }

    @Override
    public String toString() {
        return "PlainAccumulator";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PlainAccumulatorTypeInfo;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof PlainAccumulatorTypeInfo;
    }
}
