/** Sources and sinks: Kafka, files, generator, print. The only place that imports Kafka. */
@NullMarked
package io.tidemark.connector;

import org.jspecify.annotations.NullMarked;
