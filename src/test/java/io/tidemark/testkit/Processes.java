package io.tidemark.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands of Tidemark and Java programs as processes of their own, from what {@code mvn package} has built. */
public final class Processes {
    /** The fat jar. */
    public static final Path JAR = Path.of("target/tidemark.jar").toAbsolutePath();

    /** Flink and the broker, beside the jar. */
    public static final Path LIB = Path.of("target/lib").toAbsolutePath();

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final List<String> FLAGS = List.of(
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8");

    private Processes() {}

    /**
     * Runs a command of Tidemark to its end, with the fat jar and Flink beside it, as {@code scripts/tidemark} does.
     *
     * @param folder the working directory, which also takes the output
     */
    public static RunningProcess.Outcome tidemark(Duration timeout, Path folder, String... args) {
        try (RunningProcess process = startTidemark(folder, Map.of(), args)) {
            return process.await(timeout);
        }
    }

    /** Starts a command of Tidemark; the caller closes it. */
    public static RunningProcess startTidemark(Path folder, Map<String, String> environment, String... args) {
        List<String> flags = List.of(
                "-Xmx512m",
                "-Djava.io.tmpdir=" + temporary(folder),
                "-Dlog4j2.configurationFile="
                        + Path.of("flink-conf/log4j-local.properties").toAbsolutePath(),
                "-Dtidemark.log=" + folder.resolve("tidemark.log"));
        List<String> command = java(flags, JAR + ":" + LIB + "/*", "io.tidemark.cli.Main", List.of(args));
        return RunningProcess.start("tidemark", folder, folder, environment, command);
    }

    /** Starts a command of Tidemark with the very flags that {@code scripts/tidemark} gives it; the caller closes it. */
    public static RunningProcess startScripted(Path folder, String command, String... args) {
        return startScripted(folder, List.of(), command, args);
    }

    /** As {@link #startScripted(Path, String, String...)}, with flags more, as {@code TIDEMARK_JAVA_OPTS} has them. */
    public static RunningProcess startScripted(Path folder, List<String> flags, String command, String... args) {
        List<String> line = new ArrayList<>();
        line.add(JAVA);
        line.addAll(scriptFlags(command));
        line.addAll(flags);
        line.addAll(List.of(
                "-Dlog4j2.configurationFile="
                        + Path.of("flink-conf/log4j-local.properties").toAbsolutePath(),
                "-Dtidemark.log=" + folder.resolve("tidemark.log"),
                "-cp",
                JAR + ":" + LIB + "/*",
                "io.tidemark.cli.Main",
                command));
        line.addAll(List.of(args));
        return RunningProcess.start("tidemark", folder, folder, Map.of(), line);
    }

    /** The words that begin with a dash of the script's common flags and of its case for {@code command}. */
    private static List<String> scriptFlags(String command) {
        String script;
        try {
            script = Files.readString(Path.of("scripts/tidemark"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int common = script.indexOf("flags=(");
        String own = script.lines()
                .filter(line -> line.contains("flags+=(")
                        && line.substring(0, line.indexOf(')')).contains(command))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("scripts/tidemark has no flags for " + command));
        List<String> flags = new ArrayList<>();
        String text = script.substring(common, script.indexOf("\n)", common)) + " "
                + own.substring(own.indexOf("flags+=(") + "flags+=(".length(), own.lastIndexOf(')'));
        for (String word : text.split("\\s+")) {
            if (word.startsWith("-")) {
                flags.add(word);
            }
        }
        return flags;
    }

    /** The folder that takes the place of the system's temporary one for commands started in {@code folder}. */
    public static Path temporary(Path folder) {
        try {
            return Files.createDirectories(folder.resolve("system-tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command line of a Java program that starts quickly. */
    public static List<String> java(List<String> flags, String classPath, String main, List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(JAVA);
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(args);
        return command;
    }

    /** The class path of those jars beside the fat jar whose file names a predicate accepts. */
    public static String jars(Predicate<String> fileName) {
        try (Stream<Path> files = Files.list(LIB)) {
            return files.filter(file -> fileName.test(file.getFileName().toString()))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(":"));
        } catch (IOException e) {
            throw new UncheckedIOException("run mvn package first", e);
        }
    }

    /** Ports of the loopback interface that were free a moment ago. */
    public static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            for (ServerSocket socket : sockets) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** Deletes a folder and all that is in it; what is already gone is fine. */
    public static void deleteRecursively(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
