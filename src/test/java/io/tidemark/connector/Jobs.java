package io.tidemark.connector;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink jobs in this JVM, for tests. */
final class Jobs {
    /** How often a {@link FailsOnce} of this JVM has failed. */
    static final AtomicInteger FAILURES = new AtomicInteger();

    private Jobs() {}

    /** An environment with frequent checkpoints, three restarts and no generic types. */
    static StreamExecutionEnvironment environment(int parallelism) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        return StreamExecutionEnvironment.getExecutionEnvironment(configuration).setParallelism(parallelism);
    }

    /** Passes records on; fails at the first record after the second checkpoint, once in a JVM and {@link #FAILURES}. */
    static final class FailsOnce<T> extends RichMapFunction<T, T> implements CheckpointListener {
        private static final long serialVersionUID = 1;

        private int completed;

        @Override
        public T map(T value) {
            if (completed >= 2 && FAILURES.compareAndSet(0, 1)) {
                throw new IllegalStateException("induced");
            }
            return value;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            completed++;
        }
    }
}
