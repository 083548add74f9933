/** Event time: watermarks per partition, idleness, the guard against implausible times. */
@NullMarked
package io.tidemark.time;

import org.jspecify.annotations.NullMarked;
