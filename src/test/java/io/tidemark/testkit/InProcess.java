package io.tidemark.testkit;

import io.tidemark.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs a command of Tidemark in this JVM, faster than a process of its own, and catches what it writes. */
public final class InProcess {
    private InProcess() {}

    /** Runs a command to its end. */
    public static synchronized RunningProcess.Outcome tidemark(String... args) {
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int exitCode = Main.run(args);
            return new RunningProcess.Outcome(
                    exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }
}
