/** Composes a specification into the Flink topology, one stage per arrow of the data's way. */
@NullMarked
package io.tidemark.job;

import org.jspecify.annotations.NullMarked;
