package io.tidemark.benchmark;

import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import io.tidemark.sql.Compiled;
import io.tidemark.sql.Expression;
import io.tidemark.sql.SqlCompiler;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Conditions and values over an event, as filters and arguments evaluate them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExpressionBenchmark {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("service", FieldType.STRING, false),
            new Field("latency_ms", FieldType.DOUBLE, false),
            new Field("status", FieldType.LONG, false)));
    private static final int EVENTS = 1024;

    private final Expression condition =
            compiled(SqlCompiler.condition("status >= 500 OR latency_ms > 1000.0 AND service = 'checkout'", SCHEMA));
    private final Expression value = compiled(SqlCompiler.scalar("round(latency_ms * status / 1000, 2)", SCHEMA));
    private final Event[] events = events();
    private int next;

    private static Expression compiled(Compiled<Expression> compiled) {
        return Objects.requireNonNull(compiled.value());
    }

    private static Event[] events() {
        SplittableRandom random = new SplittableRandom(1);
        Event[] events = new Event[EVENTS];
        for (int i = 0; i < EVENTS; i++) {
            @Nullable
            Object[] values = {
                random.nextBoolean() ? "checkout" : "search", random.nextDouble() * 2000, 200L + random.nextInt(400)
            };
            events[i] = new Event(values, i, null, null);
        }
        return events;
    }

    @Benchmark
    public boolean condition() {
        return condition.test(events[next++ & (EVENTS - 1)]);
    }

    @Benchmark
    public @Nullable Object value() {
        return value.evaluate(events[next++ & (EVENTS - 1)]);
    }
}
