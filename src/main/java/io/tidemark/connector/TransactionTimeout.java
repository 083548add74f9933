package io.tidemark.connector;

import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.Problem;
import io.tidemark.spec.SinkSpec;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerConfig;

/** After how long the broker aborts the open transaction of an exactly-once sink: the results in it are lost then. */
public final class TransactionTimeout {
    /** The default, which is also the most that a broker allows by default. */
    public static final Duration DEFAULT = Duration.ofMinutes(15);

    /** What a restart may take, in addition to a checkpoint interval, before it gets tight. */
    private static final Duration RESTART = Duration.ofMinutes(1);

    private TransactionTimeout() {}

    /** {@code transaction-timeout}, else the property {@code transaction.timeout.ms}, else {@link #DEFAULT}. */
    public static Duration of(SinkSpec.Kafka spec, KafkaSpec defaults) {
        if (spec.transactionTimeout() != null) {
            return spec.transactionTimeout();
        }
        String property = KafkaProperties.merged(defaults, spec.properties())
                .getProperty(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        try {
            return property == null ? DEFAULT : Duration.ofMillis(Long.parseLong(property.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    ProducerConfig.TRANSACTION_TIMEOUT_CONFIG + " is a number of milliseconds, not \"" + property
                            + "\"",
                    e);
        }
    }

    /**
     * Checks a sink's timeout against the checkpoint interval; needs no broker.
     *
     * @param sink the sink's name
     * @return an error if no transaction can last until its checkpoint, a warning if a restart could lose results
     */
    public static Optional<Problem> check(
            String sink, SinkSpec.Kafka spec, KafkaSpec defaults, Duration checkpointInterval) {
        if (spec.delivery() != SinkSpec.Delivery.EXACTLY_ONCE) {
            return Optional.empty();
        }
        String path = path(sink);
        Duration timeout;
        try {
            timeout = of(spec, defaults);
        } catch (IllegalArgumentException e) {
            return Optional.of(Problem.error("sinks." + sink + ".kafka.properties", String.valueOf(e.getMessage())));
        }
        if (timeout.compareTo(checkpointInterval) <= 0) {
            return Optional.of(Problem.error(
                    path,
                    text(timeout) + " is not longer than the checkpoint interval " + text(checkpointInterval)
                            + ", so that no transaction would last until its checkpoint; allowed is more"));
        }
        if (timeout.compareTo(checkpointInterval.plus(RESTART)) < 0) {
            return Optional.of(Problem.warning(
                    path,
                    text(timeout) + " is less than a checkpoint interval and a minute for a restart, "
                            + text(checkpointInterval.plus(RESTART))
                            + "; a restart that takes longer loses results"));
        }
        return Optional.empty();
    }

    static String path(String sink) {
        return "sinks." + sink + ".kafka.transaction-timeout";
    }

    /** A duration as a pipeline file has it, such as {@code 1m30s}. */
    static String text(Duration duration) {
        if (duration.toMillis() % 1000 != 0) {
            return duration.toMillis() + "ms";
        }
        String text = (duration.toHours() == 0 ? "" : duration.toHours() + "h")
                + (duration.toMinutesPart() == 0 ? "" : duration.toMinutesPart() + "m")
                + (duration.toSecondsPart() == 0 ? "" : duration.toSecondsPart() + "s");
        return text.isEmpty() ? "0s" : text;
    }
}
