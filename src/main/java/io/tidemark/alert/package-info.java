/** From events to alerts: thresholds, patterns, absence, burn rates. */
@NullMarked
package io.tidemark.alert;

import org.jspecify.annotations.NullMarked;
