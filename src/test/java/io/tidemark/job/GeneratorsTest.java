package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SourceSpec;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class GeneratorsTest {
    @Test
    void eventsHaveTheSchemaOfTheirSource() {
        SourceSpec source = Objects.requireNonNull(Pipelines.read("""
                        name: p
                        sources:
                          r:
                            generate: { scenario: requests, count: 1 }
                            fields: { latency_ms: double, service: string, timestamp: timestamp }
                        windows:
                          w: { from: r, key: service, tumbling: 1m, aggregates: { m: max(latency_ms) } }
                        sinks: { o: { from: w, print: {} } }
                        """).sources().get("r"));
        Schema schema = Schemas.of(source);

        Event event = Generators.of((ConnectorSpec.Generate) source.connector(), source)
                .event(0);

        assertThat(event.values()).hasSize(3);
        assertThat(event.get(schema.indexOf("latency_ms"))).isInstanceOf(Double.class);
        assertThat(event.get(schema.indexOf("service"))).isInstanceOf(String.class);
        assertThat(event.get(schema.indexOf("timestamp"))).isEqualTo(event.time());
    }
}
