package io.tidemark.spec;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A test of a pipeline: what arrives, and what must come out. Values of records and rows are {@link java.util.Map},
 * {@link List}, {@link String}, {@link java.math.BigDecimal}, {@link Boolean} and null.
 *
 * @param pipeline the pipeline under test
 * @param now the wall clock at the beginning, or null for none
 * @param partitions how many partitions a source has, by its name; one that is not named has those that are seen
 * @param merged whether the records are given by source and are merged as a replay does it; else they come in the order of
 *     the steps
 * @param steps what happens; records alone if {@code merged}, source by source
 * @param expect the rows of nodes and sinks, by name
 * @param ordered whether the order of the rows counts
 * @param tolerance how far, relative to their size, numbers with a fraction may be apart
 */
public record FixtureSpec(
        PipelineSpec pipeline,
        @Nullable Instant now,
        Map<String, Integer> partitions,
        boolean merged,
        List<FixtureStep> steps,
        Map<String, List<Map<String, Object>>> expect,
        boolean ordered,
        double tolerance) {}
