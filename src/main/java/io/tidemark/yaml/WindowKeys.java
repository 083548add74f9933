package io.tidemark.yaml;

import io.tidemark.spec.Names;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Assigner;
import io.tidemark.spec.WindowSpec.Cumulative;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.spec.WindowSpec.Session;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The keys of a window. */
final class WindowKeys {
    private static final Key<Duration> SIZE =
            Key.of("size", Types.DURATION, "The length of a window.").required("a duration");
    private static final Key<Duration> OFFSET = Key.of(
                    "offset",
                    Types.DURATION,
                    "Shifts the borders from the epoch's multiples, either way, by less than the size.")
            .or(Duration.ZERO);
    private static final Section<Assigner> TUMBLING = Section.titled("windows.NAME.tumbling")
            .keys(SIZE, OFFSET)
            .shortForm(SIZE)
            .hint("slide", "slide: use every, as in hopping: { size, every }")
            .hint("every", "every belongs to hopping: { size, every }")
            .hint("advance", "advance: use every, as in hopping: { size, every }")
            .make(values -> new Tumbling(values.get(SIZE, Duration.ofMinutes(1)), values.get(OFFSET)));

    private static final Key<Duration> EVERY = Key.of(
                    "every", Types.DURATION, "How far apart windows begin; at most the size.")
            .required("a duration")
            .words("slide", "advance", "advance-by", "hop", "step");
    private static final Section<Assigner> HOPPING = Section.titled("windows.NAME.hopping")
            .keys(SIZE, EVERY, OFFSET)
            .make(values -> new Hopping(
                    values.get(SIZE, Duration.ofMinutes(1)),
                    values.get(EVERY, Duration.ofMinutes(1)),
                    values.get(OFFSET)));
    private static final Key<Duration> STEP = Key.of(
                    "every", Types.DURATION, "How far apart windows end; the size is a multiple of it.")
            .required("a duration")
            .words("step", "slide", "advance");
    private static final Section<Assigner> CUMULATIVE = Section.titled("windows.NAME.cumulative")
            .keys(SIZE, STEP)
            .make(values ->
                    new Cumulative(values.get(SIZE, Duration.ofMinutes(1)), values.get(STEP, Duration.ofMinutes(1))));
    private static final Key<Duration> GAP = Key.of(
                    "gap", Types.DURATION, "Events of a key at most so far apart are together.")
            .required("a duration")
            .words("inactivity", "timeout", "inactivity-gap", "session-gap");
    private static final Key<Duration> MAX = Key.of(
                    "max",
                    Types.DURATION,
                    "An event that is `max` or more after a session's first begins a new one; the row of one that was cut so ends"
                            + " `max` after its first event and has `truncated: true`.")
            .words("max-duration", "max-length", "max-size", "limit", "timeout-max", "max-session");
    private static final Section<Assigner> SESSION = Section.titled("windows.NAME.session")
            .keys(GAP, MAX)
            .shortForm(GAP)
            .make(values -> new Session(values.get(GAP, Duration.ofMinutes(1)), values.find(MAX)));

    private static final Key<String> FROM = Key.of("from", Types.TEXT, "The source it reads.")
            .required("a source")
            .words("input", "source", "stream", "table", "inputs");
    private static final Key<List<String>> KEY = Key.of(
                    "key",
                    new ListType<>(Types.TEXT),
                    "The fields that make a group; `[]` is one global group, a null a group of its own.")
            .required("a list of fields, [] for one global group")
            .words("group-by", "groupby", "key-by", "keys", "by", "partition-by", "dimensions", "group");
    private static final Key<Assigner> TUMBLING_KEY = Key.of(
                    "tumbling",
                    TUMBLING,
                    "Windows `[start, end)` of equal size that do not overlap, aligned to the epoch.")
            .words("tumble", "window", "size", "tumbling-window", "window-size", "range", "interval");
    private static final Key<Assigner> HOPPING_KEY = Key.of(
                    "hopping", HOPPING, "Windows of equal size, one of which begins each `every`.")
            .words("hop", "hopping-window");
    private static final Key<Assigner> CUMULATIVE_KEY = Key.of(
                    "cumulative",
                    CUMULATIVE,
                    "Windows that begin at each multiple of `size` and end `every`, 2 · `every`, … after.")
            .words("cumulate");
    private static final Key<Assigner> SESSION_KEY = Key.of(
                    "session",
                    SESSION,
                    "Windows from a key's first event to `gap` after its last; events at most `gap` apart are together.")
            .words("session-window");
    private static final Key<Duration> EARLY = Key.of(
                    "early",
                    Types.DURATION,
                    "Also a row at each boundary `window_start` + k · `early`, over the events before it, if there are new ones;"
                            + " not for sessions and cumulative windows.")
            .words("early-firing", "trigger-every");
    private static final Key<String> WHERE = Key.of(
                    "where", Types.EXPRESSION, "Which events count; others have no effect.")
            .words("filter", "condition", "when", "if");
    private static final Key<Map<String, String>> AGGREGATES = Key.of(
                    "aggregates",
                    new MapType<>("mapping of names to SQL expressions", Names::fieldProblem, Types.EXPRESSION),
                    "A name to an SQL expression over aggregate functions, each with an optional `FILTER (WHERE …)`; `stddev` and"
                            + " `variance` are those of a sample, `stddev_pop` and `variance_pop` of the population.")
            .required("a mapping of names to SQL expressions")
            .words("select", "aggregations", "metrics", "measures", "aggregate", "compute", "agg");
    private static final Key<Duration> ALLOWED_LATENESS = Key.of(
                    "allowed-lateness",
                    Types.DURATION,
                    "How long a window that has fired stays open for late events; `0s` or more.")
            .or(Duration.ZERO)
            .words("grace", "grace-period", "lateness", "late", "max-lateness", "retention");
    private static final Key<Emit> EMIT = Key.of(
                    "emit",
                    Types.oneOf(
                            Emit.class,
                            Map.of(
                                    "changes", "use on-time",
                                    "emit-changes", "use on-time",
                                    "on-window-close", "use final",
                                    "suppress", "use final",
                                    "on-close", "use final")),
                    "`on-time`: a row at the window's end and one more for each late event; `final`: one row when it closes.")
            .or(Emit.ON_TIME)
            .words("suppress", "emit-strategy", "output-mode", "trigger");
    private static final Key<Double> ACCURACY = Key.of(
                    "accuracy", Types.NUMBER, "Relative error of a percentile's ranks, 0.001 to 0.1.")
            .or(WindowSpec.DEFAULT_ACCURACY)
            .words("precision", "error", "relative-accuracy", "compression");

    /** A window. */
    static final Section<WindowSpec> WINDOW = Section.titled("windows.NAME")
            .keys(
                    FROM,
                    KEY,
                    TUMBLING_KEY,
                    HOPPING_KEY,
                    CUMULATIVE_KEY,
                    SESSION_KEY,
                    WHERE,
                    AGGREGATES,
                    ALLOWED_LATENESS,
                    EMIT,
                    EARLY,
                    ACCURACY)
            .later("trailing", "calendar", "running", "having", "top")
            .exactlyOne("tumbling", "hopping", "cumulative", "session", "trailing", "calendar", "running")
            .hint(
                    "sliding",
                    "what Flink calls sliding is hopping: { size, every }; windows that end at each event are trailing:"
                            + " 5m, which is not available yet")
            .hint("slide", "slide: use every, as in hopping: { size, every }")
            .hint("every", "every belongs to hopping: { size, every }")
            .hint("advance", "advance: use every, as in hopping: { size, every }")
            .hint("step", "step: use every, as in hopping: { size, every }")
            .hint("gap", "gap belongs to session: { gap, max }")
            .hint("max", "max belongs to session: { gap, max }")
            .hint("offset", "offset belongs to tumbling: { size, offset }")
            .hint("order-by", "use top, which is not available yet")
            .hint("limit", "use top: { by, limit }, which is not available yet")
            .hint("for", "for belongs to alerts")
            .hint("expr", "expr: use where, or an entry of aggregates")
            .hint("quantile", "use p50(x) … p999(x) or percentile(x, P) in aggregates")
            .make(values -> new WindowSpec(
                    values.at().name(),
                    values.get(FROM, "unknown"),
                    values.get(KEY, List.of()),
                    assigner(values),
                    values.find(WHERE),
                    values.get(AGGREGATES, Map.of()),
                    values.get(ALLOWED_LATENESS),
                    values.get(EMIT),
                    values.find(EARLY),
                    values.get(ACCURACY)));

    private WindowKeys() {}

    private static Assigner assigner(Values values) {
        return Stream.of(TUMBLING_KEY, HOPPING_KEY, CUMULATIVE_KEY, SESSION_KEY)
                .map(values::find)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(new Tumbling(Duration.ofMinutes(1), Duration.ZERO));
    }
}
