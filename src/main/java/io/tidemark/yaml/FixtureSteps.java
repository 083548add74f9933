package io.tidemark.yaml;

import io.tidemark.spec.FixtureStep;
import io.tidemark.spec.NearMiss;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what a fixture gives: records by source, or steps in their order. */
final class FixtureSteps {
    private static final List<String> WORDS = List.of("watermark", "wait", "silence", "checkpoint", "restore");

    private final Set<String> sources;
    private final Map<String, Integer> partitions;
    private final List<FixtureStep> steps = new ArrayList<>();
    private boolean checkpointed;

    /**
     * @param sources the names of the pipeline's sources; none if the pipeline has errors, then no name is wrong
     * @param partitions how many partitions a source has
     */
    FixtureSteps(Set<String> sources, Map<String, Integer> partitions) {
        this.sources = sources;
        this.partitions = partitions;
    }

    /** The steps of {@code given}; errors are reported. */
    List<FixtureStep> read(YamlValue given) {
        if (given.isMapping()) {
            for (YamlValue source : given.entries()) {
                if (WORDS.contains(source.name()) && !sources.contains(source.name())) {
                    source.keyError(source.name() + " stands between records; write given as a list, - " + source.name()
                            + ": …");
                } else {
                    records(source);
                }
            }
        } else if (given.isList()) {
            given.items().forEach(this::step);
        } else {
            given.error(given.kind() + "; records by source, or a list of steps");
        }
        return steps;
    }

    private void records(YamlValue source) {
        if (!sources.isEmpty() && !sources.contains(source.name())) {
            source.keyError("there is no source " + source.name() + NearMiss.question(source.name(), sources) + "; "
                    + String.join(", ", sources));
            return;
        }
        for (YamlValue record : source.isList() ? source.items() : List.of(source)) {
            steps.add(FixtureRecord.read(record, source.name(), partitions.getOrDefault(source.name(), 0)));
        }
    }

    private void step(YamlValue step) {
        if (step.isScalar()) {
            word(step, step.rawText());
            return;
        }
        List<YamlValue> entries = step.isMapping() ? step.entries() : List.of();
        if (entries.size() != 1) {
            step.error((step.isList() ? "is a list" : "has " + entries.size() + " keys")
                    + "; one step: SOURCE: record, " + String.join(", ", WORDS));
            return;
        }
        YamlValue entry = entries.get(0);
        switch (entry.name()) {
            case "watermark" -> {
                Instant time = FixtureTypes.INSTANT.read(entry);
                steps.add(new FixtureStep.TimePasses(time == null ? Instant.EPOCH : time));
            }
            case "wait" -> steps.add(new FixtureStep.Wait(duration(entry)));
            case "silence" -> steps.add(new FixtureStep.Silence(duration(entry)));
            case "checkpoint", "restore" -> {
                if (!entry.rawText().isEmpty() || !entry.isScalar()) {
                    entry.error("takes no value; - " + entry.name());
                }
                word(entry, entry.name());
            }
            default -> known(entry);
        }
    }

    private void known(YamlValue entry) {
        List<String> all = new ArrayList<>(sources);
        all.addAll(WORDS);
        if (!sources.isEmpty() && !sources.contains(entry.name())) {
            entry.keyError("there is no source " + entry.name() + NearMiss.question(entry.name(), all) + "; "
                    + String.join(", ", all));
        } else {
            records(entry);
        }
    }

    private static Duration duration(YamlValue entry) {
        Duration duration = FixtureTypes.PASSING.read(entry);
        return duration == null ? Duration.ZERO : duration;
    }

    private void word(YamlValue at, String word) {
        if (word.equals("checkpoint")) {
            checkpointed = true;
            steps.add(new FixtureStep.Checkpoint());
        } else if (word.equals("restore")) {
            if (!checkpointed) {
                at.error("nothing to go back to; a checkpoint before it");
            }
            steps.add(new FixtureStep.Restore());
        } else {
            at.error("\"" + word + "\" is no step" + NearMiss.question(word, WORDS)
                    + "; SOURCE: record, watermark: TIME, wait: 20s, silence: 20s, checkpoint, restore");
        }
    }
}
