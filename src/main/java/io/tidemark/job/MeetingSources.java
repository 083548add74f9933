package io.tidemark.job;

import io.tidemark.spec.PipelineSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which sources' times meet: those that a node reads both of, itself or through others. Only there does a silent source
 * hold back another one's time. Sinks and what goes to the side have no time.
 */
final class MeetingSources {
    private MeetingSources() {}

    /** For each source the name of its group, the first of its members. */
    static Map<String, String> groups(PipelineSpec pipeline) {
        Map<String, List<String>> reads = new LinkedHashMap<>();
        pipeline.windows().values().forEach(window -> reads.put(window.name(), List.of(window.from())));
        return groups(pipeline.sources().keySet(), reads);
    }

    /**
     * For each source the name of its group.
     *
     * @param reads each other node to all that it reads, in any order
     */
    static Map<String, String> groups(Collection<String> sources, Map<String, List<String>> reads) {
        List<Set<String>> met = new ArrayList<>();
        sources.forEach(source -> join(met, List.of(source)));
        reads.forEach((node, from) -> {
            List<String> together = new ArrayList<>(from);
            together.add(node);
            join(met, together);
        });
        Map<String, String> groups = new LinkedHashMap<>();
        for (String source : sources) {
            for (Set<String> nodes : met) {
                if (nodes.contains(source)) {
                    groups.put(
                            source,
                            sources.stream().filter(nodes::contains).findFirst().orElse(source));
                }
            }
        }
        return groups;
    }

    /** Puts {@code names} and all sets that hold one of them together. */
    private static void join(List<Set<String>> met, List<String> names) {
        Set<String> joined = new TreeSet<>(names);
        met.removeIf(nodes -> {
            boolean meets = names.stream().anyMatch(nodes::contains);
            if (meets) {
                joined.addAll(nodes);
            }
            return meets;
        });
        met.add(joined);
    }
}
