package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.OutputRecord;
import io.tidemark.event.RawRecord;
import io.tidemark.spec.ConnectorSpec;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallConnectorsTest {
    @Nested
    class Print {
        @Test
        @SuppressWarnings("NullAway") // the writer does not use the context
        void eachRecordIsALineAtOnce() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PrintStream buffered = new PrintStream(new java.io.BufferedOutputStream(bytes), false);
            PrintSink.Writer writer = new PrintSink.Writer(buffered);
            for (String row : List.of("{\"a\":1}", "{\"b\":\"é\"}")) {
                writer.write(new OutputRecord(null, Topics.bytes(row), 0), null);
            }
            assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}\n{\"b\":\"é\"}\n");
        }
    }

    @Nested
    class Records {
        @Test
        void aKafkaRecordWithoutTimeHasNone() {
            RawRecord raw = DecodingDeserializer.rawRecord(
                    new ConsumerRecord<>("t", 1, 2, Topics.bytes("k"), Topics.bytes("v")));
            assertThat(raw.timestamp()).isNull();
            assertThat(raw.headers()).isEmpty();
        }

        @Test
        void aTimeBeforeTheEpochIsWrittenAsTheEpoch() {
            assertThat(timestamp(-5)).isZero();
            assertThat(timestamp(5)).isEqualTo(5);
            assertThat(timestamp(Long.MIN_VALUE)).isNull();
        }

        @SuppressWarnings("NullAway") // the serializer uses neither context nor time
        private static @Nullable Long timestamp(long time) {
            ProducerRecord<byte[], byte[]> record =
                    new TopicSerializer("t").serialize(new OutputRecord(null, new byte[0], time), null, null);
            return record.timestamp();
        }
    }

    @Nested
    class Preflight {
        @TempDir
        @SuppressWarnings("NullAway.Init")
        private Path folder;

        @Test
        void missingInputsAreNamed() throws Exception {
            assertThat(input("none.log", false)).contains(folder + "/none.log: no such file or folder");
            assertThat(input("none.log", true)).contains(folder + "/none.log: no such file or folder");
            assertThat(input("*.log", false)).contains(folder + "/*.log: no file in it, or none matches");
            assertThat(input("*.log", true)).isEmpty();
            assertThat(input("", false)).contains(folder + "/: no file in it, or none matches");
            assertThat(input("[.log", false)).get().asString().startsWith(folder + "/[.log: cannot be listed: ");
            Files.writeString(folder.resolve("a.log"), "");
            assertThat(input("", false)).isEmpty();
            assertThat(input("*.log", false)).isEmpty();
            assertThat(input("a.log", false)).isEmpty();
        }

        @Test
        void outputFoldersAreMadeAndTried() throws Exception {
            Path made = folder.resolve("a/b");
            assertThat(FilePreflight.output(made)).isEmpty();
            assertThat(made).isEmptyDirectory();
            Path file = Files.writeString(folder.resolve("file"), "");
            assertThat(FilePreflight.output(file)).contains(file + ": is a file, not a folder");
            assertThat(FilePreflight.output(file.resolve("below")))
                    .get()
                    .asString()
                    .doesNotContain("\n");
            assertThat(FilePreflight.output(Path.of("/proc/none")))
                    .get()
                    .asString()
                    .startsWith("/proc/none: ");
        }

        private Optional<String> input(String name, boolean follow) {
            return FilePreflight.input(new ConnectorSpec.Files(folder + "/" + name, follow));
        }
    }

    @Nested
    class Secrets {
        @Test
        void secretsAreMasked() {
            Properties properties = new Properties();
            properties.setProperty("ssl.keystore.Password", "hunter2");
            properties.setProperty("client.id", "me");
            assertThat(KafkaProperties.withoutSecrets("me: hunter2 is wrong", properties))
                    .isEqualTo("me: ****** is wrong");
        }
    }
}
