package io.tidemark.connector;

import io.tidemark.event.Decoded;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** The type of a replay's records: each input's decoded records by their own type. */
public final class ReplayRecordTypeInfo extends TypeInformation<ReplayRecord> {
    private static final long serialVersionUID = 1;

    private final List<TypeInformation<Decoded>> inputs;

    /** Of a replay with inputs of these types, in order. */
    public ReplayRecordTypeInfo(List<TypeInformation<Decoded>> inputs) {
        this.inputs = List.copyOf(inputs);
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
    public Class<ReplayRecord> getTypeClass() {
        return ReplayRecord.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
    public TypeSerializer<ReplayRecord> createSerializer(SerializerConfig config) {
        TypeSerializer<Decoded>[] serializers = new TypeSerializer[inputs.size()];
        for (int i = 0; i < serializers.length; i++) {
            serializers[i] = inputs.get(i).createSerializer(config);
        }
        return new ReplayRecordSerializer(serializers);
    }

    @Override
    public String toString() {
        return "ReplayRecord" + inputs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReplayRecordTypeInfo type && inputs.equals(type.inputs);
    }

    @Override
    public int hashCode() {
        return inputs.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof ReplayRecordTypeInfo;
    }
}
