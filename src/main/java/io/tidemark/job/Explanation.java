package io.tidemark.job;

import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.Durations;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WorkbookLadder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A pipeline's stages for a person: what each does, its operators' uids, its state, and what triggers output. */
public final class Explanation {
    private final PipelineSpec pipeline;
    private final UnaryOperator<String> shown;
    private final Uids uids;
    private final List<String> lines = new ArrayList<>();

    private Explanation(PipelineSpec pipeline, UnaryOperator<String> shown) {
        this.pipeline = pipeline;
        this.shown = shown;
        this.uids = new Uids(pipeline.name());
    }

    /**
     * The explanation of {@code pipeline}, line by line.
     *
     * @param shown what is shown in place of a value of the file, which may be secret
     */
    public static List<String> of(PipelineSpec pipeline, UnaryOperator<String> shown) {
        Explanation explanation = new Explanation(pipeline, shown);
        explanation.lines.add(pipeline.name());
        pipeline.sources().values().forEach(explanation::source);
        pipeline.windows().values().forEach(explanation::window);
        pipeline.alerts().values().forEach(explanation::alert);
        pipeline.sinks().values().forEach(explanation::sink);
        return explanation.lines;
    }

    private String shown(Duration duration) {
        return shown.apply(Durations.format(duration));
    }

    private String shown(List<String> texts) {
        return texts.stream().map(shown).collect(Collectors.joining(", "));
    }

    private void stage(String kind, String name, String what) {
        lines.add("");
        lines.add(kind + " " + name + ": " + what);
    }

    private void detail(String label, String text) {
        lines.add(String.format(Locale.ROOT, "  %-8s %s", label, text));
    }

    private void source(SourceSpec source) {
        stage("source", source.name(), reads(source.connector()));
        detail("uids", uids.source(source.name()) + ", " + uids.accepted(source.name()));
        detail("state", state(source.connector()));
        WatermarkSpec time = source.watermark();
        detail(
                "time",
                "a partition's watermark is its highest event time − " + shown(time.outOfOrderness())
                        + " − 1 ms; the source's is the least of those not silent for "
                        + shown(time.idleAfter()) + goesOn(time));
        Duration drift = AlignedSources.maxDrift(pipeline);
        if (drift != null) {
            detail(
                    "align",
                    "a partition more than " + shown(drift)
                            + " ahead of the slowest of all sources waits; idle ones and those at their end are left out");
        }
        detail(
                "output",
                "each accepted event at once; to " + source.name()
                        + ".rejected what cannot be decoded, lacks a field or has the wrong type, is over "
                        + shown.apply(String.valueOf(source.maxBytes())) + " bytes" + refusedTimes(time));
    }

    private String goesOn(WatermarkSpec time) {
        return time.quietAfter() == null
                ? ""
                : "; when the source is silent for " + shown(time.quietAfter())
                        + " it goes on with the wall clock until its last window is closed";
    }

    private String refusedTimes(WatermarkSpec time) {
        return (time.notBefore() == null ? "" : ", is dated before " + shown.apply(String.valueOf(time.notBefore())))
                + (time.futureLimit() == null ? "" : ", is dated later than now + " + shown(time.futureLimit()));
    }

    private String reads(ConnectorSpec connector) {
        if (connector instanceof ConnectorSpec.Kafka kafka) {
            String topics = kafka.topicPattern() == null
                    ? "Kafka topic " + shown(kafka.topics())
                    : "Kafka topics like " + shown.apply(String.valueOf(kafka.topicPattern()));
            return "reads " + topics + " of " + servers(kafka.servers()) + ", from "
                    + shown.apply(start(kafka.start()));
        }
        if (connector instanceof ConnectorSpec.Files files) {
            return "reads the lines of " + shown.apply(files.path())
                    + (files.follow() ? " and keeps watching" : ", then ends");
        }
        if (connector instanceof ConnectorSpec.Generate generate) {
            return "generates " + (generate.count() == null ? "" : shown.apply(String.valueOf(generate.count())) + " ")
                    + lower(generate.scenario())
                    + ", " + shown.apply(String.valueOf(generate.rate())) + " a second, seed "
                    + shown.apply(String.valueOf(generate.seed()));
        }
        return "reads a stream of the embedding program";
    }

    private static String start(ConnectorSpec.Start start) {
        return start.timestamp() == null
                ? lower(start.kind())
                : start.timestamp().toString();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String state(ConnectorSpec connector) {
        if (connector instanceof ConnectorSpec.Kafka) {
            return "the offset of each partition";
        }
        return connector instanceof ConnectorSpec.Files ? "file and position in it" : "the number of the next event";
    }

    private String servers(@Nullable String own) {
        KafkaSpec defaults = pipeline.kafka();
        return shown.apply(own != null ? own : String.valueOf(defaults.servers()));
    }

    private void window(WindowSpec window) {
        stage(
                "window",
                window.name(),
                assigner(window.assigner()) + " over " + shown.apply(window.from()) + ", "
                        + (window.key().isEmpty() ? "one global group" : "by " + shown(window.key())));
        detail("uids", uids.windowInput(window.name()) + ", " + uids.window(window.name()));
        detail("state", state(window.assigner()));
        String lateness = shown(window.allowedLateness());
        if (window.emit() == WindowSpec.Emit.FINAL) {
            detail("output", "one row when the watermark reaches window_end − 1 ms + " + lateness);
        } else if (window.allowedLateness().isZero()) {
            detail("output", "one row when the watermark reaches window_end − 1 ms");
        } else {
            detail(
                    "output",
                    "a row when the watermark reaches window_end − 1 ms, and a revised one for each late event until "
                            + lateness + " after");
        }
        if (window.early() != null) {
            detail(
                    "early",
                    "a row each " + shown(window.early())
                            + " of event time from window_start on, if there are new events");
        }
        detail("late", "events whose windows have closed go to " + window.name() + ".late");
    }

    private static String state(WindowSpec.Assigner assigner) {
        if (assigner instanceof WindowSpec.Session session) {
            return session.max() == null
                    ? "an accumulator a key and open session, a timer a key"
                    : "an accumulator a key and distinct time of an event in an open session, a timer a key";
        }
        return "an accumulator a key and slice that holds events of an open window, a timer a key";
    }

    private String assigner(WindowSpec.Assigner assigner) {
        if (assigner instanceof WindowSpec.Hopping hopping) {
            return "hopping " + shown(hopping.size()) + " every " + shown(hopping.every()) + offset(hopping.offset());
        }
        if (assigner instanceof WindowSpec.Cumulative cumulative) {
            return "cumulative " + shown(cumulative.size()) + " every " + shown(cumulative.every());
        }
        if (assigner instanceof WindowSpec.Session session) {
            return "session with gap " + shown(session.gap())
                    + (session.max() == null ? "" : ", cut at " + shown(session.max()));
        }
        WindowSpec.Tumbling tumbling = (WindowSpec.Tumbling) assigner;
        return "tumbling " + shown(tumbling.size()) + offset(tumbling.offset());
    }

    private String offset(Duration offset) {
        return offset.isZero() ? "" : " + " + shown(offset);
    }

    private void alert(AlertSpec alert) {
        WindowSpec window = pipeline.windows().get(alert.from());
        List<String> key = alert.key() == null ? window == null ? List.of() : window.key() : alert.key();
        stage(
                "alert",
                alert.name(),
                AlertMeanings.form(alert.form()) + " over " + shown.apply(alert.from()) + ", "
                        + (key.isEmpty() ? "one global key" : "by " + shown(key)));
        List<String> all = new ArrayList<>();
        if (window != null) {
            all.add(uids.rows(alert.name()));
        }
        if (alert.form() instanceof AlertSpec.BurnRate) {
            all.add(uids.windowInput(alert.name()));
        }
        all.add(uids.alert(alert.name()));
        if (alert.cooldown() != null) {
            all.add(uids.cooldown(alert.name()));
        }
        detail("uids", String.join(", ", all));
        form(alert, window);
        if (alert.cooldown() != null) {
            detail(
                    "cooldown",
                    "for " + shown(alert.cooldown())
                            + " of event time after an alert of a key further ones are counted," + " not sent");
        }
        detail("late", "events behind time have no effect and go to " + alert.name() + ".late");
    }

    private void form(AlertSpec alert, @Nullable WindowSpec window) {
        if (alert.form() instanceof AlertSpec.Threshold threshold) {
            detail("state", "a count a key that meets the condition, and the last row of one that fires");
            detail(
                    "output",
                    "firing when " + lasting(threshold.duration()) + " met the condition, resolved when "
                            + (threshold.clear() == null ? "one does not" : "one is clear") + stale(threshold, window));
        } else if (alert.form() instanceof AlertSpec.Absence absence) {
            detail(
                    "state",
                    "the last event of a key and a timer, until it has been silent for "
                            + shown(absence.forgetAfter()));
            detail(
                    "output",
                    "firing when the watermark reaches a key's last event + " + shown(absence.absentFor())
                            + ", resolved when it reaches the next one");
        } else if (alert.form() instanceof AlertSpec.Pattern pattern) {
            detail(
                    "state",
                    "the searches of a key that go on and their events, for less than " + shown(pattern.within())
                            + ", and a timer");
            detail(
                    "output",
                    "matched when the watermark reaches a match's last event"
                            + (pattern.steps().get(pattern.steps().size() - 1).not()
                                    ? ", here its first + " + shown(pattern.within())
                                    : ""));
        } else if (alert.form() instanceof AlertSpec.BurnRate burn) {
            burnRate(burn);
        }
    }

    private void burnRate(AlertSpec.BurnRate burn) {
        detail(
                "state",
                "fewer than 200 counts of good and of all events a key, and a timer, until " + shown(burn.period())
                        + " after its last event");
        detail(
                "output",
                "at the end of each " + shown(WorkbookLadder.step(burn.period()))
                        + " firing for a pair of windows both of which burn the budget so fast, resolved when the short one"
                        + " no longer does");
        for (AlertSpec.BurnWindow pair : BurnRatePlanner.windows(burn)) {
            detail(
                    "pair",
                    shown(pair.longWindow()) + " and " + shown(pair.shortWindow()) + " at "
                            + shown.apply(String.valueOf(pair.burn())) + " ×"
                            + (pair.severity() == null ? "" : ", " + shown.apply(pair.severity())));
        }
    }

    private String lasting(AlertSpec.For duration) {
        return duration instanceof AlertSpec.Results results
                ? shown.apply(String.valueOf(results.count())) + " results in a row"
                : "results of " + shown(((AlertSpec.Lasting) duration).duration()) + " in a row";
    }

    private String stale(AlertSpec.Threshold threshold, @Nullable WindowSpec window) {
        if (threshold.staleAfter() != null) {
            return ", or none comes for " + shown(threshold.staleAfter());
        }
        return window == null || Schemas.step(window) == null ? "" : ", or none comes for three steps of the window";
    }

    private void sink(SinkSpec sink) {
        String from = shown(sink.from());
        stage("sink", sink.name(), "writes " + from + " to " + target(sink.target()));
        List<String> all = new ArrayList<>();
        sink.from().forEach(node -> all.add(uids.encode(sink.name(), shown.apply(node))));
        all.add(uids.sink(sink.name()));
        detail("uids", String.join(", ", all));
        detail("output", delivery(sink.target()));
    }

    private String target(SinkSpec.Target target) {
        if (target instanceof SinkSpec.Kafka kafka) {
            return "Kafka topic " + shown.apply(kafka.topic()) + " of " + servers(kafka.servers());
        }
        return target instanceof SinkSpec.Files files ? "files in " + shown.apply(files.path()) : "standard output";
    }

    private static String delivery(SinkSpec.Target target) {
        if (target instanceof SinkSpec.Kafka kafka) {
            return kafka.delivery() == SinkSpec.Delivery.EXACTLY_ONCE
                    ? "exactly once: seen by read_committed readers at the next checkpoint"
                    : "at least once, at once";
        }
        return target instanceof SinkSpec.Files
                ? "exactly once: parts are finished at checkpoints"
                : "at once; repeated after a failure";
    }
}
