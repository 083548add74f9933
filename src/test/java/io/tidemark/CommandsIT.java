package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Processes;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands as processes: what they say of bad surroundings, and that nothing of them stays. */
final class CommandsIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Duration BAD_SURROUNDINGS = Duration.ofSeconds(30);
    private static final Pattern PORT = Pattern.compile("(?:localhost|127\\.0\\.0\\.1):([0-9]+)");
    private static final String PIPELINE = """
            name: p
            sources:
              requests:
                files: { path: "${IN:-in.jsonl}" }
                format: json
                event-time: ts
                fields: { ts: timestamp, service: string }
            windows:
              w: { from: requests, key: service, tumbling: 1m, aggregates: { n: count(*) } }
            sinks:
              out: { from: w, files: { path: "${OUT:-out}" } }
            """;
    private static final String KAFKA_PIPELINE = """
            name: p
            kafka: { servers: "%s" }
            sources:
              requests:
                kafka: { topics: requests }
                format: json
                event-time: ts
                fields: { ts: timestamp, service: string }
            windows:
              w: { from: requests, key: service, tumbling: 1m, aggregates: { n: count(*) } }
            sinks:
              out: { from: w, print: {} }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeEach
    void pipelines() throws IOException {
        write("p.yaml", PIPELINE);
        write("in.jsonl", "{\"ts\":\"2026-01-01T00:00:00Z\",\"service\":\"a\"}\n");
        write("regular", "");
        Files.createDirectory(folder.resolve("empty"));
    }

    @Test
    void demoShowsRowsAndLeavesNothingBehind() throws IOException {
        RunningProcess.Outcome outcome = tidemark(SOON, Map.of(), "demo", "--for", "30s", "--web-port", "0");

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out()).startsWith("service\tendpoint\twindow_end\trequest_count\t");
        assertThat(outcome.out().lines()).hasSizeGreaterThan(5);
        assertThat(outcome.err().lines()).as(outcome::text).hasSize(2);
        assertNothingIsLeft(outcome.err());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void demoThatIsEndedInMidRunLeavesNothingBehind(boolean running) throws IOException {
        try (RunningProcess demo = start(Map.of(), "demo", "--web-port", "0")) {
            demo.awaitThat(
                    "it has begun", SOON, () -> demo.err().contains(running ? "web UI" : "starting a Kafka broker"));
            demo.terminate();
            RunningProcess.Outcome outcome = demo.await(SOON);

            assertThat(outcome.exitCode()).as(outcome::text).isZero();
            assertThat(outcome.err().lines().count()).as(outcome::text).isEqualTo(running ? 2 : 1);
            assertNothingIsLeft(outcome.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "run p.yaml"})
    void webPortInUseIsOneLine(String command) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(other.getLocalPort());
            List<String> args = Stream.concat(Stream.of(command.split(" ")), Stream.of("--web-port", port))
                    .toList();

            RunningProcess.Outcome outcome = tidemark(BAD_SURROUNDINGS, Map.of(), args.toArray(String[]::new));

            assertOneLine(
                    outcome,
                    1,
                    "tidemark: port " + port
                            + " of the web UI is in use; --web-port names another, 0 takes a free one");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OUT=regular/x | --web-port 0             | 1 | sinks.out: ******: cannot be written to
            OUT=regular   | --web-port 0             | 1 | sinks.out: ******: is a file, not a folder
            IN=nope.jsonl | --web-port 0             | 1 | sources.requests: ******: no such file or folder
            IN=empty      | --web-port 0             | 1 | sources.requests: ******: no file in it
            IN=empty/*.gz | --web-port 0             | 1 | sources.requests: ******: no file in it, or none matches
            A=            | --state regular          | 1 | the state directory regular cannot be written
            A=            | --state regular/x        | 1 | the state directory regular/x cannot be written
            A=            | --env-file nope.env      | 2 | nope.env: cannot be read
            A=            | --env-file in.jsonl      | 2 | in.jsonl:1:1: is no variable
            A=            | --web-port 99999         | 2 | --web-port 99999 is no port
            """)
    void badSurroundingsAreOneLine(String variable, String options, int exitCode, String text) {
        String[] words = variable.split("=", 2);
        List<String> args = Stream.concat(Stream.of("run", "p.yaml"), Stream.of(options.split(" ")))
                .toList();

        RunningProcess.Outcome outcome =
                tidemark(BAD_SURROUNDINGS, Map.of(words[0], words[1]), args.toArray(String[]::new));

        assertOneLine(outcome, exitCode, "tidemark: " + text);
        assertThat(Processes.temporary(folder)).isEmptyDirectory();
    }

    @Test
    void whatIsNoPipelineFileIsOneLine() throws IOException {
        write("empty.yaml", "");
        Files.write(folder.resolve("binary.yaml"), new byte[] {'n', 0, 1, (byte) 0xff});
        Files.write(folder.resolve("latin.yaml"), "name: café".getBytes(StandardCharsets.ISO_8859_1));
        write("unset.yaml", KAFKA_PIPELINE.formatted("${NOPE}"));

        assertOneLine(run("empty"), 2, "empty: is a folder");
        assertOneLine(run("empty.yaml"), 2, "empty.yaml:1:1: yaml: the file is empty");
        assertOneLine(run("binary.yaml"), 2, "binary.yaml:1:");
        assertOneLine(run("latin.yaml"), 2, "latin.yaml:1:10: the next byte is no UTF-8");
        assertOneLine(run("nope.yaml"), 2, "nope.yaml: there is no such file");
        assertOneLine(run("unset.yaml"), 2, "unset.yaml:2:20: kafka.servers: the variable NOPE is not set");
    }

    @Test
    void unreachableBrokerIsOneLine() throws IOException {
        write(
                "k.yaml",
                KAFKA_PIPELINE.formatted("127.0.0.1:" + Processes.freePorts(1).get(0)));

        assertOneLine(run("k.yaml"), 1, "tidemark: kafka.servers: no Kafka broker answers at 127.0.0.1:");
    }

    private RunningProcess.Outcome run(String pipeline) {
        return tidemark(BAD_SURROUNDINGS, Map.of(), "run", pipeline, "--web-port", "0");
    }

    private RunningProcess.Outcome tidemark(Duration timeout, Map<String, String> environment, String... args) {
        try (RunningProcess process = start(environment, args)) {
            return process.await(timeout);
        }
    }

    private RunningProcess start(Map<String, String> environment, String... args) {
        return Processes.startTidemark(folder, environment, args);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static void assertOneLine(RunningProcess.Outcome outcome, int exitCode, String start) {
        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(exitCode);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .as(outcome::text)
                .singleElement()
                .asString()
                .startsWith(start);
    }

    /** No temporary file, and nobody at the ports that it has named. */
    private void assertNothingIsLeft(String err) throws IOException {
        try (Stream<Path> files = Files.list(Processes.temporary(folder))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("hsperfdata")))
                    .isEmpty();
        }
        Matcher matcher = PORT.matcher(err);
        while (matcher.find()) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(matcher.group(1)))) {
                assertThat(socket.isConnected()).as(matcher.group()).isFalse();
            } catch (ConnectException e) {
                assertThat(e).isNotNull();
            }
        }
    }
}
