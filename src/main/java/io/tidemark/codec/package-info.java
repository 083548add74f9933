/** Bytes to event and result to bytes; a bad record is a value, not an exception. */
@NullMarked
package io.tidemark.codec;

import org.jspecify.annotations.NullMarked;
