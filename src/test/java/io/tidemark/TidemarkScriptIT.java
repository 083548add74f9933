package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code scripts/tidemark} builds and what it starts, with a Maven and a Java that only say that they were called. */
final class TidemarkScriptIT {
    private static final List<String> TOOLS = List.of(
            "bash",
            "cat",
            "cksum",
            "dirname",
            "find",
            "flock",
            "head",
            "mkdir",
            "readlink",
            "rm",
            "sed",
            "sha256sum",
            "sort",
            "xargs");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path project = Path.of("");
    private Path bin = Path.of("");
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void copyOfTheScriptsInAFolderWithBlanks() throws IOException {
        folder = folder.toRealPath();
        project = Files.createDirectories(folder.resolve("a project"));
        bin = Files.createDirectory(folder.resolve("bin"));
        for (String name : List.of("tidemark", "build.sh")) {
            Path copy = Files.createDirectories(project.resolve("scripts")).resolve(name);
            Files.copy(Path.of("scripts", name), copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.createDirectories(project.resolve("src/main/java"));
        Files.createDirectories(project.resolve("flink-conf/pipelines"));
        for (String source : List.of("pom.xml", "LICENSE", "src/main/java/A.java", "src/main/java/B.java")) {
            Files.writeString(project.resolve(source), source);
        }
        for (String tool : TOOLS) {
            for (String place : List.of("/usr/bin", "/bin")) {
                if (Files.exists(Path.of(place, tool)) && !Files.exists(bin.resolve(tool))) {
                    Files.createSymbolicLink(bin.resolve(tool), Path.of(place, tool));
                }
            }
        }
        program("javac", "");
        program(
                "mvn",
                "echo noise; echo built >>\"$BUILDS\"; mkdir -p target/lib; echo jar >target/tidemark.jar; exit ${MVN:-0}");
        program(
                "java",
                "[ \"$1\" = -version ] && { echo \"openjdk version \\\"${JAVA:-17.0.9}\\\" 2023\" >&2; exit; }\n"
                        + "pwd; printf '<%s>\\n' \"$@\"");
        environment.putAll(Map.of("PATH", bin.toString(), "JAVA_HOME", "", "BUILDS", folder + "/builds"));
    }

    @Test
    void buildsOnceAndPassesArgumentsOnAsTheyAre() throws IOException {
        RunningProcess.Outcome first = run("validate", "my pipeline.yaml", "");
        RunningProcess.Outcome second = run("validate", "my pipeline.yaml", "");

        assertThat(first.exitCode()).as(first::text).isZero();
        assertThat(first.out().lines().findFirst()).contains(folder.toString());
        assertThat(first.out()).endsWith("<io.tidemark.cli.Main>\n<validate>\n<my pipeline.yaml>\n<>\n");
        assertThat(first.out()).contains("<" + project + "/target/tidemark.jar:" + project + "/target/lib/*>");
        assertThat(first.err()).contains("building", "noise");
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(second.err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void buildsAgainWhenASourceHasChangedOrGone() throws IOException {
        run("x");
        Files.writeString(project.resolve("src/main/java/A.java"), "changed");
        run("x");
        Files.delete(project.resolve("src/main/java/B.java"));
        run("x");
        run("x");

        assertThat(builds()).isEqualTo(3);
    }

    @Test
    void sourcesWithOtherTimesAreTheSameSources() throws IOException {
        run("x");
        Instant later = Instant.parse("2099-01-01T00:00:00Z");
        Files.setLastModifiedTime(project.resolve("src/main/java/A.java"), FileTime.from(later));
        run("x");

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void jarThatTheScriptDidNotFinishIsBuiltAgain() throws IOException {
        run("x");
        Path jar = project.resolve("target/tidemark.jar");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2099-01-01T00:00:00Z")));
        run("x");

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void worksThroughLinks() throws IOException {
        Path first = Files.createSymbolicLink(folder.resolve("first link"), project.resolve("scripts/tidemark"));
        Path second = Files.createSymbolicLink(bin.resolve("tm"), Path.of("../first link"));

        RunningProcess.Outcome outcome = run(second, List.of("x"));

        assertThat(first).exists();
        assertThat(outcome.out()).as(outcome::text).contains(project + "/target/tidemark.jar");
    }

    @Test
    void flagsOfTheUserComeAfterOurs() throws IOException {
        environment.put("TIDEMARK_JAVA_OPTS", "-Xmx3g  -Da=*");

        String out = run("replay").out();

        assertThat(out).contains("<-Xmx3g>\n<-Da=*>\n<-cp>");
        assertThat(out.indexOf("<-Xmx512m>")).isBetween(0, out.indexOf("<-Xmx3g>"));
    }

    @Test
    void whatIsMissingIsSaidInOneLine() throws IOException {
        environment.put("JAVA", "11.0.2");
        assertOneLine(run("x"), "java is version 11; a JDK, version 17 or newer, is needed");
        environment.remove("JAVA");
        Files.delete(bin.resolve("mvn"));
        assertOneLine(run("x"), "mvn is missing; install Maven 3.8 or newer");
        Files.delete(bin.resolve("javac"));
        assertOneLine(run("x"), "javac is missing; a JDK is needed to build, not only a runtime");
        Files.delete(bin.resolve("java"));
        assertOneLine(run("x"), "java is missing; install a JDK, version 17 or newer, or set JAVA_HOME");
    }

    @Test
    void brokenBuildStartsNothingAndIsTriedAgain() throws IOException {
        environment.put("MVN", "1");
        RunningProcess.Outcome outcome = run("x");
        run("x");

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).endsWith("tidemark: the build failed; the reason stands above\n");
        assertThat(builds()).isEqualTo(2);
    }

    private RunningProcess.Outcome run(String... args) throws IOException {
        return run(project.resolve("scripts/tidemark"), List.of(args));
    }

    private RunningProcess.Outcome run(Path script, List<String> args) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(args);
        Path logs = Files.createDirectories(folder.resolve("logs"));
        try (RunningProcess process = RunningProcess.start("script", logs, folder, environment, command)) {
            return process.await(Duration.ofSeconds(60));
        }
    }

    private long builds() throws IOException {
        return Files.readAllLines(folder.resolve("builds")).size();
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!" + bin.resolve("bash") + "\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void assertOneLine(RunningProcess.Outcome outcome, String text) {
        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEqualTo("tidemark: " + text + "\n");
    }
}
