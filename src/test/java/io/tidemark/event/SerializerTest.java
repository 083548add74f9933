package io.tidemark.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SerializerTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("service", FieldType.STRING, false),
            new Field("latency", FieldType.DOUBLE, true),
            new Field("status", FieldType.LONG, true)));

    private static byte[] bytes(@Nullable Object value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        ValueSerialization.write(value, out);
        return out.getCopyOfBuffer();
    }

    private static @Nullable Object value(byte[] bytes) throws IOException {
        return ValueSerialization.read(new DataInputDeserializer(bytes));
    }

    private static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        return out.getCopyOfBuffer();
    }

    private static <T> T value(TypeSerializer<T> serializer, byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        T value = serializer.deserialize(in);
        assertThat(in.available()).as("bytes left over").isZero();
        return value;
    }

    /** As Flink does: the snapshot is written, read, and the new serializer is asked. */
    private static <T> TypeSerializerSchemaCompatibility<T> restore(TypeSerializer<T> old, TypeSerializer<T> now)
            throws IOException {
        return now.snapshotConfiguration().resolveSchemaCompatibility(stored(old));
    }

    private static <T> TypeSerializerSnapshot<T> stored(TypeSerializer<T> serializer) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()), SerializerTest.class.getClassLoader());
    }

    @Test
    void everyKindOfValueComesBackEqual() throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("b", 1L);
        map.put("a", null);
        List<@Nullable Object> values = Arrays.asList(
                null,
                "",
                "ä€😀",
                "lone \ud800 surrogate",
                0L,
                -1L,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                List.of(Instant.ofEpochMilli(-1), Instant.EPOCH),
                0.1,
                -0.0,
                Double.MAX_VALUE,
                true,
                false,
                new BigDecimal("12345678901234567890.00"),
                new BigDecimal("1e-30"),
                Arrays.asList(1L, null, "x"),
                map);
        for (Object value : values) {
            assertThat(value(bytes(value))).isEqualTo(value);
        }
        assertThat(value(bytes(values))).isEqualTo(values);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void longsOfAllMagnitudesComeBack(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            assertThat(value(bytes(number))).as("seed %d", seed).isEqualTo(number);
        }
    }

    @Test
    void smallValuesAreSmall() throws IOException {
        assertThat(bytes(63L)).hasSize(2);
        assertThat(bytes("abc")).hasSize(5);
        assertThat(bytes(null)).hasSize(1);
    }

    @Test
    void anUnknownTagIsAnError() {
        assertThatThrownBy(() -> value(new byte[] {99}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("99");
    }

    @Test
    void equalKeysHaveEqualBytes() throws IOException {
        byte[] first = bytes(KeySerializer.INSTANCE, Key.of(new BigDecimal("1.0"), 0.0, null, "a"));
        byte[] second = bytes(KeySerializer.INSTANCE, Key.of(new BigDecimal("1.00"), -0.0, null, "a"));

        assertThat(first).isEqualTo(second);
        assertThat(value(KeySerializer.INSTANCE, first)).isEqualTo(Key.of(new BigDecimal("1"), 0.0, null, "a"));
    }

    @Test
    void anEventKeepsAllItCarries() throws IOException {
        EventSerializer serializer = new EventSerializer(SCHEMA);
        Event event = new Event(
                        new Object[] {"a", null, 200L}, 1_767_225_600_000L, Origin.kafka("t", 3, 17), new byte[] {1, 2})
                .replayed(5, 6);

        Event back = value(serializer, bytes(serializer, event));

        assertThat(back).usingRecursiveComparison().isEqualTo(event);
    }

    @Test
    void anEventMadeInTheJobHasNoOrigin() throws IOException {
        EventSerializer serializer = new EventSerializer(SCHEMA);
        Event event = new Event(new Object[] {"a", 1.5, null}, -1, null, null);

        assertThat(value(serializer, bytes(serializer, event)))
                .usingRecursiveComparison()
                .isEqualTo(event);
    }

    @Test
    void everyKindOfDecodedRecordComesBack() throws IOException {
        DecodedSerializer serializer = new DecodedSerializer(SCHEMA);
        Event event = new Event(new Object[] {"a", null, 200L}, 5, Origin.file("f.jsonl", 2), null);
        SideRecord record =
                SideRecord.rejected("s", "malformed", "why", Origin.file("f", 1), new byte[] {9}, new byte[] {7});
        for (Decoded decoded : List.of(Decoded.SKIPPED, Decoded.accepted(event), Decoded.rejected(record))) {
            assertThat(value(serializer, bytes(serializer, decoded)))
                    .usingRecursiveComparison()
                    .isEqualTo(decoded);
        }
    }

    @Test
    void aSideRecordKeepsItsEventWithNamesAndTypes() throws IOException {
        Event event = new Event(new Object[] {"a", null, 200L}, 5, Origin.kafka("t", 0, 1), new byte[] {1});
        SideRecord record = SideRecord.of("w", "late", "behind", event, SCHEMA, 7L);

        SideRecord back = value(SideRecordSerializer.INSTANCE, bytes(SideRecordSerializer.INSTANCE, record));

        assertThat(back).usingRecursiveComparison().isEqualTo(record);
    }

    @Test
    void aResultComesBackUnderItsSchema() throws IOException {
        ResultSchema schema = resultSchema(new Field("n", FieldType.LONG, false));
        WindowResultSerializer serializer = new WindowResultSerializer(schema);
        WindowResult result = new WindowResult(
                schema, Key.of("a"), 0, 60_000, new Object[] {3L}, 4, Pane.LATE, 1, Long.MAX_VALUE, Event.NOT_REPLAYED);

        assertThat(value(serializer, bytes(serializer, result)))
                .usingRecursiveComparison()
                .isEqualTo(result);
        for (Boolean truncated : new Boolean[] {true, false}) {
            assertThat(value(serializer, bytes(serializer, result.truncated(truncated)))
                            .truncated())
                    .isEqualTo(truncated);
        }
    }

    private static ResultSchema resultSchema(Field... aggregates) {
        return new ResultSchema(
                "w",
                new Schema(List.of(new Field("service", FieldType.STRING, true))),
                new Schema(List.of(aggregates)));
    }

    @Test
    void theSameSchemaIsCompatibleAsItIs() throws IOException {
        assertThat(restore(new EventSerializer(SCHEMA), new EventSerializer(SCHEMA))
                        .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void rowsOfAnOlderSchemaAreReadByFieldName() throws IOException {
        // Given a state with a row of the first schema, then one of the second.
        EventSerializer first = new EventSerializer(SCHEMA);
        byte[] row = bytes(first, new Event(new Object[] {"a", 1.5, 200L}, 5, null, null));
        Schema changed = new Schema(List.of(
                new Field("status", FieldType.LONG, true),
                new Field("region", FieldType.STRING, true),
                new Field("service", FieldType.STRING, false)));

        // When it is restored with a schema that lost one field, gained one and has another order.
        TypeSerializer<Event> second =
                restore(first, new EventSerializer(changed)).getReconfiguredSerializer();
        byte[] newer = bytes(second, new Event(new Object[] {404L, "eu", "b"}, 6, null, null));

        // Then rows of both schemas are read, also after one more restore.
        TypeSerializer<Event> third =
                restore(second, new EventSerializer(changed)).getReconfiguredSerializer();
        for (TypeSerializer<Event> serializer : List.of(second, third)) {
            assertThat(value(serializer, row).values()).containsExactly(200L, null, "a");
            assertThat(value(serializer, newer).values()).containsExactly(404L, "eu", "b");
        }
    }

    @Test
    void aChangedTypeOrANewFieldThatMayNotBeNullIsIncompatible() throws IOException {
        Schema changedType = new Schema(List.of(
                new Field("service", FieldType.STRING, false),
                new Field("latency", FieldType.LONG, true),
                new Field("status", FieldType.LONG, true)));
        Schema noLongerNullable = new Schema(List.of(new Field("status", FieldType.LONG, false)));
        Schema addedNotNullable = new Schema(List.of(new Field("region", FieldType.STRING, false)));
        for (Schema schema : List.of(changedType, noLongerNullable, addedNotNullable)) {
            assertThat(restore(new EventSerializer(SCHEMA), new EventSerializer(schema))
                            .isIncompatible())
                    .isTrue();
        }
    }

    @Test
    void aHeapStateThatWasReadByTheOldSchemaIsRefusedRatherThanMisread() throws IOException {
        EventSerializer first = new EventSerializer(SCHEMA);
        byte[] row = bytes(first, new Event(new Object[] {"a", 1.5, 200L}, 5, null, null));
        TypeSerializerSnapshot<Event> stored = stored(first);
        value(stored.restoreSerializer(), row);
        Schema changed = new Schema(List.of(new Field("service", FieldType.STRING, false)));

        assertThat(new EventSerializer(changed)
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(stored)
                        .isIncompatible())
                .isTrue();
    }

    @Test
    void aResultWithOtherKeyFieldsIsIncompatibleOneWithOtherAggregatesIsNot() throws IOException {
        Field count = new Field("n", FieldType.LONG, false);
        WindowResultSerializer old = new WindowResultSerializer(resultSchema(count));
        ResultSchema otherKey = new ResultSchema("w", new Schema(List.of()), new Schema(List.of(count)));

        assertThat(restore(old, new WindowResultSerializer(otherKey)).isIncompatible())
                .isTrue();
        assertThat(restore(old, new WindowResultSerializer(resultSchema(count, new Field("p", FieldType.DOUBLE, true))))
                        .isCompatibleWithReconfiguredSerializer())
                .isTrue();
    }

    @Test
    void typesAreEqualIfTheirSchemasAreAndSurviveJavaSerialization() throws Exception {
        assertThat(new EventTypeInfo(SCHEMA))
                .isEqualTo(new EventTypeInfo(new Schema(SCHEMA.fields())))
                .isNotEqualTo(new EventTypeInfo(new Schema(List.of())))
                .isNotEqualTo(new DecodedTypeInfo(SCHEMA));
        assertThat(org.apache.flink.util.InstantiationUtil.clone(new WindowResultTypeInfo(resultSchema())))
                .isEqualTo(new WindowResultTypeInfo(resultSchema()));
        assertThat(KeyTypeInfo.INSTANCE.isKeyType()).isTrue();
    }
}
