package io.tidemark.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** A process whose output goes to two files; closing kills it. It does not outlive the test's JVM. */
public final class RunningProcess implements AutoCloseable {
    /** How a process ended. */
    public record Outcome(int exitCode, String out, String err) {
        /** Standard output and standard error, for messages of assertions. */
        public String text() {
            return "exit code " + exitCode + "\n-- standard output\n" + out + "\n-- standard error\n" + err;
        }
    }

    private final String name;
    private final Process process;
    private final Path out;
    private final Path err;
    private final Thread atExit;

    private RunningProcess(String name, Process process, Path out, Path err) {
        this.name = name;
        this.process = process;
        this.out = out;
        this.err = err;
        this.atExit = new Thread(process::destroyForcibly, "kill " + name);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a process.
     *
     * @param name names the output files, in {@code logs}
     * @param logs an existing folder
     * @param folder the working directory
     * @param environment added to the environment of this JVM
     */
    public static RunningProcess start(
            String name, Path logs, Path folder, Map<String, String> environment, List<String> command) {
        Path out = logs.resolve(name + ".out");
        Path err = logs.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("FLINK_"));
        builder.environment().putAll(environment);
        try {
            return new RunningProcess(name, builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    /** The operating system's number of the process. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process has not ended yet. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the process has written to standard output so far. */
    public String out() {
        return read(out);
    }

    /** What the process has written to standard error so far. */
    public String err() {
        return read(err);
    }

    /** Waits for the end. Kills the process and fails if it takes longer. */
    public Outcome await(Duration timeout) {
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
                throw new AssertionError(name + " did not end within " + timeout + "\n"
                        + outcome().text());
            }
            return outcome();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
            throw new AssertionError("interrupted while waiting for " + name, e);
        } finally {
            forgetIfEnded();
        }
    }

    /** Waits until a condition holds; fails early if the process ends before. */
    public void awaitThat(String what, Duration timeout, BooleanSupplier condition) {
        Awaitility.await(name + ": " + what)
                .atMost(timeout)
                .pollInterval(Duration.ofMillis(100))
                .failFast(name + " has ended before: " + what, () -> !isAlive() && !condition.getAsBoolean())
                .until(condition::getAsBoolean);
    }

    /** Waits for the end and calls {@code look} every now and then before it; {@link #await} tells how it ended. */
    public void awaitEnd(Duration timeout, Runnable look) {
        Awaitility.await(name + ": end")
                .atMost(timeout)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    look.run();
                    return !isAlive();
                });
    }

    /** Sends what a service manager sends to end a process. */
    public void terminate() {
        signal("TERM");
    }

    /** Kills the process without giving it a chance (kill -9) and waits until it is gone. */
    public void kill() {
        try {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        forgetIfEnded();
    }

    @Override
    public void close() {
        if (isAlive()) {
            kill();
        }
        forgetIfEnded();
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forgetIfEnded() {
        if (!isAlive()) {
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                // This JVM is about to end; then the hook finds nothing to kill.
            }
        }
    }

    private Outcome outcome() {
        return new Outcome(isAlive() ? -1 : process.exitValue(), out(), err());
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
