package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EmbeddedKafkaIT {
    @Test
    void generatedRequestsGoThroughATopicAndNothingIsLeft() throws Exception {
        Set<String> before = folders();
        RequestGenerator generator = new RequestGenerator(1000, 5, 10, RequestGenerator.BASE);
        String servers;
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            servers = kafka.bootstrapServers();
            kafka.createTopic("requests", 1);
            List<String> read = new ArrayList<>();
            try (TopicWriter writer = new TopicWriter(servers);
                    TopicReader reader = new TopicReader(servers, "requests")) {
                for (int i = 0; i < 100; i++) {
                    writer.send("requests", null, generator.json(i));
                }
                while (read.size() < 100) {
                    reader.poll(Duration.ofSeconds(1))
                            .forEach(message -> read.add(Topics.text(Objects.requireNonNull(message.value()))));
                }
            }
            for (int i = 0; i < read.size(); i++) {
                assertThat(read.get(i)).isEqualTo(Topics.text(generator.json(i)));
            }
            assertThat(folders()).hasSize(before.size() + 1);
            assertThatThrownBy(() -> kafka.createTopic("requests", 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the topic requests cannot be created: ");
        }
        assertThat(folders()).isEqualTo(before);
        int port = Integer.parseInt(servers.substring(servers.indexOf(':') + 1));
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(IOException.class);
    }

    @Test
    void twoBrokersRunSideBySide() throws Exception {
        try (EmbeddedKafka one = EmbeddedKafka.start();
                EmbeddedKafka two = EmbeddedKafka.start()) {
            one.createTopic("same", 1);
            two.createTopic("same", 1);
            assertThat(one.bootstrapServers()).isNotEqualTo(two.bootstrapServers());
        }
    }

    @Test
    void aSettingThatIsWrongIsAnErrorAndLeavesNothing() throws Exception {
        Set<String> before = folders();
        assertThatThrownBy(() -> EmbeddedKafka.start(java.util.Map.of("num.io.threads", "none")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the embedded Kafka broker does not start: ");
        assertThat(folders()).isEqualTo(before);
    }

    /** Names of the temporary folders of brokers. */
    private static Set<String> folders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            Set<String> names = new TreeSet<>();
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("tidemark-kafka-"))
                    .forEach(names::add);
            return names;
        }
    }
}
