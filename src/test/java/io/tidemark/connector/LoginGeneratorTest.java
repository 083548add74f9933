package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.GeneratedFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoginGeneratorTest {
    private static final int COUNT = 20_000;
    private static final LoginGenerator GENERATOR = new LoginGenerator(10, 42, 20, RequestGenerator.BASE);

    private static final String FIRST = "Event[1767225600000, cleo-2, 10.0.0.13, true]@1767225600000";
    private static final String LAST = "Event[1767227598696, bob-2, 10.0.0.12, true]@1767227598696";

    @Test
    void theSameSeedGivesTheSameForEver() {
        assertThat(GENERATOR.event(0).toString()).isEqualTo(FIRST);
        assertThat(GENERATOR.event(19_999).toString()).isEqualTo(LAST);
        assertThat(new LoginGenerator(10, 43, 20, RequestGenerator.BASE)
                        .event(19_999)
                        .toString())
                .isNotEqualTo(LAST);
    }

    @Test
    void theFieldsAreThoseOfTheSpecification() {
        assertThat(LoginGenerator.SCHEMA.fields())
                .isEqualTo(GeneratedFields.of(ConnectorSpec.Scenario.LOGINS).stream()
                        .map(field -> new Field(field.name(), field.type(), field.nullable()))
                        .toList());
    }

    @Test
    void inEveryHundredLoginsOneUserIsAttackedAndSilentOtherwise() {
        int broken = 0;
        for (int story = 0; story < COUNT / 100; story++) {
            Map<Object, Set<Object>> addresses = new HashMap<>();
            List<Object> tries = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Event event = GENERATOR.event(story * 100L + i);
                addresses.computeIfAbsent(event.get(1), user -> new HashSet<>()).add(event.get(2));
                if (String.valueOf(event.get(2)).startsWith("203.0.113.")) {
                    tries.add(event.get(3));
                }
            }
            assertThat(addresses.values()).allSatisfy(each -> assertThat(each).hasSize(1));
            assertThat(tries).hasSizeBetween(5, 9);
            assertThat(tries.subList(0, tries.size() - 1)).containsOnly(false);
            broken += tries.get(tries.size() - 1).equals(true) ? 1 : 0;
        }
        assertThat(broken).isBetween(COUNT / 100 / 5, COUNT / 100 / 2);
    }

    @Test
    void timesAreOutOfOrderByLessThanTheBound() {
        long highest = Long.MIN_VALUE;
        long behind = 0;
        for (long i = 0; i < COUNT; i++) {
            long time = GENERATOR.event(i).time();
            assertThat(time).isGreaterThanOrEqualTo(RequestGenerator.BASE.toEpochMilli());
            highest = Math.max(highest, time);
            behind = Math.max(behind, highest - time);
        }
        assertThat(behind).isBetween(1_000L, LoginGenerator.MAX_DISORDER_MS);
    }

    @Test
    void eventHasTheFieldsAskedForInTheirOrder() {
        Event all = GENERATOR.event(17);

        Event some = GENERATOR.withFields(List.of("success", "user")).event(17);

        assertThat(some.values()).containsExactly(all.get(3), all.get(1));
        assertThat(some.time()).isEqualTo(all.time());
    }

    @Test
    void senselessSettingsAreRefused() {
        assertThatThrownBy(() -> new LoginGenerator(0, 1, 1, RequestGenerator.BASE))
                .hasMessage("rate must be above 0, not 0.0");
        assertThatThrownBy(() -> new LoginGenerator(1, 1, 0, RequestGenerator.BASE))
                .hasMessage("keys must be at least 1, not 0");
    }
}
