package io.tidemark.connector;

import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.Durations;
import io.tidemark.spec.NearMiss;
import io.tidemark.spec.Problem;
import io.tidemark.spec.SinkSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** The questions to one cluster; see {@link KafkaPreflight}. */
final class ClusterPreflight {
    private final Admin admin;
    private final Properties properties;
    private final KafkaPreflight.Uses uses;
    private final long deadlineNanos;
    private final List<Problem> problems = new ArrayList<>();

    private ClusterPreflight(Admin admin, Properties properties, KafkaPreflight.Uses uses, long deadlineNanos) {
        this.admin = admin;
        this.properties = properties;
        this.uses = uses;
        this.deadlineNanos = deadlineNanos;
    }

    static List<Problem> check(Properties properties, Duration limit, KafkaPreflight.Uses uses) {
        long deadline = System.nanoTime() + limit.toNanos();
        Properties client = new Properties();
        client.putAll(properties);
        client.setProperty("default.api.timeout.ms", Long.toString(limit.toMillis()));
        client.setProperty("request.timeout.ms", Long.toString(Math.max(1, limit.toMillis() / 2)));
        Admin admin;
        try {
            admin = Admin.create(client);
        } catch (KafkaException e) {
            return List.of(Problem.error(
                    uses.serversPath,
                    "no Kafka client for " + servers(properties) + ": " + oneLine(rootOf(e), properties)));
        }
        try {
            ClusterPreflight preflight = new ClusterPreflight(admin, properties, uses, deadline);
            preflight.run(limit);
            return preflight.problems;
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static String servers(Properties properties) {
        return properties.getProperty("bootstrap.servers");
    }

    private void run(Duration limit) {
        Set<String> topics;
        try {
            topics = get(
                    admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
        } catch (TimeoutException | org.apache.kafka.common.errors.TimeoutException e) {
            problems.add(Problem.error(
                    uses.serversPath,
                    "no Kafka broker answers at " + servers(properties) + " (waited "
                            + Durations.format(Duration.ofSeconds(Math.max(1, Math.round(limit.toMillis() / 1000.0))))
                            + "); allowed are host:port of running brokers"));
            return;
        } catch (KafkaException e) {
            problems.add(Problem.error(
                    uses.serversPath, "Kafka at " + servers(properties) + " refuses: " + oneLine(e, properties)));
            return;
        }
        uses.sources.forEach((path, source) -> checkSource(path, source, topics));
        if (!uses.sinks.isEmpty()) {
            Config broker = brokerConfig();
            uses.sinks.forEach((name, sink) -> checkSink(name, sink, topics, broker));
        }
    }

    private void checkSource(String path, ConnectorSpec.Kafka source, Set<String> topics) {
        for (String topic : source.topics()) {
            if (!topics.contains(topic)) {
                problems.add(Problem.error(path + ".topics", missing(topic, topics)));
            }
        }
        String pattern = source.topicPattern();
        if (pattern != null
                && topics.stream().noneMatch(Pattern.compile(pattern).asMatchPredicate())) {
            problems.add(Problem.warning(
                    path + ".topic-pattern",
                    "no topic at " + servers(properties) + " matches " + pattern
                            + " yet; topics that come later are read"));
        }
    }

    private String missing(String topic, Set<String> topics) {
        String meant = NearMiss.question(topic, topics);
        return "no topic " + topic + " at " + servers(properties) + (meant.isEmpty() ? "; create it first" : meant);
    }

    private void checkSink(String name, SinkSpec.Kafka sink, Set<String> topics, @Nullable Config broker) {
        boolean exactlyOnce = sink.delivery() == SinkSpec.Delivery.EXACTLY_ONCE;
        if (!topics.contains(sink.topic())) {
            String auto = setting(broker, "auto.create.topics.enable");
            if (auto != null && !Boolean.parseBoolean(auto)) {
                problems.add(Problem.error("sinks." + name + ".kafka.topic", missing(sink.topic(), topics)));
            } else if (exactlyOnce) {
                create(name, sink.topic());
            }
        }
        String most = setting(broker, "transaction.max.timeout.ms");
        if (exactlyOnce && most != null) {
            checkTimeout(name, sink, Duration.ofMillis(Long.parseLong(most)));
        }
    }

    private void checkTimeout(String name, SinkSpec.Kafka sink, Duration allowed) {
        Duration timeout = sink.effectiveTransactionTimeout();
        if (timeout.compareTo(allowed) > 0) {
            problems.add(Problem.error(
                    "sinks." + name + ".kafka.transaction-timeout",
                    Durations.format(timeout) + " is more than the broker's transaction.max.timeout.ms; "
                            + "allowed is at most " + Durations.format(allowed)));
        }
    }

    private void create(String sink, String topic) {
        try {
            get(admin.createTopics(List.of(new NewTopic(topic, Optional.empty(), Optional.empty())))
                    .all());
        } catch (TopicExistsException e) {
            // Someone was faster.
        } catch (TimeoutException | KafkaException e) {
            problems.add(Problem.error(
                    "sinks." + sink + ".kafka.topic",
                    "the topic " + topic + " cannot be created: " + oneLine(e, properties)));
        }
    }

    /** The settings of some broker, or null if it does not tell them, as to a user with few rights. */
    private @Nullable Config brokerConfig() {
        try {
            String node = get(admin.describeCluster().nodes()).iterator().next().idString();
            ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, node);
            return get(admin.describeConfigs(List.of(broker)).all()).get(broker);
        } catch (TimeoutException | KafkaException e) {
            return null;
        }
    }

    private static @Nullable String setting(@Nullable Config config, String name) {
        ConfigEntry entry = config == null ? null : config.get(name);
        return entry == null ? null : entry.value();
    }

    private <T> T get(KafkaFuture<T> future) throws TimeoutException {
        try {
            return future.get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException kafka) {
                throw kafka;
            }
            throw new KafkaException(String.valueOf(e.getCause()), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    private static Throwable rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private static String oneLine(Throwable e, Properties properties) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return KafkaProperties.withoutSecrets(message.lines().findFirst().orElse(""), properties);
    }
}
