package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Processes;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the fat jar, and that it works with nothing but Flink beside it. */
final class FatJarIT {
    private static final long MEGABYTE = 1 << 20;

    /** The only classes of Flink in the jar: its connectors are not part of Flink's distribution. */
    private static final List<String> CONNECTORS = List.of(
            "org/apache/flink/connector/base/",
            "org/apache/flink/connector/kafka/",
            "org/apache/flink/streaming/connectors/kafka/",
            "org/apache/flink/streaming/util/serialization/JSONKeyValue");

    /** Flink loads these from its own class path first, or every job on a cluster shares them. */
    private static final List<String> NOT_INSIDE = List.of(
            "org/apache/calcite/",
            "com/google/common/",
            "com/google/thirdparty/",
            "org/apache/commons/",
            "org/slf4j/",
            "org/apache/logging/",
            "org/apache/log4j/",
            "org/rocksdb/",
            "kafka/",
            "scala/",
            "org/yaml/",
            "com/yahoo/",
            "org/json/");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void holdsNoClassOfFlinksCore() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.startsWith("org/apache/flink/") && name.endsWith(".class"))
                .isNotEmpty()
                .allMatch(name -> CONNECTORS.stream().anyMatch(name::startsWith));
    }

    @Test
    void holdsLibrariesThatOthersUseOnlyRelocated() throws IOException {
        List<String> entries = entries();

        assertThat(entries)
                .filteredOn(name -> name.endsWith(".class"))
                .noneMatch(name -> NOT_INSIDE.stream().anyMatch(name::startsWith));
        assertThat(entries).contains("io/tidemark/shaded/calcite/sql/parser/SqlParser.class");
    }

    @Test
    void holdsNoSignaturesAndNoModules() throws IOException {
        assertThat(entries()).noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|DSA|RSA)|.*module-info\\.class"));
    }

    @Test
    void holdsNothingTwice() throws IOException {
        assertThat(entries()).doesNotHaveDuplicates();
    }

    @Test
    void holdsLicenceAndNotice() throws IOException {
        try (JarFile jar = new JarFile(Processes.JAR.toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("LICENSE")));
            assertThat(text(jar, "META-INF/NOTICE")).contains("Apache Flink", "Apache Calcite", "Jackson");
        }
    }

    @Test
    void startsWithTidemarkAndOpensThePackagesFlinkNeeds() throws IOException {
        try (JarFile jar = new JarFile(Processes.JAR.toFile())) {
            Manifest manifest = jar.getManifest();
            assertThat(manifest.getMainAttributes().getValue("Main-Class")).isEqualTo("io.tidemark.Tidemark");
            assertThat(manifest.getMainAttributes().getValue("Add-Opens")).contains("java.base/java.util");
        }
    }

    @Test
    void isOfReasonableSize() throws IOException {
        long size = Files.size(Processes.JAR);

        System.out.println("target/tidemark.jar: " + size / MEGABYTE + " MB");
        assertThat(size).isBetween(20 * MEGABYTE, 45 * MEGABYTE);
    }

    @Test
    void checksExpressionsWithNothingButFlinkBesideIt() throws IOException {
        Path pipeline = folder.resolve("pipeline.yaml");
        Files.writeString(pipeline, Files.readString(Path.of("flink-conf/pipelines/request-latency.yaml")));

        RunningProcess.Outcome good =
                Processes.tidemark(Duration.ofSeconds(60), folder, "validate", pipeline.toString());
        Files.writeString(
                pipeline, Files.readString(pipeline).replace("avg(latency_ms)", "avg(service) + nosuchfield"));
        RunningProcess.Outcome bad =
                Processes.tidemark(Duration.ofSeconds(60), folder, "validate", pipeline.toString());

        assertThat(good.exitCode()).as(good::text).isZero();
        assertThat(good.out()).isEqualTo(pipeline + ": ok\n");
        assertThat(bad.exitCode()).as(bad::text).isEqualTo(2);
        assertThat(bad.err()).contains("windows.latency.aggregates.avg_latency").doesNotContain("\tat ");
    }

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(Processes.JAR.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .toList();
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        JarEntry entry = jar.getJarEntry(name);
        assertThat(entry).as(name).isNotNull();
        return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
}
