package io.tidemark.cli;

import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicReader;
import io.tidemark.job.FlinkSettings;
import io.tidemark.job.PipelineJob;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: a real broker, generated requests, the request-latency pipeline, and its latest rows as a table; its alerts. */
@Command(
        name = "demo",
        description =
                "Run the request-latency pipeline on an embedded Kafka broker and show its latest rows and its alerts.")
final class DemoCommand implements Callable<Integer> {
    private static final String PIPELINE = "request-latency.yaml";
    private static final int PARTITIONS = 2;
    private static final Duration CHECKPOINTS = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int WEB_PORT = 8081;

    @Option(names = "--for", paramLabel = "DURATION", description = "End after this long; without it, at Ctrl-C.")
    private @Nullable String length;

    @Option(
            names = "--web-port",
            paramLabel = "PORT",
            description = "Port of Flink's web UI; default 8081, or a free one.")
    private @Nullable Integer webPort;

    @Override
    public Integer call() throws Exception {
        @Nullable Duration duration = length == null ? null : DurationOption.parse("--for", length);
        int port = webPort != null ? LocalFlink.webPort(webPort) : LocalFlink.webPortOrFree(WEB_PORT);
        Interruption interruption = Interruption.install();
        System.err.println("starting a Kafka broker …");
        try (ScratchFolder scratch = ScratchFolder.temporary("demo");
                EmbeddedKafka kafka = EmbeddedKafka.start()) {
            PipelineSpec spec = PipelineLoader.example(PIPELINE, "KAFKA_SERVERS", kafka.bootstrapServers());
            for (String topic : topics(spec)) {
                kafka.createTopic(topic, PARTITIONS);
            }
            if (!interruption.interrupted()) {
                run(spec, kafka.bootstrapServers(), new Session(port, scratch, duration, interruption));
            }
        }
        return ExitCodes.OK;
    }

    private record Session(
            int webPort, ScratchFolder scratch, @Nullable Duration duration, Interruption interruption) {}

    private static void run(PipelineSpec spec, String servers, Session session)
            throws IOException, InterruptedException {
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                LocalFlink.address(session.scratch().path().resolve("checkpoints")));
        session.scratch().configure(settings);
        StreamExecutionEnvironment env = LocalFlink.withWebUi(settings, session.webPort());
        PipelineJob.compose(env, spec);
        Clock clock = Clock.systemUTC();
        try (LocalJob job = LocalJob.start(env, spec.name());
                RequestFeed feed = new RequestFeed(servers, sourceTopic(spec), clock);
                TopicReader results =
                        new TopicReader(servers, topicOf(spec, window(spec).name()));
                TopicReader alerts = new TopicReader(servers, topicOf(spec, alert(spec)))) {
            @Nullable
            Instant end = session.duration() == null ? null : clock.instant().plus(session.duration());
            System.err.println("web UI: http://localhost:" + session.webPort() + "; requests go into Kafka at "
                    + servers + ", rows come out of topic "
                    + topicOf(spec, window(spec).name()) + ", alerts of topic "
                    + topicOf(spec, alert(spec)));
            DemoDisplay display = new DemoDisplay(window(spec), System.console() != null, System.out);
            while (!session.interruption().interrupted()
                    && !job.client().getJobExecutionResult().isDone()
                    && (end == null || clock.instant().isBefore(end))) {
                display.show(values(results.poll(POLL)), values(alerts.poll(Duration.ZERO)));
            }
            if (job.client().getJobExecutionResult().isDone()) {
                job.result();
            }
        } catch (ExecutionException e) {
            throw JobFailure.of(e);
        }
    }

    private static List<byte[]> values(List<TopicReader.Message> messages) {
        return messages.stream()
                .map(message -> Objects.requireNonNull(message.value()))
                .toList();
    }

    private static Set<String> topics(PipelineSpec spec) {
        Set<String> topics = new LinkedHashSet<>();
        for (SourceSpec source : spec.sources().values()) {
            if (source.connector() instanceof ConnectorSpec.Kafka kafka) {
                topics.addAll(kafka.topics());
            }
        }
        for (SinkSpec sink : spec.sinks().values()) {
            if (sink.target() instanceof SinkSpec.Kafka kafka) {
                topics.add(kafka.topic());
            }
        }
        return topics;
    }

    private static String sourceTopic(PipelineSpec spec) {
        return topics(spec).iterator().next();
    }

    private static WindowSpec window(PipelineSpec spec) {
        return spec.windows().values().iterator().next();
    }

    private static String alert(PipelineSpec spec) {
        return spec.alerts().keySet().iterator().next();
    }

    private static String topicOf(PipelineSpec spec, String node) {
        return spec.sinks().values().stream()
                .filter(sink -> sink.from().contains(node))
                .map(sink -> ((SinkSpec.Kafka) sink.target()).topic())
                .findFirst()
                .orElseThrow();
    }
}
