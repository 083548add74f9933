package io.tidemark.aggregate;

import io.tidemark.event.Event;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The accumulators of one window node: functions over the same input that can share an accumulator share one, so that
 * p50, p95 and p99 of a field cost one sketch, and its sum, average and count one sum. The number of events needs none.
 * Immutable.
 *
 * <p>Adding and merging commute: equal multisets of events give equal results and equal bytes in any order.
 */
public final class AggregateLayout implements Serializable {
    private static final long serialVersionUID = 1;
    /** In place of a slot: the result is the number of events. */
    private static final int NO_SLOT = -1;

    private final Slot[] slots;
    private final AggregateFunction[] functions;
    private final int[] slotOfFunction;

    private AggregateLayout(Slot[] slots, AggregateFunction[] functions, int[] slotOfFunction) {
        this.slots = slots;
        this.functions = functions;
        this.slotOfFunction = slotOfFunction;
    }

    /** A builder of a layout without functions. */
    public static Builder builder() {
        return new Builder();
    }

    /** An accumulator of no events. */
    public WindowAccumulator createAccumulator() {
        Accumulator[] accumulators = new Accumulator[slots.length];
        for (int i = 0; i < slots.length; i++) {
            accumulators[i] = slots[i].create();
        }
        return new WindowAccumulator(accumulators);
    }

    /**
     * Counts one event.
     *
     * @param inputs the event's value for each input, of the class of its type, doubles finite; null if there is none,
     *     since it is null or a filter does not take it. The input of a filtered {@code count(*)} is any value but null
     *     when it counts
     */
    public void add(WindowAccumulator accumulator, @Nullable Object[] inputs) {
        accumulator.eventCount++;
        for (int i = 0; i < slots.length; i++) {
            Object value = inputs[slots[i].input()];
            if (value != null) {
                accumulator.slot(i).add(value);
            }
        }
    }

    /** Adds all that {@code from} holds to {@code into}; {@code from} stays as it is and usable. */
    public void merge(WindowAccumulator into, WindowAccumulator from) {
        into.eventCount += from.eventCount;
        into.readTime = Math.max(into.readTime, from.readTime);
        for (int i = 0; i < slots.length; i++) {
            into.slot(i).merge(from.slot(i));
        }
    }

    /**
     * Takes all that {@code part} holds, which was merged before, away from {@code from}; {@code part} stays as it is.
     *
     * @return false if what is left cannot be told, such as the least value without the least: {@code from} is of no use
     *     any more then
     */
    public boolean subtract(WindowAccumulator from, WindowAccumulator part) {
        if (part.readTime == from.readTime && part.readTime != Event.NOT_REPLAYED) {
            return false;
        }
        from.eventCount -= part.eventCount;
        for (int i = 0; i < slots.length; i++) {
            if (!from.slot(i).subtract(part.slot(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The result of the function that was given this {@code index} by the builder.
     *
     * @return of the class of its {@link AggregateFunction#resultType()}; null if undefined, such as an average of
     *     nothing
     * @throws AggregateOverflowException if it does not fit its type
     */
    public @Nullable Object result(WindowAccumulator accumulator, int index) {
        AggregateFunction function = functions[index];
        if (slotOfFunction[index] == NO_SLOT) {
            return accumulator.eventCount;
        }
        Accumulator slot = accumulator.slot(slotOfFunction[index]);
        try {
            return slot.result(function.reading(), function.quantile());
        } catch (AggregateOverflowException e) {
            throw new AggregateOverflowException(function.name() + ": " + e.getMessage());
        }
    }

    /** The number of functions, and so of results. */
    public int size() {
        return functions.length;
    }

    /** The function whose result has this {@code index}. */
    public AggregateFunction function(int index) {
        return functions[index];
    }

    /**
     * What the accumulators' state holds, one text a slot in the slots' order: the kind, for quantiles the accuracy, and
     * what it takes. Layouts that can read each other's state give the same texts, in every version.
     *
     * @param inputs what each input is
     */
    public List<String> slots(List<String> inputs) {
        return Arrays.stream(slots)
                .map(slot -> slot.kind()
                        + (slot.kind().hasQuantiles() ? " within " + slot.accuracy() : "")
                        + " of " + inputs.get(slot.input()))
                .toList();
    }

    /** A serializer of this layout's accumulators. Equal accumulators give equal bytes. */
    public TypeSerializer<WindowAccumulator> serializer() {
        return new WindowAccumulatorSerializer(List.of(slots));
    }

    /** The type of this layout's accumulators, for Flink; its serializer is {@link #serializer()}. */
    public TypeInformation<WindowAccumulator> typeInformation() {
        return new WindowAccumulatorTypeInfo(serializer());
    }

    /** Collects the functions of a layout. */
    public static final class Builder {
        private final List<@Nullable Slot> wanted = new ArrayList<>();
        private final List<AggregateFunction> functions = new ArrayList<>();

        private Builder() {}

        /**
         * Adds a function.
         *
         * @param input the index of its input in the array that {@link AggregateLayout#add} takes
         * @return the index of its result
         */
        public int add(int input, AggregateFunction function) {
            if (input < 0) {
                throw new IllegalArgumentException("input " + input + "; it is an index from 0");
            }
            wanted.add(new Slot(input, function.kind(), function.accuracy()));
            functions.add(function);
            return functions.size() - 1;
        }

        /**
         * Adds {@code count(*)} without a filter, which takes no input.
         *
         * @return the index of its result
         */
        public int addEventCount(AggregateFunction count) {
            if (count.kind() != AccumulatorKind.COUNT) {
                throw new IllegalArgumentException(count + " is no count");
            }
            wanted.add(null);
            functions.add(count);
            return functions.size() - 1;
        }

        /** The layout of the functions added so far. */
        public AggregateLayout build() {
            List<Slot> slots = new ArrayList<>();
            for (Slot slot : wanted) {
                if (slot != null && slots.stream().noneMatch(known -> known.covers(slot))) {
                    slots.removeIf(slot::covers);
                    slots.add(slot);
                }
            }
            unite(slots);
            // The same functions in another order are the same state.
            slots.sort(Slot.ORDER);
            int[] slotOf = new int[wanted.size()];
            for (int i = 0; i < slotOf.length; i++) {
                Slot slot = wanted.get(i);
                slotOf[i] = slot == null ? NO_SLOT : firstThatCovers(slots, slot);
            }
            return new AggregateLayout(slots.toArray(Slot[]::new), functions.toArray(AggregateFunction[]::new), slotOf);
        }

        /** Moments and percentiles of one input become one accumulator: few values are then kept, and met, but once. */
        private static void unite(List<Slot> slots) {
            slots.sort(Slot.ORDER);
            for (Slot moments : List.copyOf(slots)) {
                for (Slot quantiles : List.copyOf(slots)) {
                    Slot both = moments.with(quantiles);
                    if (both != null && slots.contains(moments)) {
                        slots.removeIf(slot -> both.covers(slot));
                        slots.add(both);
                    }
                }
            }
        }

        private static int firstThatCovers(List<Slot> slots, Slot wanted) {
            for (int i = 0; i < slots.size(); i++) {
                if (slots.get(i).covers(wanted)) {
                    return i;
                }
            }
            throw new IllegalStateException("no slot for " + wanted);
        }
    }
}
