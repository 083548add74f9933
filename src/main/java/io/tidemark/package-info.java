/** Tidemark: windowed aggregates with trustworthy percentiles over event streams, on Apache Flink. */
@NullMarked
package io.tidemark;

import org.jspecify.annotations.NullMarked;
