/** Whole jobs side by side on the same generated requests: Tidemark, Flink's own APIs and Kafka Streams. */
@NullMarked
package io.tidemark.benchmark;

import org.jspecify.annotations.NullMarked;
