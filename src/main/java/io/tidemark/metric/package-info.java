/** Names and registration of counters. */
@NullMarked
package io.tidemark.metric;

import org.jspecify.annotations.NullMarked;
