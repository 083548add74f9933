package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.GeneratedFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestGeneratorTest {
    private static final int COUNT = 100_000;
    private static final RequestGenerator GENERATOR = new RequestGenerator(1000, 42, 20, RequestGenerator.BASE);

    @Test
    void theSameSeedGivesTheSameBytesForEver() {
        assertThat(json(GENERATOR, 0))
                .isEqualTo("{\"timestamp\":\"2026-01-01T00:00:00Z\",\"service\":\"catalog\","
                        + "\"endpoint\":\"/item\",\"latency_ms\":14.870,\"status\":200}");
        assertThat(json(GENERATOR, 99_999))
                .isEqualTo("{\"timestamp\":\"2026-01-01T00:01:39.894Z\",\"service\":\"users\","
                        + "\"endpoint\":\"/list\",\"latency_ms\":85.204,\"status\":200}");
    }

    @Test
    void anotherSeedGivesOthers() {
        RequestGenerator other = new RequestGenerator(1000, 43, 20, RequestGenerator.BASE);
        Set<String> same = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            if (json(other, i).equals(json(GENERATOR, i))) {
                same.add(json(other, i));
            }
        }
        assertThat(same).isEmpty();
    }

    @Test
    void jsonAndEventAreTheSameRequest() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        for (long i = 0; i < 2000; i++) {
            JsonNode json = mapper.readTree(GENERATOR.json(i));
            Event event = GENERATOR.event(i);
            assertThat(Instant.parse(json.get("timestamp").asText()).toEpochMilli())
                    .isEqualTo(event.get(0))
                    .isEqualTo(event.time());
            assertThat(json.get("service").asText()).isEqualTo(event.get(1));
            assertThat(json.get("endpoint").asText()).isEqualTo(event.get(2));
            assertThat(json.get("latency_ms").asDouble()).isEqualTo(event.get(3));
            assertThat(json.get("status").asLong()).isEqualTo(event.get(4));
            assertThat(json.size()).isEqualTo(RequestGenerator.SCHEMA.size());
        }
    }

    @Test
    void theFieldsAreThoseOfTheSpecification() {
        assertThat(RequestGenerator.SCHEMA.fields())
                .isEqualTo(GeneratedFields.of(ConnectorSpec.Scenario.REQUESTS).stream()
                        .map(field -> new Field(field.name(), field.type(), field.nullable()))
                        .toList());
    }

    @Test
    void timesAreOutOfOrderByLessThanTheBound() {
        long highest = Long.MIN_VALUE;
        long behind = 0;
        int late = 0;
        for (long i = 0; i < COUNT; i++) {
            long time = GENERATOR.event(i).time();
            assertThat(time).isBetween(RequestGenerator.BASE.toEpochMilli(), RequestGenerator.BASE.toEpochMilli() + i);
            highest = Math.max(highest, time);
            behind = Math.max(behind, highest - time);
            late += highest - time > 300 ? 1 : 0;
        }
        assertThat(behind).isBetween(5_000L, RequestGenerator.MAX_DISORDER_MS);
        assertThat(late).isBetween(COUNT / 20, COUNT / 5);
    }

    @Test
    void latenciesHaveASlowTailAndSomeRequestsFail() {
        Map<Object, Integer> services = new HashMap<>();
        double[] latencies = new double[COUNT];
        int failed = 0;
        for (int i = 0; i < COUNT; i++) {
            Event event = GENERATOR.event(i);
            services.merge(event.get(1) + "" + event.get(2), 1, Integer::sum);
            latencies[i] = (double) (Double) event.values()[3];
            failed += (long) (Long) event.values()[4] >= 500 ? 1 : 0;
        }
        java.util.Arrays.sort(latencies);
        assertThat(services).hasSize(20);
        assertThat(latencies[COUNT / 2]).isBetween(10.0, 200.0);
        assertThat(latencies[COUNT * 99 / 100]).isGreaterThan(6 * latencies[COUNT / 2]);
        assertThat(latencies[0]).isPositive();
        assertThat(failed).isBetween(COUNT / 500, COUNT / 50);
    }

    @Test
    void anyNumberOfKeysIsDistinct() {
        RequestGenerator many = new RequestGenerator(1, 1, 100, RequestGenerator.BASE);
        Set<String> keys = new HashSet<>();
        for (long i = 0; i < COUNT; i++) {
            keys.add(many.event(i).get(1) + "" + many.event(i).get(2));
        }
        assertThat(keys).hasSize(100);
    }

    @Test
    void senselessSettingsAreRefused() {
        assertThatThrownBy(() -> new RequestGenerator(0, 1, 1, RequestGenerator.BASE))
                .hasMessage("rate must be above 0, not 0.0");
        assertThatThrownBy(() -> new RequestGenerator(Double.NaN, 1, 1, RequestGenerator.BASE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RequestGenerator(1, 1, 0, RequestGenerator.BASE))
                .hasMessage("keys must be at least 1, not 0");
    }

    @Test
    void eventHasTheFieldsAskedForInTheirOrder() {
        Event all = GENERATOR.event(17);

        Event some = GENERATOR
                .withFields(List.of("status", "timestamp", "latency_ms"))
                .event(17);

        assertThat(some.values()).containsExactly(all.get(4), all.get(0), all.get(3));
        assertThat(some.time()).isEqualTo(all.time());
    }

    private static String json(RequestGenerator generator, long i) {
        return new String(generator.json(i), StandardCharsets.UTF_8);
    }
}
