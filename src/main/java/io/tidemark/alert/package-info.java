/** From events and results to alerts. */
@NullMarked
package io.tidemark.alert;

import org.jspecify.annotations.NullMarked;
