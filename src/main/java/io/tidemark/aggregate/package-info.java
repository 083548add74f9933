/** Aggregate functions and their mergeable, versioned accumulators; they see values, never expressions. */
@NullMarked
package io.tidemark.aggregate;

import org.jspecify.annotations.NullMarked;
