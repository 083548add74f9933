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
        spec.alerts().keySet().forEach(name -> add("alerts", name, Kind.ALERT));
    }

    private void add(String section, String name, Kind kind) {
        String path = section + "." + name;
        findings.name(path, Names.nodeProblem(name));
        Kind other = kinds.putIfAbsent(name, kind);
        if (other != null) {
            findings.nameError(path, other.one() + " has the name " + name + " too; a name of its own");
        }
    }

    /** The kind of the node called {@code name}, or null. */
    @Nullable
    Kind kind(String name) {
        return kinds.get(name);
    }

    /**
     * What the {@code from} at {@code path} names, or nothing after a problem was reported, or because it is a node of a
     * kind that is not available yet. After a slip of the keyboard it is what was probably meant, so that what depends on
     * it is checked all the same.
     *
     * @param offered what makes sense there, for the error
     */
    Optional<NodeRef> resolve(String path, String from, List<String> offered) {
        Optional<NodeRef> ref = NodeRef.parse(from);
        String node = ref.map(NodeRef::node).orElse(from.replaceAll("\\..*", ""));
        if (findings.gaps().nodes().contains(node)) {
            return Optional.empty();
        }
        if (node.length() < from.length() && kinds.containsKey(from)) {
            read.add(from);
            return Optional.empty(); // its name has a dot, which is an error there
        }
        Kind kind = kinds.get(node);
        if (kind == null) {
            return reportUnknown(path, from, offered);
        }
        read.add(node);
        if (ref.isEmpty()
                || (ref.get().output() != Output.MAIN
                        && !kind.sideOutputs().contains(ref.get().output()))) {
            List<String> known = outputs(node, kind);
            findings.error(
                    path,
                    "the " + kind.word() + " " + node + " has no output " + from.substring(node.length() + 1)
                            + NearMiss.question(from, known) + list(known));
            return NearMiss.of(from, known).flatMap(NodeRef::parse);
        }
        return ref;
    }

    /** Warns of nodes that nothing reads. */
    void warnOfUnused() {
        boolean unknownReaders = findings.gaps().paths().stream()
                .anyMatch(path -> path.matches("sinks|windows|alerts|(sinks|windows|alerts)\\.[^.]*(\\.from.*)?"));
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

    private Optional<NodeRef> reportUnknown(String path, String from, List<String> offered) {
        if (findings.gaps().cover("sources")
                || findings.gaps().cover("windows")
                || findings.gaps().cover("alerts")) {
            return Optional.empty(); // who knows what they hold
        }
        List<String> nodes = offered.stream().filter(kinds::containsKey).toList();
        findings.error(path, "there is no node " + from + NearMiss.question(from, offered) + list(nodes));
        Optional<NodeRef> meant = NearMiss.of(from, offered).flatMap(NodeRef::parse);
        meant.ifPresent(ref -> read.add(ref.node()));
        return meant;
    }

    /** All nodes of {@code kind}. */
    List<String> all(Kind kind) {
        return kinds.keySet().stream().filter(name -> kinds.get(name) == kind).toList();
    }

    /** All nodes, and behind them their outputs. */
    List<String> outputs() {
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
