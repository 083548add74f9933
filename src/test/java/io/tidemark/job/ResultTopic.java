package io.tidemark.job;

import io.tidemark.codec.FlatJson;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;

/** What a read_committed reader has seen of a topic of flat JSON rows. */
final class ResultTopic implements AutoCloseable {
    private final List<Map<String, String>> rows = new ArrayList<>();
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
            return rows.size() >= count;
        });
        return rows();
    }

    /** The rows, after what some more checkpoints may have brought. */
    List<Map<String, String>> settled() throws IOException {
        for (int i = 0; i < 10; i++) {
            read();
        }
        return rows();
    }

    private List<Map<String, String>> rows() {
        return List.copyOf(rows);
    }

    private void read() throws IOException {
        for (TopicReader.Message message : reader.poll(Duration.ofMillis(200))) {
            rows.add(FlatJson.read(Objects.requireNonNull(message.value())));
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
