package io.tidemark.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a savepoint of an older Tidemark holds is read for ever: each file is a serializer's snapshot and one value, as
 * some version wrote them. A new version adds files ({@code -Dgolden.record=true} writes those that are missing); no
 * file is ever changed.
 */
final class GoldenBytesTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("service", FieldType.STRING, false),
            new Field("latency", FieldType.DOUBLE, true),
            new Field("status", FieldType.LONG, true),
            new Field("ok", FieldType.BOOLEAN, true),
            new Field("price", FieldType.DECIMAL, true),
            new Field("time", FieldType.TIMESTAMP, true),
            new Field("items", FieldType.LIST, true)));
    private static final ResultSchema RESULT = new ResultSchema(
            "latency",
            new Schema(List.of(new Field("service", FieldType.STRING, false))),
            new Schema(List.of(new Field("n", FieldType.LONG, false), new Field("p99", FieldType.DOUBLE, true))));

    /** One golden file: its name, the serializer of today, and the value it holds. */
    record Golden<T>(String file, TypeSerializer<T> serializer, T value) {
        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Golden<?>> goldens() {
        @Nullable
        Object[] values = {
            "ä",
            0.5,
            -3L,
            true,
            new BigDecimal("10.50"),
            1_767_225_600_123L,
            Arrays.asList("x", null, Map.of("sku", 1L))
        };
        Event event = new Event(values, 1_767_225_600_123L, Origin.kafka("requests", 2, 42), new byte[] {1, -1})
                .replayed(7, 8);
        SideRecord late = SideRecord.of("latency", "late", "behind", event, SCHEMA, 9L);
        SideRecord rejected = SideRecord.rejected(
                "requests", "malformed", "no JSON", Origin.file("a.jsonl", 3), new byte[] {65}, null);
        WindowResult result = new WindowResult(
                RESULT, Key.of("ä"), -60_000, 0, new Object[] {3L, null}, 4, Pane.ON_TIME, 1, 5, Event.NOT_REPLAYED);
        Alert alert = new Alert(
                "slow",
                AlertIds.of("slow", Key.of("ä", 5L), -60_000, null),
                AlertState.RESOLVED,
                new NamedValues(
                        new String[] {"service", "t"},
                        new FieldType[] {FieldType.STRING, FieldType.TIMESTAMP},
                        new Object[] {"ä", 5L}),
                "critical",
                0,
                -60_000,
                "stale",
                null,
                Map.of("team", "a"),
                Map.of("failed", List.of(Map.of("t", Instant.ofEpochMilli(3)), Map.of("n", 2L))),
                7);
        return Stream.of(
                new Golden<>("alert-v1", AlertSerializer.INSTANCE, alert),
                new Golden<>("event-v1", new EventSerializer(SCHEMA), event),
                new Golden<>("decoded-v1", new DecodedSerializer(SCHEMA), Decoded.accepted(event)),
                new Golden<>("decoded-rejected-v1", new DecodedSerializer(SCHEMA), Decoded.rejected(rejected)),
                new Golden<>("window-result-v1", new WindowResultSerializer(RESULT), result),
                new Golden<>("side-record-v1", SideRecordSerializer.INSTANCE, late),
                new Golden<>("key-v1", KeySerializer.INSTANCE, Key.of("ä", 1L, null, new BigDecimal("1.50"), false)));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    <T> void valuesOfOlderVersionsAreRead(Golden<T> golden) throws IOException {
        Path file = FOLDER.resolve(golden.file() + ".bin");
        if (Boolean.getBoolean("golden.record") && !Files.exists(file)) {
            Files.createDirectories(FOLDER);
            Files.write(file, recorded(golden));
        }
        DataInputDeserializer in = new DataInputDeserializer(Files.readAllBytes(file));
        TypeSerializerSnapshot<T> snapshot =
                TypeSerializerSnapshot.readVersionedSnapshot(in, getClass().getClassLoader());

        assertThat(golden.serializer()
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(snapshot)
                        .isCompatibleAsIs())
                .isTrue();
        T value = golden.serializer().deserialize(in);
        assertThat(in.available()).isZero();
        assertThat(value).usingRecursiveComparison().isEqualTo(golden.value());
    }

    @ParameterizedTest
    @MethodSource("goldens")
    <T> void todayWritesTheBytesOfTheNewestVersion(Golden<T> golden) throws IOException {
        assertThat(recorded(golden)).isEqualTo(Files.readAllBytes(FOLDER.resolve(golden.file() + ".bin")));
    }

    private static <T> byte[] recorded(Golden<T> golden) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, golden.serializer().snapshotConfiguration());
        golden.serializer().serialize(golden.value(), out);
        return out.getCopyOfBuffer();
    }
}
