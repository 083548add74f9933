package io.tidemark.alert;

import io.tidemark.event.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The matches of a pattern by the sentences of {@link PatternPlan}, taken literally: every choice of events is tried. */
final class PatternModel {
    private final PatternPlan plan;
    private final List<Event> events;

    /** Complete matches, in the order of their first events, then as {@link #found}. */
    private final List<Candidate> candidates = new ArrayList<>();

    private PatternModel(PatternPlan plan, List<Event> events) {
        this.plan = plan;
        this.events = events;
    }

    /** An event of a match: its place among all, and that of its step. */
    private record Taken(int event, int step) implements Comparable<Taken> {
        @Override
        public int compareTo(Taken other) {
            return event != other.event ? Integer.compare(event, other.event) : Integer.compare(step, other.step);
        }
    }

    private record Candidate(List<Taken> taken) implements Comparable<Candidate> {
        int first() {
            return taken.get(0).event();
        }

        int last() {
            return taken.get(taken.size() - 1).event();
        }

        @Override
        public int compareTo(Candidate other) {
            if (first() != other.first()) {
                return Integer.compare(first(), other.first());
            }
            if (last() != other.last()) {
                return Integer.compare(last(), other.last());
            }
            for (int i = 0; i < Math.min(taken.size(), other.taken.size()); i++) {
                int order = taken.get(i).compareTo(other.taken.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(taken.size(), other.taken.size());
        }
    }

    /**
     * The matches of {@code plan}, sorted.
     *
     * @param events of one key, in the order of their times and, where these are equal, of arrival
     * @param time up to which time has passed, for what time decides
     */
    static List<Match> matches(PatternPlan plan, List<Event> events, long time) {
        PatternModel model = new PatternModel(plan, events);
        for (int first = 0; first < events.size(); first++) {
            for (int step = 0; step < plan.steps().size(); step++) {
                if (model.allOptional(0, step)
                        && !plan.steps().get(step).not()
                        && model.meets(first, step, List.of())
                        && model.noGreed(0, step, first, List.of())) {
                    model.extend(List.of(new Taken(first, step)));
                }
            }
        }
        return model.kept().stream()
                .map(model::match)
                .filter(match -> !plan.endsWithNot() || match.at() <= time)
                .toList();
    }

    /** All ways on from {@code taken}, which is what a match may begin with. */
    private void extend(List<Taken> taken) {
        Taken last = taken.get(taken.size() - 1);
        PatternStep step = plan.steps().get(last.step());
        int times = (int) taken.stream().filter(it -> it.step() == last.step()).count();
        if (times >= step.min() && ends(taken)) {
            candidates.add(new Candidate(taken));
        }
        for (int y = last.event() + 1; y < events.size() && within(taken, y); y++) {
            if (times < step.max() && mayRepeat(taken, y)) {
                extend(with(taken, new Taken(y, last.step())));
            }
            for (int next = last.step() + 1; next < plan.steps().size(); next++) {
                if (times >= step.min()
                        && !plan.steps().get(next).not()
                        && allOptional(last.step() + 1, next)
                        && mayFollow(taken, y, next)) {
                    extend(with(taken, new Taken(y, next)));
                }
            }
        }
    }

    private static List<Taken> with(List<Taken> taken, Taken more) {
        List<Taken> all = new ArrayList<>(taken);
        all.add(more);
        return all;
    }

    private boolean mayRepeat(List<Taken> taken, int y) {
        Taken last = taken.get(taken.size() - 1);
        PatternStep step = plan.steps().get(last.step());
        return meets(y, last.step(), taken)
                && contiguous(step.repeat(), taken, y, last.step())
                && noneMeets(relaxedNots(last.step()), taken, y);
    }

    private boolean mayFollow(List<Taken> taken, int y, int next) {
        int last = taken.get(taken.size() - 1).step();
        return meets(y, next, taken)
                && contiguous(plan.steps().get(next).next(), taken, y, next)
                && noGreed(last, next, y, taken)
                && noNot(taken, y);
    }

    /** Whether no event after {@code taken} up to {@code y} meets the condition of a greedy step from one to another. */
    private boolean noGreed(int from, int to, int y, List<Taken> taken) {
        List<Integer> greedy = new ArrayList<>();
        for (int step = from; step < to; step++) {
            PatternStep each = plan.steps().get(step);
            if (each.greedy() && each.min() != each.max()) {
                greedy.add(step);
            }
        }
        return noneMeets(greedy, taken, y);
    }

    /** Whether the {@code not}s behind the last step let the event at {@code y} follow as the first of another. */
    private boolean noNot(List<Taken> taken, int y) {
        Taken last = taken.get(taken.size() - 1);
        return noneMeets(relaxedNots(last.step()), taken, y)
                && (y == last.event() || noneMeets(strictNots(last.step()), taken, last.event() + 1));
    }

    /** Whether no event after the last taken one up to {@code y} meets the condition of one of {@code steps}. */
    private boolean noneMeets(List<Integer> steps, List<Taken> taken, int y) {
        int from = taken.isEmpty() ? y : taken.get(taken.size() - 1).event() + 1;
        for (int event = from; event <= y; event++) {
            for (int step : steps) {
                if (meets(event, step, taken)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean contiguous(Contiguity contiguity, List<Taken> taken, int y, int step) {
        int last = taken.get(taken.size() - 1).event();
        return switch (contiguity) {
            case STRICT -> y == last + 1;
            case RELAXED -> noneMeets(List.of(step), taken, y - 1);
            case ANY -> true;
        };
    }

    /** Whether {@code taken} is a match if nothing is added. */
    private boolean ends(List<Taken> taken) {
        int last = taken.get(taken.size() - 1).step();
        if (!plan.endsWithNot()) {
            return allOptional(last + 1, plan.steps().size());
        }
        int end = taken.get(taken.size() - 1).event();
        while (end + 1 < events.size() && within(taken, end + 1)) {
            end++;
        }
        int behind = last + 1;
        while (behind < plan.steps().size() && plan.steps().get(behind).not()) {
            behind++;
        }
        return behind == plan.steps().size() && noGreed(last, last + 1, end, taken) && noNot(taken, end);
    }

    private boolean within(List<Taken> taken, int event) {
        return events.get(event).time() - events.get(taken.get(0).event()).time() < plan.withinMs();
    }

    /** Whether a match may leave out all of the steps from {@code from} up to before {@code to}; a {@code not} counts not. */
    private boolean allOptional(int from, int to) {
        return plan.steps().subList(from, to).stream().allMatch(step -> step.optional() || step.not());
    }

    private List<Integer> relaxedNots(int step) {
        return nots(step, false);
    }

    private List<Integer> strictNots(int step) {
        return nots(step, true);
    }

    private List<Integer> nots(int step, boolean strict) {
        List<Integer> found = new ArrayList<>();
        for (int i = step + 1; i < plan.steps().size() && plan.steps().get(i).not(); i++) {
            if (strict == (plan.steps().get(i).next() == Contiguity.STRICT)) {
                found.add(i);
            }
        }
        return found;
    }

    private boolean meets(int event, int step, List<Taken> taken) {
        StepCondition where = plan.steps().get(step).where();
        return where == null || where.test(events.get(event), name -> lastOf(name, taken));
    }

    private @Nullable Event lastOf(String name, List<Taken> taken) {
        Event last = null;
        for (Taken it : taken) {
            if (plan.steps().get(it.step()).name().equals(name)) {
                last = events.get(it.event());
            }
        }
        return last;
    }

    /** The matches that none before them skips. */
    private List<Candidate> kept() {
        List<Candidate> open = new ArrayList<>(candidates.stream().sorted().toList());
        List<Candidate> kept = new ArrayList<>();
        while (!open.isEmpty()) {
            Candidate match = open.remove(0);
            kept.add(match);
            int target = target(match);
            open.removeIf(other -> other.first() < target);
        }
        return kept;
    }

    /** No match that comes after {@code match} begins before the event at this place. */
    private int target(Candidate match) {
        AfterMatch after = plan.afterMatch();
        Map<String, TreeMap<Integer, Taken>> steps = new HashMap<>();
        match.taken()
                .forEach(it -> steps.computeIfAbsent(plan.steps().get(it.step()).name(), step -> new TreeMap<>())
                        .put(it.event(), it));
        TreeMap<Integer, Taken> target = after.step() == null ? null : steps.get(after.step());
        return switch (after.kind()) {
            case NONE -> 0;
            case TO_NEXT -> match.first() + 1;
            case PAST_LAST -> match.last() + 1;
            case TO_FIRST -> target == null ? 0 : target.firstKey();
            case TO_LAST -> target == null ? 0 : target.lastKey();
        };
    }

    private Match match(Candidate candidate) {
        Map<String, List<Event>> taken = new LinkedHashMap<>();
        candidate
                .taken()
                .forEach(it -> taken.computeIfAbsent(plan.steps().get(it.step()).name(), step -> new ArrayList<>())
                        .add(events.get(it.event())));
        long since = events.get(candidate.first()).time();
        return new Match(
                taken,
                since,
                plan.endsWithNot()
                        ? since + plan.withinMs()
                        : events.get(candidate.last()).time());
    }
}
