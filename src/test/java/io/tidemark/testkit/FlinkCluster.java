package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A real Flink cluster on this machine: a JobManager and a TaskManager as processes of their own, started from the
 * Maven artifacts with the options of {@code flink-conf/config.yaml}. Closing ends the processes and deletes
 * everything they wrote.
 */
public final class FlinkCluster implements AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(90);
    private static final Duration COMMAND = Duration.ofSeconds(120);
    private static final Pattern JOB_ID = Pattern.compile("JobID ([0-9a-f]{32})");
    private static final Pattern SAVEPOINT = Pattern.compile("Savepoint completed. Path: (\\S+)");

    private final Path folder;
    private final Path conf;
    private final FlinkConfiguration configuration;
    private final FlinkRest rest;
    private final String classPath;
    private final List<RunningProcess> processes = new ArrayList<>();
    private @Nullable RunningProcess jobManager;
    private @Nullable RunningProcess taskManager;
    private int started;

    private FlinkCluster(Map<String, String> options) throws IOException {
        folder = Files.createTempDirectory("tidemark-cluster").toRealPath();
        for (String name : List.of("conf", "log", "tmp", "checkpoints", "savepoints")) {
            Files.createDirectory(folder.resolve(name));
        }
        conf = folder.resolve("conf");
        configuration = new FlinkConfiguration(folder, options);
        configuration.writeTo(conf.resolve("config.yaml"));
        rest = new FlinkRest(configuration.restAddress());
        // The broker of the demo stands beside the jar as well; a cluster has none.
        classPath =
                Processes.jars(name -> name.endsWith(".jar") && !name.startsWith("kafka") && !name.startsWith("scala"));
    }

    /** Starts a cluster with the shipped configuration and waits until it takes jobs. */
    public static FlinkCluster start() {
        return start(Map.of());
    }

    /** Starts a cluster with options over those of the shipped configuration and waits until it takes jobs. */
    public static FlinkCluster start(Map<String, String> options) {
        FlinkCluster cluster;
        try {
            cluster = new FlinkCluster(options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            cluster.startJobManager();
            cluster.startTaskManager();
            cluster.awaitTaskManager();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** What the web UI asks. */
    public FlinkRest rest() {
        return rest;
    }

    /** A folder that lives as long as the cluster, for inputs and outputs of jobs. */
    public Path folder() {
        return folder;
    }

    /** The addresses at which the processes show their metrics to Prometheus. */
    public List<URI> prometheus() {
        return configuration.prometheusPorts().stream()
                .map(port -> URI.create("http://127.0.0.1:" + port + "/metrics"))
                .toList();
    }

    /**
     * Runs {@code flink} with a command and its arguments to its end.
     *
     * @param environment added to the environment, for the substitutions of a pipeline file
     */
    public RunningProcess.Outcome flink(Map<String, String> environment, List<String> args) {
        Map<String, String> all = new java.util.HashMap<>(environment);
        all.put("FLINK_CONF_DIR", conf.toString());
        try (RunningProcess process =
                launch("client", "org.apache.flink.client.cli.CliFrontend", List.of(), args, all)) {
            return process.await(COMMAND);
        }
    }

    /** Submits a job with {@code flink run -d} and returns its id. */
    public String run(Map<String, String> environment, List<String> options, Path jar, List<String> args) {
        List<String> command = new ArrayList<>(List.of("run", "-d"));
        command.addAll(options);
        command.add(jar.toString());
        command.addAll(args);
        return find(JOB_ID, flink(environment, command));
    }

    /** Submits a job with {@code flink run -d} and returns its id. */
    public String run(Path jar, List<String> args) {
        return run(Map.of(), List.of(), jar, args);
    }

    /** Waits until every task of a job runs. */
    public void awaitRunning(String jobId) {
        await("job " + jobId + " runs")
                .atMost(READY)
                .pollInterval(Duration.ofMillis(200))
                .failFast(() -> {
                    String state = rest.jobState(jobId);
                    assertThat(state).as(() -> rest.failure(jobId)).isNotIn("FAILED", "CANCELED", "FINISHED");
                })
                .until(() -> rest.allTasksRun(jobId));
    }

    /** Stops a job with a savepoint and returns the savepoint's address. */
    public String stopWithSavepoint(String jobId) {
        return find(SAVEPOINT, flink(Map.of(), List.of("stop", "--type", "canonical", jobId)));
    }

    /** Cancels a job without a savepoint. */
    public void cancel(String jobId) {
        RunningProcess.Outcome outcome = flink(Map.of(), List.of("cancel", jobId));
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
    }

    /** Kills the TaskManager as a broken machine does; {@link #startTaskManager()} brings a new one. */
    public void killTaskManager() {
        kill(taskManager);
    }

    /** Kills the JobManager as a broken machine does; without high availability its jobs are gone. */
    public void killJobManager() {
        kill(jobManager);
    }

    /** Starts a TaskManager; does not wait for it. */
    public void startTaskManager() {
        taskManager = daemon(
                "taskmanager", "org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "GET_TM_RESOURCE_PARAMS");
    }

    /** Starts a JobManager; does not wait for it. */
    public void startJobManager() {
        jobManager = daemon(
                "jobmanager",
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                "GET_JM_RESOURCE_PARAMS");
    }

    /** Waits until a TaskManager has registered. */
    public void awaitTaskManager() {
        await("a TaskManager has registered; logs of the processes:\n" + logs())
                .atMost(READY)
                .pollInterval(Duration.ofMillis(200))
                .failFast("a process of the cluster has ended", () -> !alive(jobManager) || !alive(taskManager))
                .until(() -> rest.taskManagers() > 0);
    }

    /** The logs of all processes so far. */
    public String logs() {
        StringBuilder text = new StringBuilder();
        for (RunningProcess process : processes) {
            text.append(process.out()).append(process.err());
        }
        return text.toString();
    }

    /** The operating system's numbers of the processes that still run. */
    public List<Long> pids() {
        return processes.stream()
                .filter(RunningProcess::isAlive)
                .map(RunningProcess::pid)
                .toList();
    }

    @Override
    public void close() {
        processes.forEach(RunningProcess::close);
        // With it goes what killed processes leave behind, such as flink-rpc-akka*.jar.
        Processes.deleteRecursively(folder);
    }

    private RunningProcess daemon(String name, String main, String memory) {
        List<String> answer = memory(memory);
        List<String> flags = new ArrayList<>(List.of(answer.get(0).split(" ")));
        List<String> args = new ArrayList<>(List.of("--configDir", conf.toString()));
        args.addAll(List.of(answer.get(1).trim().split(" ")));
        RunningProcess process = launch(name, main, flags, args, Map.of());
        processes.add(process);
        return process;
    }

    /** What Flink's start scripts ask: the line of JVM flags and the line of options that follow from process sizes. */
    private List<String> memory(String command) {
        String main = "org.apache.flink.runtime.util.bash.BashJavaUtils";
        List<String> args = List.of(command, "--configDir", conf.toString());
        try (RunningProcess process = launch("memory", main, List.of(), args, Map.of())) {
            RunningProcess.Outcome outcome = process.await(COMMAND);
            String marker = "BASH_JAVA_UTILS_EXEC_RESULT:";
            List<String> lines = outcome.out()
                    .lines()
                    .filter(line -> line.startsWith(marker))
                    .map(line -> line.substring(marker.length()))
                    .toList();
            assertThat(lines).as(outcome::text).hasSize(2);
            return lines;
        }
    }

    private RunningProcess launch(
            String name, String main, List<String> flags, List<String> args, Map<String, String> environment) {
        String unique = name + "-" + started++;
        List<String> all = new ArrayList<>(configuration.javaFlags());
        all.addAll(flags);
        all.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
        Path log = folder.resolve("log").resolve(unique + ".log");
        all.add("-Dlog.file=" + log);
        all.add("-Dtidemark.log=" + log);
        // As in Flink's distribution, clients log to their file alone.
        String logging = name.contains("manager") ? "log4j-console.properties" : "log4j-local.properties";
        all.add("-Dlog4j.configurationFile="
                + Path.of("flink-conf", logging).toAbsolutePath().toUri());
        return RunningProcess.start(
                unique, folder.resolve("log"), folder, environment, Processes.java(all, classPath, main, args));
    }

    private static void kill(@Nullable RunningProcess process) {
        assertThat(process).isNotNull();
        process.kill();
    }

    private static boolean alive(@Nullable RunningProcess process) {
        return process != null && process.isAlive();
    }

    private static String find(Pattern pattern, RunningProcess.Outcome outcome) {
        Matcher matcher = pattern.matcher(outcome.out());
        assertThat(matcher.find()).as(() -> pattern + " in\n" + outcome.text()).isTrue();
        return matcher.group(1);
    }
}
