package io.tidemark.yaml;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a fixture, as they stand in the file: what they say of the pipeline is read once that is known.
 *
 * @param pipeline a path, or the pipeline itself; null after an error was reported
 * @param now the wall clock, or null for none
 * @param partitions by source
 * @param given records by source, or steps; null after an error was reported
 * @param expect rows by node or sink
 * @param ordered whether the order of rows counts
 * @param tolerance how far numbers with a fraction may be apart
 */
record FixtureKeys(
        @Nullable YamlValue pipeline,
        @Nullable Instant now,
        Map<String, YamlValue> partitions,
        @Nullable YamlValue given,
        Map<String, YamlValue> expect,
        boolean ordered,
        double tolerance) {
    private static final Key<YamlValue> PIPELINE = Key.of(
                    "pipeline",
                    new AsWritten("path or pipeline"),
                    "The pipeline under test: its path, relative to" + " the fixture, or the pipeline itself.")
            .required("the path of a pipeline, or the pipeline itself")
            .words("file", "job", "spec");

    private static final Key<Instant> NOW = Key.of(
                    "now",
                    FixtureTypes.INSTANT,
                    "The wall clock that `future-limit` sees; without it there is no limit.")
            .words("clock", "wall-clock", "time", "processing-time");

    private static final Key<Map<String, YamlValue>> PARTITIONS = Key.of(
                    "partitions",
                    FixtureTypes.placed("mapping of sources to numbers of partitions"),
                    "How many partitions a source has, all of which hold its time back from the start; without it those"
                            + " that are seen.")
            .or(Map.of());

    private static final Key<YamlValue> GIVEN = Key.of(
                    "given",
                    new AsWritten("records by source, or list of steps"),
                    "What arrives: records by source, merged as `replay` merges its inputs, or a list of steps.")
            .required("records by source, or a list of steps")
            .words("input", "inputs", "records", "events", "when");

    private static final Key<Map<String, YamlValue>> EXPECT = Key.of(
                    "expect",
                    FixtureTypes.placed("mapping of nodes and sinks to rows"),
                    "What must come out, by node, side output or sink: so many rows, of which the fields that are listed"
                            + " count.")
            .required("rows by node or sink")
            .words("expected", "output", "outputs", "then", "result", "results");

    private static final Key<Boolean> ORDERED = Key.of(
                    "ordered", Types.BOOLEAN, "Whether the order of the rows counts, that of `replay`.")
            .or(false)
            .words("order", "in-order", "sorted");

    private static final Key<Double> TOLERANCE = Key.of(
                    "tolerance",
                    FixtureTypes.TOLERANCE,
                    "How far, relative to their size, numbers with a fraction may be apart; 1e-9 always holds.")
            .or(0.0)
            .words("epsilon", "delta", "precision");

    /** The whole file. */
    static final Section<FixtureKeys> SECTION = Section.titled("fixture")
            .keys(PIPELINE, NOW, PARTITIONS, GIVEN, EXPECT, ORDERED, TOLERANCE)
            .ignoring("x-")
            .make(values -> new FixtureKeys(
                    values.find(PIPELINE),
                    values.find(NOW),
                    values.get(PARTITIONS),
                    values.find(GIVEN),
                    values.get(EXPECT, Map.of()),
                    values.get(ORDERED),
                    values.get(TOLERANCE)));

    /** A value as it stands in the file. */
    private record AsWritten(String word) implements ValueType<YamlValue> {
        @Override
        public YamlValue read(YamlValue value) {
            return value;
        }
    }
}
