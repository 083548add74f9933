package io.tidemark.connector;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A real Kafka broker (KRaft, broker and controller in one) in this JVM, for the demo and for tests: on free ports of the
 * loopback interface, with data in a temporary folder that {@link #close()} deletes. Records are kept for ever, topics
 * are not created by themselves. It needs {@code kafka_2.13} on the class path, which the fat jar does not hold.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final String CLIENTS = "PLAINTEXT";
    private static final String CONTROLLERS = "CONTROLLER";
    private static final int NODE = 1;

    private final Map<String, ServerSocketChannel> sockets = new HashMap<>();
    private final Map<String, Integer> ports = new HashMap<>();
    private final Path folder;
    private final Map<String, String> settings;
    private @Nullable ControllerServer controller;
    private @Nullable BrokerServer broker;

    private EmbeddedKafka(Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.settings = Map.copyOf(settings);
    }

    /** Starts a broker; when this returns it takes requests. */
    public static EmbeddedKafka start() throws IOException {
        return start(Map.of());
    }

    /**
     * Starts a broker with some settings over those of this class.
     *
     * @param settings broker settings by their Kafka names
     */
    public static EmbeddedKafka start(Map<String, String> settings) throws IOException {
        EmbeddedKafka kafka = new EmbeddedKafka(Files.createTempDirectory("tidemark-kafka-"), settings);
        try {
            kafka.bind();
            kafka.format();
            kafka.run();
            return kafka;
        } catch (Exception e) {
            kafka.close();
            throw new IOException("the embedded Kafka broker does not start: " + e.getMessage(), e);
        }
    }

    private void format() throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true))
                .setNodeId(NODE)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName(CONTROLLERS)
                .setDirectories(List.of(folder.toString()))
                .setMetadataLogDirectory(folder.toString())
                .run();
    }

    private void run() throws Exception {
        KafkaConfig config = new KafkaConfig(config(), false);
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> formatted =
                KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(EmbeddedKafka.class), "");
        SharedServer shared = new SharedServer(
                config,
                formatted._1(),
                Time.SYSTEM,
                new Metrics(),
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                List.of(),
                // Kafka's own handlers end the process.
                (name, fatal, action) -> (message, cause) -> new IllegalStateException(message, cause),
                (listener, address, backlog, buffer) -> sockets.get(listener));
        controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), formatted._2());
        controller.startup();
        broker = new BrokerServer(shared);
        broker.startup();
    }

    private void bind() throws IOException {
        for (String listener : List.of(CLIENTS, CONTROLLERS)) {
            ServerSocketChannel socket = ServerSocketChannel.open();
            sockets.put(listener, socket);
            socket.configureBlocking(false);
            int port = ports.getOrDefault(listener, 0);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
            ports.put(listener, socket.socket().getLocalPort());
        }
    }

    private String address(String listener) {
        Integer port = ports.get(listener);
        if (port == null) {
            throw new IllegalStateException("the broker is not running");
        }
        return InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
    }

    private Map<String, String> config() {
        Map<String, String> config = new HashMap<>();
        config.put("process.roles", "broker,controller");
        config.put("node.id", Integer.toString(NODE));
        config.put("log.dirs", folder.toString());
        config.put("controller.listener.names", CONTROLLERS);
        config.put("controller.quorum.voters", NODE + "@" + address(CONTROLLERS));
        config.put("listeners", CLIENTS + "://" + address(CLIENTS) + "," + CONTROLLERS + "://" + address(CONTROLLERS));
        config.put("auto.create.topics.enable", "false");
        // Event times may be long ago, and Kafka deletes by them.
        config.put("log.retention.ms", "-1");
        config.put("log.message.timestamp.before.max.ms", Long.toString(Long.MAX_VALUE));
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            config.put(topic + ".replication.factor", "1");
            config.put(topic + ".num.partitions", "1");
        }
        config.put("transaction.state.log.min.isr", "1");
        config.put("share.coordinator.state.topic.min.isr", "1");
        config.put("group.initial.rebalance.delay.ms", "0");
        config.put("controlled.shutdown.enable", "false");
        config.put("num.network.threads", "2");
        config.put("num.io.threads", "2");
        config.put("log.cleaner.dedupe.buffer.size", "2097152");
        config.putAll(settings);
        return config;
    }

    /** Where clients connect, {@code 127.0.0.1:PORT}. */
    public String bootstrapServers() {
        return address(CLIENTS);
    }

    /** Creates a topic and waits until it is there. */
    public void createTopic(String name, int partitions) throws IOException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            // The controller has it then, the broker a moment later.
            while (!isKnown(admin, name)) {
                Thread.sleep(20);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the topic " + name + " cannot be created: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the topic " + name + " was created", e);
        }
    }

    private static boolean isKnown(Admin admin, String topic) throws ExecutionException, InterruptedException {
        try {
            return !admin.describeTopics(List.of(topic)).allTopicNames().get().isEmpty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    /** Stops the broker; its data, and the address that it will have again, are kept for {@link #resume()}. */
    public void pause() throws IOException {
        if (broker != null) {
            broker.shutdown(Duration.ofSeconds(10));
            broker.awaitShutdown();
            broker = null;
        }
        if (controller != null) {
            controller.shutdown();
            controller.awaitShutdown();
            controller = null;
        }
        for (ServerSocketChannel socket : sockets.values()) {
            socket.close();
        }
        sockets.clear();
    }

    /** Starts a paused broker again, with its data and at its address. */
    public void resume() throws IOException {
        try {
            bind();
            run();
        } catch (Exception e) {
            throw new IOException("the embedded Kafka broker does not start again: " + e.getMessage(), e);
        }
    }

    /** Stops the broker and deletes its data. */
    @Override
    public void close() throws IOException {
        pause();
        FolderRemoval.remove(folder);
    }
}
