package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeetingSourcesTest {
    private static final List<String> SOURCES = List.of("c", "a", "b", "d");

    @Test
    void sourcesThatNoNodeReadsBothOfDoNotMeet() {
        assertThat(MeetingSources.groups(SOURCES, Map.of("of_a", List.of("a"), "again_of_a", List.of("a"))))
                .isEqualTo(Map.of("a", "a", "b", "b", "c", "c", "d", "d"));
    }

    @Test
    void aNodeThatReadsTwoMakesThemMeet() {
        assertThat(MeetingSources.groups(SOURCES, Map.of("both", List.of("a", "c"))))
                .isEqualTo(Map.of("a", "c", "b", "b", "c", "c", "d", "d"));
    }

    @Test
    void theyMeetThroughOthersInAnyOrder() {
        Map<String, List<String>> reads = new LinkedHashMap<>();
        reads.put("all", List.of("window", "pair"));
        reads.put("window", List.of("a"));
        reads.put("pair", List.of("b", "c"));
        assertThat(MeetingSources.groups(SOURCES, reads)).isEqualTo(Map.of("a", "c", "b", "c", "c", "c", "d", "d"));
    }
}
