package io.tidemark.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the Flink options of a pipeline: a job may set those of jobs. */
final class FlinkChecks {
    private static final String CHECKPOINT_INTERVAL = "execution.checkpointing.interval";
    private static final Duration DEFAULT_CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

    /** What a job can set begins with one of these. */
    private static final List<String> JOB =
            List.of("execution.", "pipeline.", "state.", "restart-strategy.", "metrics.latency.");

    /** Within {@link #JOB}, what is read by the cluster or its client all the same. */
    private static final List<String> CLUSTER_INSIDE_JOB = List.of(
            "execution.target",
            "execution.attached",
            "execution.shutdown-on-",
            "execution.submit-failed-job-on-application-error",
            "pipeline.jars",
            "pipeline.classpaths",
            "execution.checkpointing.local-backup",
            "execution.state-recovery.from-local",
            "state.backend.local-recovery",
            "state.backend.rocksdb.memory.fixed-per-tm");

    /** What only a cluster can set begins with one of these. */
    private static final List<String> CLUSTER = List.of(
            "akka.",
            "blob.",
            "classloader.",
            "client.",
            "cluster.",
            "containerized.",
            "daemon.",
            "env.",
            "external-resource",
            "fs.",
            "heartbeat.",
            "high-availability",
            "historyserver.",
            "io.",
            "jobmanager.",
            "jobstore.",
            "kubernetes.",
            "local.",
            "metrics.",
            "minicluster.",
            "net.",
            "pekko.",
            "plugin.",
            "process.",
            "queryable-state.",
            "resourcemanager.",
            "rest.",
            "rpc.",
            "s3.",
            "security.",
            "slotmanager.",
            "taskmanager.",
            "task.",
            "user.",
            "web.",
            "yarn.",
            "zookeeper.");

    /** What a key of the file stands for. */
    private static final Map<String, String> OWN = Map.of(
            "parallelism.default", "parallelism has a key of its own; use parallelism",
            "pipeline.name", "the job has the pipeline's name; use name");

    /** Tidemark's own options, see the README under "Speed". */
    private static final List<OwnOption> TIDEMARK = List.of(
            new OwnOption("tidemark.pre-aggregation", "(?i)true|false", "true or false is allowed"),
            new OwnOption(
                    "tidemark.window-heap",
                    "(?i)[0-9]{1,12} ?(b|bytes|k|kb|kibibytes|m|mb|mebibytes|g|gb|gibibytes)?",
                    "a size is allowed, such as 64 mb"));

    private record OwnOption(String name, String pattern, String allowed) {}

    private FlinkChecks() {}

    static void check(PipelineSpec spec, Findings findings) {
        spec.flink().forEach((option, value) -> {
            String path = "flink." + option;
            String instead = OWN.get(option);
            if (instead != null) {
                findings.nameError(path, instead);
            } else if (begins(option, CLUSTER_INSIDE_JOB) || (begins(option, CLUSTER) && !begins(option, JOB))) {
                findings.nameError(path, "only a cluster can take " + option + "; set it in the cluster's config.yaml");
            } else if (own(option).isPresent()) {
                own(option)
                        .filter(own -> !value.matches(own.pattern()))
                        .ifPresent(own -> findings.error(path, "is " + value + "; " + own.allowed()));
            } else if (!begins(option, JOB)) {
                findings.nameError(
                        path,
                        option + " is no option of a Flink job" + NearMiss.question(firstWord(option), words())
                                + "; one that begins with " + String.join(", ", words()));
            }
            if (option.equals(CHECKPOINT_INTERVAL)) {
                checkInterval(path, value, findings);
            }
            if (option.equals("execution.runtime-mode") && !value.equalsIgnoreCase("STREAMING")) {
                findings.error(path, "is " + value + "; Tidemark's jobs are streaming only");
            }
        });
    }

    private static Optional<OwnOption> own(String option) {
        return TIDEMARK.stream().filter(own -> own.name().equals(option)).findFirst();
    }

    /** How often the job takes a checkpoint; Tidemark's default if the option is missing or no duration. */
    static Duration checkpointInterval(PipelineSpec spec) {
        String text = spec.flink().get(CHECKPOINT_INTERVAL);
        if (text == null) {
            return DEFAULT_CHECKPOINT_INTERVAL;
        }
        try {
            return interval(text);
        } catch (IllegalArgumentException e) {
            return DEFAULT_CHECKPOINT_INTERVAL;
        }
    }

    private static void checkInterval(String path, String value, Findings findings) {
        try {
            Duration interval = interval(value);
            if (interval.compareTo(Duration.ofMillis(10)) < 0) {
                findings.error(path, "is " + Durations.format(interval) + "; 10ms or more");
            }
        } catch (IllegalArgumentException e) {
            findings.error(path, String.valueOf(e.getMessage()));
        }
    }

    /** Flink takes a number without a unit for milliseconds. */
    private static Duration interval(String text) {
        return Durations.parse(text.strip().matches("[0-9]+") ? text.strip() + "ms" : text);
    }

    private static boolean begins(String option, List<String> prefixes) {
        return prefixes.stream().anyMatch(option::startsWith);
    }

    private static String firstWord(String option) {
        return option.replaceAll("\\..*", "");
    }

    private static List<String> words() {
        return JOB.stream().map(FlinkChecks::firstWord).distinct().toList();
    }
}
