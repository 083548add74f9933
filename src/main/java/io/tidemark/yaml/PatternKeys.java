package io.tidemark.yaml;

import io.tidemark.spec.AlertSpec.AfterMatch;
import io.tidemark.spec.AlertSpec.Contiguity;
import io.tidemark.spec.AlertSpec.Skip;
import io.tidemark.spec.AlertSpec.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a pattern's steps. */
final class PatternKeys {
    /**
     * How often.
     *
     * @param min at least
     * @param max at most, or null for no limit
     */
    private record Times(long min, @Nullable Long max) {}

    private static final Key<Long> MIN =
            Key.of("min", Types.LONG, "How often at least.").required("a whole number");
    private static final Key<Long> MAX =
            Key.of("max", Types.LONG, "How often at most; without it as often as they come.");
    private static final Section<Times> TIMES_RANGE = Section.titled("alerts.NAME.pattern[].times")
            .keys(MIN, MAX)
            .make(values -> new Times(values.get(MIN, 1L), values.find(MAX)));

    private static final Map<String, String> CONTIGUITY_WORDS = Map.of(
            "next", "use strict",
            "followed-by", "use relaxed",
            "followed-by-any", "use any",
            "consecutive", "use strict",
            "allow-combinations", "use any");
    private static final Key<String> NAME = Key.of(
                    "name", Types.TEXT, "Names the step in conditions, messages and evidence.")
            .required("a name")
            .words("step", "variable", "id");
    private static final Key<String> WHERE = Key.of(
                    "where",
                    Types.EXPRESSION,
                    "The condition an event must meet; `STEP.field` is the last event of an earlier step. Without it any event does.")
            .words("when", "condition", "if", "define", "filter");
    private static final Key<Times> TIMES = Key.of("times", new TimesType(), "How often: `3`, or `{ min, max }`.")
            .or(new Times(1, 1L))
            .words("count", "repetitions", "quantifier", "one-or-more", "occurs");
    private static final Key<Boolean> OPTIONAL = Key.of("optional", Types.BOOLEAN, "Whether the step may be missing.")
            .or(false);
    private static final Key<Boolean> GREEDY = Key.of(
                    "greedy", Types.BOOLEAN, "Whether it takes as many events as it can.")
            .or(false);
    private static final Key<Boolean> NOT = Key.of(
                    "not", Types.BOOLEAN, "No such event may come here; as the last step: until `within` has passed.")
            .or(false)
            .words("absent", "negated", "without");
    private static final Key<Contiguity> NEXT = Key.of(
                    "next",
                    Types.oneOf(Contiguity.class, CONTIGUITY_WORDS),
                    "How it follows the step before: `strict`, no other event of the key between (the default), `relaxed`, others"
                            + " are skipped, `any`, also those that would do.")
            .words("contiguity", "follows", "followed-by");
    private static final Key<Contiguity> REPEAT = Key.of(
                    "repeat",
                    Types.oneOf(Contiguity.class, CONTIGUITY_WORDS),
                    "How its repetitions follow each other; without it as `next`.")
            .words("consecutive", "allow-combinations");

    /** A step. */
    static final Section<Step> STEP = Section.titled("alerts.NAME.pattern[]")
            .keys(NAME, WHERE, TIMES, OPTIONAL, GREEDY, NOT, NEXT, REPEAT)
            .hint("within", "within belongs to the alert, beside pattern")
            .hint("after-match", "after-match belongs to the alert, beside pattern")
            .make(PatternKeys::step);

    private PatternKeys() {}

    private static Step step(Values values) {
        Times times = values.get(TIMES);
        return new Step(
                values.get(NAME, "unknown"),
                values.find(WHERE),
                times.min(),
                times.max(),
                values.get(OPTIONAL),
                values.get(GREEDY),
                values.get(NOT),
                values.find(NEXT),
                values.find(REPEAT));
    }

    /** A number, or its bounds. */
    private static final class TimesType implements ValueType<Times> {
        @Override
        public String word() {
            return "whole number or mapping";
        }

        @Override
        public @Nullable Times read(YamlValue value) {
            if (value.isMapping()) {
                return TIMES_RANGE.read(value);
            }
            Long count = Types.LONG.read(value);
            return count == null ? null : new Times(count, count);
        }

        @Override
        public String format(Times times) {
            return Long.toString(times.min());
        }

        @Override
        public List<Section<?>> sections() {
            return List.of(TIMES_RANGE);
        }
    }

    /** A word, or a word and the step that it needs. */
    static final class AfterMatchType implements ValueType<AfterMatch> {
        private static final List<Skip> TO_STEP = List.of(Skip.SKIP_TO_FIRST, Skip.SKIP_TO_LAST);

        @Override
        public String word() {
            List<String> words = new ArrayList<>();
            for (Skip skip : Skip.values()) {
                words.add(TO_STEP.contains(skip) ? "{ " + Types.word(skip) + ": STEP }" : Types.word(skip));
            }
            return String.join(" \\| ", words);
        }

        private String allowed() {
            return word().replace(" \\| ", ", ");
        }

        @Override
        public @Nullable AfterMatch read(YamlValue value) {
            return value.isMapping() ? toStep(value) : word(value);
        }

        private @Nullable AfterMatch word(YamlValue value) {
            Scalar scalar = value.isScalar() ? value.scalar() : null;
            for (Skip skip : Skip.values()) {
                if (scalar != null && scalar.text().equals(Types.word(skip)) && !TO_STEP.contains(skip)) {
                    return new AfterMatch(skip, null);
                }
            }
            if (!value.isScalar() || scalar != null) {
                value.error(
                        (scalar == null ? value.kind() : "\"" + scalar.text() + "\" is not known") + "; " + allowed());
            }
            return null;
        }

        private @Nullable AfterMatch toStep(YamlValue value) {
            List<YamlValue> entries = value.entries();
            for (Skip skip : TO_STEP) {
                if (entries.size() == 1 && entries.get(0).name().equals(Types.word(skip))) {
                    String step = Types.TEXT.read(entries.get(0));
                    return step == null ? null : new AfterMatch(skip, step);
                }
            }
            if (entries.size() == 1) {
                YamlValue entry = entries.get(0);
                entry.gapAtKey("\"" + entry.name() + "\" is not known; " + allowed());
            } else {
                value.error("is not known; " + allowed());
            }
            return null;
        }

        @Override
        public String format(AfterMatch value) {
            return Types.word(value.skip());
        }
    }
}
