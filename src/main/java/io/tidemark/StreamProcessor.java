package io.tidemark;

import io.tidemark.event.Alert;
import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.job.AlertInput;
import io.tidemark.job.AlertStage;
import io.tidemark.job.EmbeddedSource;
import io.tidemark.job.FlinkSettings;
import io.tidemark.job.Uids;
import io.tidemark.job.WindowStage;
import io.tidemark.spec.AlertSpec;
import io.tidemark.time.TimeGuard;
import java.io.Serializable;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * Windowed aggregates over a {@link DataStream} of the user's own type: the Java face of a pipeline's window and its alerts. A processor
 * is immutable and can process any number of streams of one or more jobs, but its name makes the operators' uids, so
 * within a job each stream needs a processor of its own name.
 *
 * <pre>{@code
 * StreamProcessor<Request> processor = StreamProcessor.<Request>builder("latency")
 *     .withEventTime(Request::time)
 *     .withKey("service", Request::service)
 *     .withValue(Request::latencyMs)
 *     .withTumblingWindow(Duration.ofMinutes(5))
 *     .withAggregation(a -> a.addCount("request_count").addP99("p99_latency"))
 *     .build();
 * DataStream<WindowResult> results = processor.process(requests);
 * }</pre>
 *
 * @param <T> the user's own event type
 */
public final class StreamProcessor<T> {
    private final StreamProcessorConfig config;
    private final List<Extractor<T>> extractors;
    private final SerializableFunction<T, ?> eventTime;
    private final Map<DataStream<?>, Outputs> outputs = Collections.synchronizedMap(new IdentityHashMap<>());

    /** What is beside a stream that this processor has returned. */
    private record Outputs(
            DataStream<SideRecord> late,
            DataStream<SideRecord> failed,
            DataStream<SideRecord> rejected,
            AlertInput events,
            WindowStage.@Nullable Outputs window) {}

    StreamProcessor(StreamProcessorConfig config, List<Extractor<T>> extractors, SerializableFunction<T, ?> eventTime) {
        this.config = config;
        this.extractors = List.copyOf(extractors);
        this.eventTime = eventTime;
    }

    /**
     * Begins a processor.
     *
     * @param name the window's name, {@code [a-z][a-z0-9_-]*}; prefix of the operators' uids
     */
    public static <T> StreamProcessorBuilder<T> builder(String name) {
        return new StreamProcessorBuilder<>(name);
    }

    /** The checked specification. */
    public StreamProcessorConfig config() {
        return config;
    }

    /**
     * Puts the window on {@code events}.
     *
     * @param events with watermarks of its own, unless the builder was given some
     * @return one row for each closed window of each key, and revisions by the builder's choice
     * @throws IllegalArgumentException if the environment has an option {@code tidemark.} that does not exist, or with a
     *     wrong value
     */
    public DataStream<WindowResult> process(DataStream<T> events) {
        FlinkSettings.checkOwn(events.getExecutionEnvironment());
        Schema schema = new Schema(extractors.stream().map(Extractor::field).toList());
        EmbeddedSource.Outputs source = EmbeddedSource.decode(
                config.name(), events, new Decode<>(config.name(), extractors, eventTime), schema, config.watermark());
        WindowStage.Outputs window =
                WindowStage.aggregate(new Uids(config.name()), config.window(), schema, source.accepted());
        outputs.put(
                window.results(),
                new Outputs(
                        window.late(),
                        window.failed(),
                        source.rejected(),
                        AlertInput.of(schema, source.accepted()),
                        window));
        return window.results();
    }

    /**
     * Puts an alert on what {@code results} are made of.
     *
     * <pre>{@code
     * DataStream<Alert> slow = processor.alerts(results, "slow", a -> a
     *     .when("p99_latency > 500").forDuration(Duration.ofMinutes(15)).message("{service}: {p99_latency} ms"));
     * }</pre>
     *
     * @param results what {@link #process} returned
     * @param name the alert's name, {@code [a-z][a-z0-9_-]*}, one of its own within the processor
     * @param what what it looks for
     * @throws IllegalArgumentException with all problems, one a line
     */
    public DataStream<Alert> alerts(DataStream<WindowResult> results, String name, Consumer<Alerting> what) {
        Outputs of = outputs(results);
        Alerting alerting = new Alerting();
        what.accept(alerting);
        if (alerting.forms() != 1) {
            throw new IllegalArgumentException(config.name() + ": alerts." + name + ": has " + alerting.forms()
                    + " of when, pattern, absentFor, slo; exactly one of them");
        }
        AlertSpec spec = alerting.spec(
                name, EmbeddedPipeline.EVENTS, config.name(), config.window().key());
        List<String> problems = EmbeddedPipeline.problems(config, List.of(spec));
        if (!problems.isEmpty() || of.window() == null) {
            throw new IllegalArgumentException(problems.stream()
                    .map(problem -> config.name() + ": " + problem)
                    .collect(Collectors.joining("\n")));
        }
        Uids uids = new Uids(config.name());
        AlertStage.Outputs alerts = AlertStage.watch(
                uids,
                spec,
                spec.from().equals(config.name())
                        ? AlertInput.of(uids, name, config.window(), of.window())
                        : of.events());
        outputs.put(alerts.alerts(), new Outputs(alerts.late(), alerts.failed(), of.rejected(), of.events(), null));
        return alerts.alerts();
    }

    /** The events that came too late, with reason and watermark: after all their windows had closed, or behind time. */
    public DataStream<SideRecord> late(DataStream<?> resultsOrAlerts) {
        return outputs(resultsOrAlerts).late();
    }

    /** The events for which an expression failed, and results that do not fit their type. */
    public DataStream<SideRecord> failed(DataStream<?> resultsOrAlerts) {
        return outputs(resultsOrAlerts).failed();
    }

    /** The events without an event time, or for which an extractor failed. */
    public DataStream<SideRecord> rejected(DataStream<WindowResult> results) {
        return outputs(results).rejected();
    }

    private Outputs outputs(DataStream<?> results) {
        Outputs found = outputs.get(results);
        if (found == null) {
            throw new IllegalArgumentException(
                    "not a result of this processor; give the stream that process(…) or alerts(…) returned");
        }
        return found;
    }

    /** The user's object to an event, or to a rejection. */
    private static final class Decode<T> implements EmbeddedSource.Decode<T> {
        private static final long serialVersionUID = 1;

        private final String node;
        private final List<Extractor<T>> extractors;
        private final SerializableFunction<T, ?> eventTime;

        Decode(String node, List<Extractor<T>> extractors, SerializableFunction<T, ?> eventTime) {
            this.node = node;
            this.extractors = (List<Extractor<T>> & Serializable) new java.util.ArrayList<>(extractors);
            this.eventTime = eventTime;
        }

        @Override
        public Decoded decode(T object) {
            try {
                Object time = eventTime.apply(object);
                if (time == null) {
                    return rejected("missing-field", "the event time is null", object);
                }
                long timeMs = time instanceof Instant instant ? instant.toEpochMilli() : ((Number) time).longValue();
                if (TimeGuard.isTooFar(timeMs)) {
                    return rejected(TimeGuard.IMPLAUSIBLE_TIME, TimeGuard.tooFar(timeMs), object);
                }
                @Nullable Object[] values = new Object[extractors.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = extractors.get(i).value(object);
                }
                return Decoded.accepted(new Event(values, timeMs, null, null));
            } catch (RuntimeException e) {
                return rejected("wrong-type", String.valueOf(e.getMessage()), object);
            }
        }

        private Decoded rejected(String reason, String detail, T object) {
            byte[] text = String.valueOf(object).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            return Decoded.rejected(SideRecord.rejected(node, reason, detail, null, text, null));
        }
    }
}
