package io.tidemark.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.codec.FlatJson;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;

/** What a read_committed reader has seen of a topic of JSON rows. */
final class ResultTopic implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<byte[]> values = new ArrayList<>();
    private final TopicReader reader;

    ResultTopic(EmbeddedKafka kafka, String name) {
        reader = new TopicReader(kafka.bootstrapServers(), name);
    }

    /** Waits until there are {@code count} rows. */
    List<Map<String, String>> await(int count) {
        return await(count, () -> {});
    }

    /** Waits until there are {@code count} rows and does {@code meanwhile} again and again until then. */
    List<Map<String, String>> await(int count, Runnable meanwhile) {
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> {
            meanwhile.run();
            read();
            return values.size() >= count;
        });
        return rows(FlatJson::read);
    }

    /** The scalar fields of the rows, after what some more checkpoints may have brought. */
    List<Map<String, String>> settled() {
        settle();
        return rows(FlatJson::read);
    }

    /** As {@link #settled()}, with all fields. */
    List<JsonNode> settledJson() {
        settle();
        return rows(JSON::readTree);
    }

    private void settle() {
        for (int i = 0; i < 10; i++) {
            read();
        }
    }

    private void read() {
        reader.poll(Duration.ofMillis(200)).forEach(message -> values.add(Objects.requireNonNull(message.value())));
    }

    private interface Parser<T> {
        T parse(byte[] json) throws IOException;
    }

    private <T> List<T> rows(Parser<T> parser) {
        List<T> rows = new ArrayList<>();
        for (byte[] value : values) {
            try {
                rows.add(parser.parse(value));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return rows;
    }

    @Override
    public void close() {
        reader.close();
    }
}
