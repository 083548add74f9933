package io.tidemark;

import io.tidemark.event.FieldType;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.spec.WindowSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link StreamProcessor}. Steps may come in any order; {@link #build} checks them all, as a pipeline file
 * is checked, and reports all problems at once.
 *
 * @param <T> the user's own event type
 */
public final class StreamProcessorBuilder<T> {
    private final String name;
    private final List<String> problems = new ArrayList<>();
    private final List<String> key = new ArrayList<>();
    private final List<Extractor<T>> extractors = new ArrayList<>();
    private final Aggregation aggregation = new Aggregation();
    private @Nullable SerializableFunction<T, ?> eventTime;
    private WindowSpec.@Nullable Assigner assigner;
    private @Nullable String where;
    private @Nullable Duration early;
    private Duration allowedLateness = Duration.ZERO;
    private WindowSpec.Emit emit = WindowSpec.Emit.ON_TIME;
    private double accuracy = WindowSpec.DEFAULT_ACCURACY;
    private @Nullable WatermarkSpec watermark;

    StreamProcessorBuilder(String name) {
        this.name = name;
    }

    /** The event time: an {@link java.time.Instant}, or a number of milliseconds since the epoch. Required. */
    public StreamProcessorBuilder<T> withEventTime(SerializableFunction<T, ?> time) {
        this.eventTime = time;
        return this;
    }

    /**
     * A key field, whose type follows from {@code extractor}; repeat for more. Without any, there is one global group.
     *
     * @param name names the field in results and expressions
     */
    public <V> StreamProcessorBuilder<T> withKey(String name, SerializableFunction<T, V> extractor) {
        key.add(name);
        return inferred("key", name, extractor);
    }

    /** A key field of an explicit type: String, Long, Integer, Double, Boolean, BigDecimal, Instant or an enum. */
    public <V> StreamProcessorBuilder<T> withKey(String name, Class<V> type, SerializableFunction<T, V> extractor) {
        key.add(name);
        return withField(name, type, extractor);
    }

    /** A field that aggregates and conditions can name. */
    public <V> StreamProcessorBuilder<T> withField(String name, Class<V> type, SerializableFunction<T, V> extractor) {
        FieldType fieldType = Extractor.typeOf(type);
        if (fieldType == null) {
            problems.add("field '" + name + "' is of type " + type.getName()
                    + "; allowed are String, Long, Integer, Double, Boolean, BigDecimal, Instant and enums");
        } else {
            extractors.add(new Extractor<>(name, fieldType, extractor));
        }
        return this;
    }

    /** The one value that aggregates without a field read; in expressions it is called {@code value}. */
    public <V> StreamProcessorBuilder<T> withValue(SerializableFunction<T, V> extractor) {
        return inferred("value", Aggregation.VALUE, extractor);
    }

    private StreamProcessorBuilder<T> inferred(String what, String field, SerializableFunction<T, ?> extractor) {
        Extractor.returnType(extractor)
                .ifPresentOrElse(
                        type -> extractors.add(new Extractor<>(field, type, extractor)),
                        () -> problems.add("the type of " + what + " '" + field
                                + "' is not known; give it: with…(name, Class, extractor)"));
        return this;
    }

    /** Windows of equal size that do not overlap, aligned to the epoch. */
    public StreamProcessorBuilder<T> withTumblingWindow(Duration size) {
        return withTumblingWindow(size, Duration.ZERO);
    }

    /** Windows of equal size that do not overlap, aligned to the epoch plus {@code offset}, shorter than {@code size}. */
    public StreamProcessorBuilder<T> withTumblingWindow(Duration size, Duration offset) {
        this.assigner = new WindowSpec.Tumbling(size, offset);
        return this;
    }

    /** Windows of equal size, one of which begins each {@code every}, at most {@code size}. */
    public StreamProcessorBuilder<T> withHoppingWindow(Duration size, Duration every) {
        this.assigner = new WindowSpec.Hopping(size, every, Duration.ZERO);
        return this;
    }

    /** What Flink calls sliding windows: the same as {@link #withHoppingWindow}. */
    public StreamProcessorBuilder<T> withSlidingWindow(Duration size, Duration slide) {
        return withHoppingWindow(size, slide);
    }

    /** Windows that begin at each multiple of {@code size} and end each {@code every}, of which size is a multiple. */
    public StreamProcessorBuilder<T> withCumulativeWindow(Duration size, Duration every) {
        this.assigner = new WindowSpec.Cumulative(size, every);
        return this;
    }

    /** Windows from a key's first event to {@code gap} after its last; events at most {@code gap} apart are together. */
    public StreamProcessorBuilder<T> withSessionWindow(Duration gap) {
        this.assigner = new WindowSpec.Session(gap);
        return this;
    }

    /**
     * As {@link #withSessionWindow(Duration)}, but an event that is {@code max} or more after a session's first begins a new
     * one; {@link WindowResult#truncated()} says whether a session was cut so.
     */
    public StreamProcessorBuilder<T> withSessionWindow(Duration gap, Duration max) {
        this.assigner = new WindowSpec.Session(gap, max);
        return this;
    }

    /** Also a row each {@code interval} of event time from a window's start on, if there are new events. */
    public StreamProcessorBuilder<T> withEarlyRows(Duration interval) {
        this.early = interval;
        return this;
    }

    /** Rows come out when the watermark passes a window's end, and once more for each late event. The default. */
    public StreamProcessorBuilder<T> withWatermarkTrigger() {
        this.emit = WindowSpec.Emit.ON_TIME;
        return this;
    }

    /** One row a window comes out, when it closes. */
    public StreamProcessorBuilder<T> withFinalTrigger() {
        this.emit = WindowSpec.Emit.FINAL;
        return this;
    }

    /** How long a window stays open after its end; default 0. */
    public StreamProcessorBuilder<T> withAllowedLateness(Duration lateness) {
        this.allowedLateness = lateness;
        return this;
    }

    /** The SQL condition that an event must meet. */
    public StreamProcessorBuilder<T> withFilter(String condition) {
        this.where = condition;
        return this;
    }

    /** Relative error of a percentile's ranks where a window has more than 256 values; default 0.01. */
    public StreamProcessorBuilder<T> withAccuracy(double accuracy) {
        this.accuracy = accuracy;
        return this;
    }

    /** Watermarks made from the event time: behind its highest by {@code outOfOrderness}; idle after a minute. */
    public StreamProcessorBuilder<T> withWatermark(Duration outOfOrderness) {
        return withWatermark(outOfOrderness, WatermarkSpec.DEFAULT.idleAfter());
    }

    /** Watermarks made from the event time; a subtask without events for {@code idleAfter} holds nothing back. */
    public StreamProcessorBuilder<T> withWatermark(Duration outOfOrderness, Duration idleAfter) {
        this.watermark = new WatermarkSpec(outOfOrderness, idleAfter, null, null);
        return this;
    }

    /** The aggregates; may be called more than once. */
    public StreamProcessorBuilder<T> withAggregation(Consumer<Aggregation> aggregates) {
        aggregates.accept(aggregation);
        return this;
    }

    /**
     * The processor.
     *
     * @throws IllegalArgumentException with all problems, one a line
     */
    public StreamProcessor<T> build() {
        List<String> found = new ArrayList<>(problems);
        if (eventTime == null) {
            found.add("no event time; call withEventTime");
        }
        if (assigner == null) {
            found.add(
                    "no window; call withTumblingWindow, withHoppingWindow, withCumulativeWindow or withSessionWindow");
        }
        aggregation.duplicates().forEach(twice -> found.add("two aggregates named '" + twice + "'; names are unique"));
        WindowSpec window = new WindowSpec(
                name,
                EmbeddedPipeline.EVENTS,
                List.copyOf(key),
                assigner != null ? assigner : new WindowSpec.Tumbling(Duration.ofMinutes(1), Duration.ZERO),
                where,
                aggregation.expressions(),
                allowedLateness,
                emit,
                early,
                accuracy);
        List<FieldSpec> fields =
                extractors.stream().map(StreamProcessorBuilder::field).toList();
        StreamProcessorConfig config = new StreamProcessorConfig(name, fields, window, watermark);
        found.addAll(EmbeddedPipeline.problems(config, List.of()));
        if (!found.isEmpty() || eventTime == null) {
            throw new IllegalArgumentException(
                    found.stream().map(problem -> name + ": " + problem).collect(Collectors.joining("\n")));
        }
        return new StreamProcessor<>(config, extractors, eventTime);
    }

    private static FieldSpec field(Extractor<?> extractor) {
        return new FieldSpec(
                extractor.name(),
                extractor.type(),
                null,
                true,
                null,
                java.util.concurrent.TimeUnit.MILLISECONDS,
                null,
                null,
                null,
                List.of());
    }
}
