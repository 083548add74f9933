package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.event.Field;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.WindowSpec;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What validation lets be a message key, the job can write. */
class SinkKeysTest {
    private static final String PIPELINE = """
            name: keys
            kafka: { servers: "unused:9092" }
            sources:
              in:
                kafka: { topics: in }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: { type: double, optional: true } }
            windows:
              w: { from: in, key: [k, v], %s, aggregates: { n: count(*), most: max(v), newest: max(ts) } }
            sinks:
              results: { from: w, key: [%s], kafka: { topic: results } }
              sides: { from: [in, w.late, w.failed], key: [ts, k, v], kafka: { topic: sides } }
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tumbling: 1m",
                "hopping: { size: 2m, every: 1m }",
                "cumulative: { size: 2m, every: 1m }",
                "session: { gap: 1m }",
                "session: { gap: 1m, max: 1h }"
            })
    void everyFieldOfARowCanBeItsKey(String window) {
        WindowSpec spec = Objects.requireNonNull(
                Pipelines.read(PIPELINE.formatted(window, "k")).windows().get("w"));
        List<String> own = Schemas.resultFields(spec).stream().map(Field::name).toList();
        String fields = Stream.of(own, spec.key(), List.copyOf(spec.aggregates().keySet()))
                .flatMap(List::stream)
                .collect(Collectors.joining(", "));

        PipelineSpec pipeline = Pipelines.read(PIPELINE.formatted(window, fields));

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
        assertThatCode(() -> Pipeline.compose(pipeline, new LiveEnds(env, pipeline)))
                .as(fields)
                .doesNotThrowAnyException();
    }
}
