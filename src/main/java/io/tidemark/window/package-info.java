/** From an event to the results of its windows. */
@NullMarked
package io.tidemark.window;

import org.jspecify.annotations.NullMarked;
