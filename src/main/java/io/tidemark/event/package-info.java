/** The values that travel between operators, their schema and their serializers. */
@NullMarked
package io.tidemark.event;

import org.jspecify.annotations.NullMarked;
