package io.tidemark.spec;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a source's records come from. */
public sealed interface ConnectorSpec {
    /**
     * Kafka topics.
     *
     * @param servers bootstrap servers, or null for the pipeline's
     * @param topics topic names; empty if a pattern is given
     * @param topicPattern a regular expression that whole topic names match, or null
     * @param group consumer group, or null for {@code NAME.SOURCE}
     * @param start where to begin when there is no state
     * @param properties client properties, passed on unchanged
     */
    record Kafka(
            @Nullable String servers,
            List<String> topics,
            @Nullable String topicPattern,
            @Nullable String group,
            Start start,
            Map<String, String> properties)
            implements ConnectorSpec {}

    /**
     * Files, read in order of name by one reader, as one partition; {@code .gz} too.
     *
     * @param path a file, a folder or a glob
     * @param follow whether to keep watching for more
     */
    record Files(String path, boolean follow) implements ConnectorSpec {}

    /**
     * Generated events, deterministic for a seed.
     *
     * @param scenario which events
     * @param rate events per second, of event time and (in {@code run}) of wall clock
     * @param count how many, or null for no end
     * @param seed of the pseudo-random sequence
     * @param keys how many different keys
     */
    record Generate(
            Scenario scenario, double rate, @Nullable Long count, long seed, int keys) implements ConnectorSpec {}

    /** A stream of the Java program that the processor is embedded in; no pipeline file can name it. */
    record Embedded() implements ConnectorSpec {}

    /** What {@link Generate} generates. */
    enum Scenario {
        /** HTTP requests: service, endpoint, latency and status. */
        REQUESTS,
        /** Logins: user, address, and whether they succeeded; now and then a user is attacked. */
        LOGINS
    }

    /**
     * Where to begin without state.
     *
     * @param kind how
     * @param timestamp the time to begin at, for {@link StartKind#TIMESTAMP}, else null
     */
    record Start(StartKind kind, @Nullable Instant timestamp) {
        /** From the earliest record, the default. */
        public static final Start EARLIEST = new Start(StartKind.EARLIEST, null);
    }

    /** How a Kafka source begins without state. */
    enum StartKind {
        EARLIEST,
        LATEST,
        COMMITTED,
        TIMESTAMP
    }
}
