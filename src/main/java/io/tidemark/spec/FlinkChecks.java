package io.tidemark.spec;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Checks the Flink options of a pipeline: a job may set those of jobs. */
final class FlinkChecks {
    private static final String CHECKPOINT_INTERVAL = "execution.checkpointing.interval";
    private static final Duration DEFAULT_CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

    /** What a job can set begins with one of these. */
    private static final List<String> JOB =
            List.of("execution.", "pipeline.", "state.", "restart-strategy.", "metrics.latency.", "tidemark.");

    /** Within {@link #JOB}, what is read by the cluster or its client all the same. */
    private static final List<String> CLUSTER_INSIDE_JOB = List.of(
            "execution.target",
            "execution.attached",
            "execution.shutdown-on-",
            "execution.program-config.",
            "execution.allow-client-job-configurations",
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
            "events.",
            "external-resource",
            "fs.",
            "heartbeat.",
            "high-availability",
            "historyserver.",
            "io.",
            "jmx.",
            "job-event.",
            "job-result-store.",
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
            "shuffle-service-factory.",
            "slot.",
            "slotmanager.",
            "slow-task-detector.",
            "taskmanager.",
            "task.",
            "traces.",
            "user.",
            "web.",
            "yarn.",
            "zookeeper.");

    /** What a key of the file stands for. */
    private static final Map<String, String> OWN = Map.of(
            "parallelism.default", "parallelism has a key of its own; use parallelism",
            "pipeline.name", "the job has the pipeline's name; use name");

    /** Values of these with a dot name classes, which may read options of their own under {@code state.}. */
    private static final List<String> PLUG_INS = List.of(
            "state.backend.type",
            "state.backend",
            "state.backend.rocksdb.options-factory",
            "execution.checkpointing.storage",
            "state.checkpoint-storage",
            "state.changelog.storage");

    private static final String RESTART = "restart-strategy.";
    private static final String RESTART_TYPE = RESTART + "type";

    private final PipelineSpec spec;
    private final FlinkOptions options;
    private final Findings findings;

    FlinkChecks(PipelineSpec spec, FlinkOptions options, Findings findings) {
        this.spec = spec;
        this.options = options;
        this.findings = findings;
    }

    void check() {
        Map<String, String> seen = new HashMap<>();
        Map<String, String> right = new LinkedHashMap<>();
        spec.flink().forEach((option, value) -> {
            if (checkName(option, seen) && checkValue(option, value)) {
                right.put(option, value);
            }
        });
        options.conflicts(right).forEach((option, problem) -> findings.error(path(option), problem));
        checkRestartStrategy(right);
    }

    /** Flink reads how a strategy restarts only where it is chosen, not where it is the default. */
    private void checkRestartStrategy(Map<String, String> right) {
        String given = spec.flink().containsKey(RESTART_TYPE) ? RESTART_TYPE : "restart-strategy";
        if (spec.flink().containsKey(given) && !right.containsKey(given)) {
            return; // which one was meant cannot be told
        }
        String chosen = simplified(right.getOrDefault(given, ""));
        right.keySet().stream()
                .filter(option -> option.startsWith(RESTART) && !option.equals(RESTART_TYPE))
                .forEach(option -> {
                    String about = firstWord(option.substring(RESTART.length()));
                    if (!simplified(about).equals(chosen)) {
                        findings.warning(
                                path(option),
                                "has no effect unless " + RESTART_TYPE + " is " + about + "; set that too");
                    }
                });
    }

    /** Flink also knows {@code fixed-delay} as {@code fixeddelay}. */
    private static String simplified(String strategy) {
        return strategy.strip().toLowerCase(Locale.ROOT).replace("-", "");
    }

    /** Whether {@code option} is one that a job can take. */
    private boolean checkName(String option, Map<String, String> seen) {
        String instead = OWN.get(option);
        Optional<String> present = options.presentName(option);
        Optional<String> problem = Optional.empty();
        if (instead != null) {
            problem = Optional.of(instead);
        } else if (begins(option, CLUSTER_INSIDE_JOB) || (begins(option, CLUSTER) && !begins(option, JOB))) {
            problem = Optional.of("only a cluster can take " + option + "; set it in the cluster's config.yaml");
        } else if (present.isPresent()) {
            String other = seen.putIfAbsent(present.get(), option);
            if (other != null) {
                problem = Optional.of("is the same option as " + other + "; once, as " + present.get());
            }
        } else if (!begins(option, JOB)) {
            problem = Optional.of(option + " is no option of a Flink job" + question(option) + "; one that begins with "
                    + String.join(", ", words()));
        } else if (!(option.startsWith("state.") && hasPlugIn())) {
            String question = question(option);
            problem = Optional.of("there is no option " + option + (question.isEmpty() ? siblings(option) : question));
        }
        findings.name(path(option), problem);
        return problem.isEmpty();
    }

    private boolean checkValue(String option, String value) {
        Optional<String> problem = options.problem(option, value);
        if (option.equals("execution.runtime-mode") && !value.equalsIgnoreCase("STREAMING")) {
            problem = Optional.of("is " + value + "; Tidemark's jobs are streaming only");
        } else if (option.equals("pipeline.max-parallelism") && problem.isEmpty()) {
            Integer parallelism = spec.parallelism();
            if (parallelism != null && Integer.parseInt(value) < parallelism) {
                problem = Optional.of("is " + value + "; at least the parallelism, " + parallelism);
            }
        }
        findings.value(path(option), problem);
        return problem.isEmpty();
    }

    private boolean hasPlugIn() {
        return PLUG_INS.stream()
                .anyMatch(option -> spec.flink().getOrDefault(option, "").contains("."));
    }

    /** What was probably meant by a name that there is not. */
    private String question(String option) {
        List<String> names = options.names().stream()
                .filter(name -> begins(name, JOB) && !begins(name, CLUSTER_INSIDE_JOB) && !OWN.containsKey(name))
                .toList();
        String near = NearMiss.question(option, names);
        if (!near.isEmpty()) {
            return near;
        }
        List<String> ends =
                names.stream().filter(name -> name.endsWith("." + option)).toList();
        if (ends.size() == 1) {
            return "; did you mean " + ends.get(0) + "?";
        }
        return words().contains(firstWord(option)) ? "" : NearMiss.question(firstWord(option), words());
    }

    /** What stands in place of the first word of {@code option} that is wrong. */
    private String siblings(String option) {
        String parent = option;
        List<String> inside = List.of();
        while (inside.isEmpty() && parent.contains(".")) {
            parent = parent.substring(0, Math.max(0, parent.lastIndexOf('.')));
            String prefix = parent + ".";
            inside = options.names().stream()
                    .filter(name -> name.startsWith(prefix) && !begins(name, CLUSTER_INSIDE_JOB))
                    .map(name -> firstWord(name.substring(prefix.length())))
                    .distinct()
                    .toList();
        }
        return "; behind " + parent + ". stands " + String.join(", ", inside);
    }

    private static String path(String option) {
        return "flink." + option;
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
