package io.tidemark.spec;

import io.tidemark.spec.NodeRef.Kind;
import io.tidemark.spec.NodeRef.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The nodes of one specification by name, and who reads them. */
final class Nodes {
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final Set<String> read = new TreeSet<>();
    private final Findings findings;

    Nodes(PipelineSpec spec, Findings findings) {
        this.findings = findings;
        spec.sources().keySet().forEach(name -> add("sources", name, Kind.SOURCE));
        spec.windows().keySet().forEach(name -> add("windows", name, Kind.WINDOW));
    }

    private void add(String section, String name, Kind kind) {
        String path = section + "." + name;
        findings.name(path, Names.nodeProblem(name));
        Kind other = kinds.putIfAbsent(name, kind);
        if (other != null) {
            findings.nameError(path, "a " + other.word() + " has the name " + name + " too; a name of its own");
        }
    }

    /** The kind of the node called {@code name}, or null. */
    @Nullable
    Kind kind(String name) {
        return kinds.get(name);
    }

    /**
     * What the {@code from} at {@code path} names, or nothing after a problem was reported, or because it is a node of a
     * kind that is not available yet.
     */
    Optional<NodeRef> resolve(String path, String from) {
        Optional<NodeRef> ref = NodeRef.parse(from);
        String node = ref.map(NodeRef::node).orElse(from.replaceAll("\\..*", ""));
        if (findings.gaps().nodes().contains(node)) {
            return Optional.empty();
        }
        read.add(node);
        Kind kind = kinds.get(node);
        if (kind == null) {
            reportUnknown(path, from);
            return Optional.empty();
        }
        if (ref.isEmpty()
                || (ref.get().output() != Output.MAIN
                        && !kind.sideOutputs().contains(ref.get().output()))) {
            List<String> known = outputs(node, kind);
            findings.error(
                    path,
                    "the " + kind.word() + " " + node + " has no output " + from.substring(node.length() + 1)
                            + NearMiss.question(from, known) + list(known));
            return Optional.empty();
        }
        return ref;
    }

    /** Warns of nodes that nothing reads. */
    void warnOfUnused() {
        boolean unknownReaders = findings.gaps().paths().stream()
                .anyMatch(path -> path.matches("sinks|windows|(sinks|windows)\\.[^.]*(\\.from.*)?"));
        if (unknownReaders || !findings.gaps().nodes().isEmpty()) {
            return; // one of those may read them
        }
        kinds.forEach((name, kind) -> {
            if (!read.contains(name)) {
                findings.warning(
                        kind.word() + "s." + name,
                        "nothing reads this " + kind.word() + "; name it in a from, or remove it");
            }
        });
    }

    private void reportUnknown(String path, String from) {
        if (findings.gaps().cover("sources") || findings.gaps().cover("windows")) {
            return; // who knows what they hold
        }
        findings.error(
                path,
                "there is no node " + from + NearMiss.question(from, readable()) + list(List.copyOf(kinds.keySet())));
    }

    private List<String> readable() {
        List<String> all = new ArrayList<>(kinds.keySet());
        kinds.forEach((name, kind) -> all.addAll(outputs(name, kind)));
        return all.stream().distinct().toList();
    }

    private static List<String> outputs(String node, Kind kind) {
        List<String> all = new ArrayList<>(List.of(node));
        kind.sideOutputs().forEach(output -> all.add(new NodeRef(node, output).toString()));
        return all;
    }

    private static String list(List<String> known) {
        return known.isEmpty() ? "; the file has no nodes" : "; " + String.join(", ", known);
    }
}
