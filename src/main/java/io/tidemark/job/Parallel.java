package io.tidemark.job;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Keeps an operator on its input's subtasks, so that it is chained and the order of records is kept. */
final class Parallel {
    private Parallel() {}

    /** Gives {@code operator} the parallelism of {@code input}. */
    static <T> SingleOutputStreamOperator<T> alike(SingleOutputStreamOperator<T> operator, DataStream<?> input) {
        return input.getParallelism() > 0 ? operator.setParallelism(input.getParallelism()) : operator;
    }
}
