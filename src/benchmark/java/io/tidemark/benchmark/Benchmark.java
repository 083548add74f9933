package io.tidemark.benchmark;

import io.tidemark.benchmark.Workload.Variant;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases, each variant in a fresh process, one after the other, and prints what they took and which goals are met.
 *
 * <p>Arguments: divisor of the number of requests, parallelism, then the names of cases.
 */
final class Benchmark {
    /** Both hold RocksDB's classes, of two versions; each process has the one that is its own. */
    private static final String ROCKSDB_OF_KAFKA_STREAMS = File.separator + "rocksdbjni-";

    private static final String ROCKSDB_OF_FLINK = File.separator + "frocksdbjni-";
    /** Flink SQL brings its own of these as well, and takes others that it finds. */
    private static final List<String> JANINO =
            List.of(File.separator + "janino-", File.separator + "commons-compiler-");

    private static final List<String> JVM = List.of(
            "-Xms2g",
            "-Xmx2g",
            "-XX:+UseParallelGC",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED");

    /** The case from Kafka to Kafka. */
    private static final String KAFKA = "kafka";

    /** The case of how long checkpoints take. */
    private static final String CHECKPOINTS = "checkpoints";

    /** As a stock TaskManager has it: many keys on the heap, and pauses that are part of what is measured. */
    private static final List<String> JVM_OF_CHECKPOINTS =
            List.of("-Xms3g", "-Xmx3g", "-XX:-UseParallelGC", "-XX:+UseG1GC");

    private static final Map<String, String> KAFKA_TITLES =
            Map.of("tidemark", "Tidemark", "datastream", "DataStream window().aggregate()", "streams", "Kafka Streams");

    private final String divisor;
    private final String parallelism;
    private final int rounds;
    private final Map<String, Map<Variant, Measured>> measured = new LinkedHashMap<>();
    private final Map<String, KafkaCase.Figures> kafkaFigures = new LinkedHashMap<>();

    private Benchmark(String divisor, String parallelism, int rounds) {
        this.divisor = divisor;
        this.parallelism = parallelism;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws Exception {
        Benchmark benchmark = new Benchmark(args[0], args[1], Integer.parseInt(args[2]));
        System.out.printf(
                Locale.ROOT,
                "%d processors, Java %s, parallelism %s, RocksDB, a checkpoint every 2 s, requests: 1/%s of the whole, the median of %s%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.version"),
                args[1],
                args[0],
                args[2].equals("1") ? "one round" : args[2] + " rounds");
        try {
            for (String name : Arrays.asList(args).subList(3, args.length)) {
                if (name.equals(KAFKA)) {
                    benchmark.kafka();
                } else if (name.equals(CHECKPOINTS)) {
                    checkpoints();
                } else {
                    benchmark.run(Workload.named(name));
                }
            }
        } catch (DifferingException | IllegalStateException e) {
            System.err.println("benchmark: " + e.getMessage());
            System.exit(1);
        }
        benchmark.goals();
    }

    /** Two variants gave other rows, or one gave none. */
    private static final class DifferingException extends Exception {
        private static final long serialVersionUID = 1;

        DifferingException(String message) {
            super(message);
        }
    }

    private void run(Workload workload) throws IOException, InterruptedException, DifferingException {
        System.out.printf("%n## %s: %s%n%n", workload.name(), workload.title());
        System.out.println("| variant | events | events/s | CPU µs/event | CPU, times Tidemark's | rows checked |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        Map<Variant, List<Measured>> runs = new EnumMap<>(Variant.class);
        for (int round = 0; round < rounds; round++) {
            for (Variant variant : order(workload.variants())) {
                Measured one = run(workload, variant);
                progress(workload.name(), round, variant.title(), one.perSecond(), one.cpuUs());
                runs.computeIfAbsent(variant, ignored -> new ArrayList<>()).add(one);
            }
        }
        Map<Variant, Measured> figures = new EnumMap<>(Variant.class);
        measured.put(workload.name(), figures);
        runs.forEach((variant, all) -> figures.put(variant, Measured.median(all)));
        for (Variant variant : order(workload.variants())) {
            System.out.println(
                    line(variant, Objects.requireNonNull(figures.get(variant)), figures.get(Variant.TIDEMARK)));
        }
        check(Objects.requireNonNull(runs.get(Variant.TIDEMARK)), runs.get(Variant.DATASTREAM));
    }

    private static void progress(String name, int round, String variant, double perSecond, double cpuUs) {
        System.err.printf(
                Locale.ROOT,
                "benchmark: %s, round %d, %s: %.0f events/s, %.2f µs%n",
                name,
                round + 1,
                variant,
                perSecond,
                cpuUs);
    }

    /** Tidemark first, as the others are compared with it. */
    private static List<Variant> order(List<Variant> variants) {
        return Stream.concat(
                        Stream.of(Variant.TIDEMARK), variants.stream().filter(variant -> variant != Variant.TIDEMARK))
                .toList();
    }

    private static String line(Variant variant, Measured one, @Nullable Measured tidemark) {
        double times = tidemark == null ? 1 : one.cpuUs() / tidemark.cpuUs();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.0f | %.2f | %.2f | %d |",
                variant.title(),
                one.events(),
                one.perSecond(),
                one.cpuUs(),
                times,
                one.rows());
    }

    private static void check(List<Measured> tidemark, @Nullable List<Measured> other) throws DifferingException {
        for (Measured one : Stream.concat(
                        tidemark.stream(), Stream.ofNullable(other).flatMap(List::stream))
                .toList()) {
            if (!one.hasSameRows(tidemark.get(0))) {
                throw new DifferingException(
                        "Tidemark and the DataStream job, or two rounds, differ in rows, counts or percentiles: "
                                + tidemark.get(0) + " and " + one);
            }
        }
    }

    private void kafka() throws IOException, InterruptedException, DifferingException {
        System.out.printf("%n## kafka: Kafka to Kafka, exactly once, tumbling 1 min, 10 000 keys, 2 partitions%n%n");
        System.out.println(
                "Latency: from a window's end (5 s windows, 10 000 events/s, 1 s of disorder waited for) to a"
                        + " read_committed reader; a commit each second.\n");
        System.out.println("| variant | events/s | CPU µs/event | CPU, times Tidemark's | rows | p50 | p99 |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|");
        KafkaCase kafka = new KafkaCase(Integer.parseInt(divisor));
        Map<String, List<KafkaCase.Figures>> runs = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String variant : KafkaCase.VARIANTS) {
                KafkaCase.Figures one = kafka.run(variant, this::startKafka);
                progress(KAFKA, round, kafkaTitle(variant), one.perSecond(), one.cpuUs());
                runs.computeIfAbsent(variant, ignored -> new ArrayList<>()).add(one);
            }
        }
        runs.forEach((variant, all) -> kafkaFigures.put(variant, KafkaCase.Figures.median(all)));
        KafkaCase.Figures tidemark = Objects.requireNonNull(kafkaFigures.get("tidemark"));
        for (String variant : KafkaCase.VARIANTS) {
            KafkaCase.Figures figures = Objects.requireNonNull(kafkaFigures.get(variant));
            System.out.println(figures.line(kafkaTitle(variant), figures.cpuUs() / tidemark.cpuUs()));
            for (KafkaCase.Figures one : runs.getOrDefault(variant, List.of())) {
                if (one.rows() != tidemark.rows() || one.counted() != tidemark.counted()) {
                    throw new DifferingException(
                            "from Kafka to Kafka, Tidemark and " + variant + " differ: " + tidemark + " and " + one);
                }
            }
        }
    }

    private static String kafkaTitle(String variant) {
        return KAFKA_TITLES.getOrDefault(variant, variant);
    }

    private static void checkpoints() throws IOException, InterruptedException, DifferingException {
        Path folder = Files.createTempDirectory("tidemark-benchmark-");
        try {
            List<String> command = java(folder, classPath(false));
            command.addAll(1 + JVM.size(), JVM_OF_CHECKPOINTS);
            command.addAll(List.of(CheckpointTimes.class.getName(), folder.toString()));
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new DifferingException("checkpoints: no figures came out");
            }
        } finally {
            remove(folder);
        }
    }

    private Process startKafka(List<String> arguments, Path folder) throws IOException {
        boolean streams = arguments.get(0).equals("streams");
        List<String> command = java(folder, classPath(streams));
        command.add(KafkaRun.class.getName());
        command.addAll(arguments);
        command.add(folder.toString());
        return new ProcessBuilder(command).inheritIO().start();
    }

    private Measured run(Workload workload, Variant variant)
            throws IOException, InterruptedException, DifferingException {
        Path folder = Files.createTempDirectory("tidemark-benchmark-");
        try {
            Process process = new ProcessBuilder(command(workload, variant, folder))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Measured figures = null;
            try (BufferedReader out = process.inputReader()) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    if (Measured.isLine(line)) {
                        figures = Measured.parse(line);
                    }
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
            if (figures == null) {
                throw new DifferingException(workload.name() + ", " + variant.word() + ": no figures came out");
            }
            return figures;
        } finally {
            remove(folder);
        }
    }

    private List<String> command(Workload workload, Variant variant, Path folder) {
        List<String> command = java(folder, classPath(false));
        command.add(JobRun.class.getName());
        command.addAll(List.of(workload.name(), variant.word(), divisor, parallelism, folder.toString()));
        return command;
    }

    private static List<String> java(Path folder, String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        String options = System.getenv("BENCHMARK_JAVA_OPTS");
        if (options != null && !options.isBlank()) {
            command.addAll(List.of(options.trim().split("\\s+")));
        }
        command.add("-Djava.io.tmpdir=" + folder);
        command.add("-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"));
        command.add("-Dtidemark.log=" + System.getProperty("tidemark.log"));
        command.addAll(List.of("-cp", classPath));
        return command;
    }

    private static String classPath(boolean kafkaStreams) {
        String notThis = kafkaStreams ? ROCKSDB_OF_FLINK : ROCKSDB_OF_KAFKA_STREAMS;
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains(notThis))
                .filter(entry -> JANINO.stream().noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    static void remove(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private void goals() {
        List<String> lines = new ArrayList<>();
        Goal.ALL.forEach(goal -> Stream.ofNullable(goal.line(measured)).forEach(lines::add));
        KafkaCase.Figures own = kafkaFigures.get("tidemark");
        kafkaFigures.forEach((variant, figures) -> {
            if (own != null && figures != own) {
                double times = figures.cpuUs() / own.cpuUs();
                lines.add(String.format(
                        Locale.ROOT,
                        "| Kafka to Kafka | CPU at most 1/3 of %s | 1/%.1f | %s |",
                        kafkaTitle(variant),
                        times,
                        times >= 3 ? "met" : "missed"));
            }
        });
        if (!lines.isEmpty()) {
            System.out.printf("%n## Goals%n%n| case | goal | reached | |%n|---|---|---:|---|%n");
            lines.forEach(System.out::println);
        }
    }
}
