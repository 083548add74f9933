package io.tidemark.sql;

import io.tidemark.event.Row;
import java.time.DateTimeException;
import org.jspecify.annotations.Nullable;

/** The nodes of time arithmetic: timestamps are Longs in milliseconds since the epoch, all in UTC. */
final class TimeNodes {
    private TimeNodes() {}

    /** {@code EXTRACT(field FROM t)}. */
    record Extract(CalendarField field, Node time) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Long ms = (Long) time.eval(row);
            return ms == null ? null : (Long) field.of(ms);
        }
    }

    /** {@code FLOOR(t TO unit)} and {@code CEIL(t TO unit)}. */
    record Round(CalendarUnit unit, boolean up, Node time) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Long ms = (Long) time.eval(row);
            return ms == null ? null : (Long) inRange(() -> up ? unit.ceil(ms) : unit.floor(ms));
        }
    }

    /** {@code count} units later. */
    record Add(CalendarUnit unit, Node count, Node time) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Long n = (Long) count.eval(row);
            Long ms = (Long) time.eval(row);
            return n == null || ms == null ? null : (Long) inRange(() -> unit.add(ms, n));
        }
    }

    /** {@code TIMESTAMPDIFF(unit, start, end)}: whole units, towards zero. */
    record Difference(CalendarUnit unit, Node start, Node end) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Long a = (Long) start.eval(row);
            Long b = (Long) end.eval(row);
            return a == null || b == null ? null : (Long) inRange(() -> unit.between(a, b));
        }
    }

    private interface Computation {
        long get();
    }

    private static long inRange(Computation computation) {
        try {
            return computation.get();
        } catch (ArithmeticException | DateTimeException e) {
            throw new EvaluationException("the time does not fit a timestamp");
        }
    }
}
