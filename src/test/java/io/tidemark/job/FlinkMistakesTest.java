package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.tidemark.yaml.Environment;
import io.tidemark.yaml.PipelineReader;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.executiongraph.failover.RestartBackoffTimeStrategyFactoryLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes under {@code flink:}, and the one line that each gets, with Flink as it is. */
class FlinkMistakesTest {
    private static final String HEAD = """
            name: p
            sources: { r: { generate: requests } }
            sinks: { w: { from: r, print: {} } }
            """;

    private static List<String> problems(String flink) {
        return new PipelineReader(new Environment(Map.of(), false), PipelineChecks.validator())
                .read("f", HEAD + flink).problems().stream()
                        .map(problem -> problem.toString().substring("f:".length()))
                        .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "execution.checkpointing.aligned-checkpoint-timeout | soon | a duration such as 30s",
                "execution.checkpointing.min-pause | abc | a duration such as 30s",
                "execution.checkpointing.min-pause | PT-5S | a duration such as 30s",
                "execution.checkpointing.mode | twice | EXACTLY_ONCE, AT_LEAST_ONCE",
                "execution.checkpointing.mode | exactly-once | EXACTLY_ONCE, AT_LEAST_ONCE; did you mean EXACTLY_ONCE?",
                "execution.checkpointing.max-concurrent-checkpoints | -3 | the maximum number of concurrent attempts must be at least one",
                "execution.checkpointing.max-concurrent-checkpoints | 1.5 | a whole number",
                "execution.checkpointing.max-concurrent-checkpoints | 2 | 1, as long as checkpoints are unaligned; or execution.checkpointing.unaligned.enabled: false",
                "execution.checkpointing.interval | 5ms | checkpoint interval must be larger than or equal to 10 ms",
                "execution.checkpointing.interval-during-backlog | 5s | checkpoint interval during backlog must be larger than or equal to that in normal situation",
                "execution.checkpointing.dir | checkpoints | the scheme (hdfs://, file://, etc) is null. Please specify the file system scheme explicitly in the URI",
                "execution.checkpointing.num-retained | 0 | 1 or more",
                "pipeline.object-reuse | 3 | true or false",
                "pipeline.max-parallelism | 0 | the maximum parallelism must be greater than 0",
                "pipeline.max-parallelism | 40000 | maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 40000",
                "state.backend.type | foo | rocksdb, hashmap, forst, or the name of a class",
                "state.backend.type | rocksbd | rocksdb, hashmap, forst, or the name of a class; did you mean rocksdb?",
                "state.backend | foo | rocksdb, hashmap, forst, or the name of a class",
                "restart-strategy.type | always | disable, fixed-delay, failure-rate, exponential-delay",
                "restart-strategy.fixed-delay.attempts | -1 | maximum number of restart attempts must be at least 0",
                "restart-strategy.exponential-delay.jitter-factor | 3 | jitter factor must be >= 0 and <= 1",
                "state.backend.rocksdb.memory.write-buffer-ratio | 2.5 | more than 0 and less than 1",
                "state.backend.rocksdb.block.cache-size | big | a size such as 64 mb",
                "state.backend.rocksdb.predefined-options | SSD | DEFAULT, SPINNING_DISK_OPTIMIZED, SPINNING_DISK_OPTIMIZED_HIGH_MEM, FLASH_SSD_OPTIMIZED",
                "state.backend.rocksdb.localdir | data | relative paths are not supported",
                "tidemark.pre-aggregation | sometimes | true or false",
                "tidemark.window-heap | much | a size such as 64 mb",
            })
    void wrongValueIsAnErrorAtTheValueThatSaysWhatIsAllowed(String option, String value, String allowed) {
        assertThat(problems("flink:\n  " + option + ": " + value + "\n"))
                .containsExactly("5:" + (option.length() + 5) + ": flink." + option + ": is " + value + "; " + allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "execution.checkpointng.interval | there is no option execution.checkpointng.interval; did you mean execution.checkpointing.interval?",
                "tidemark.pre-agregation | there is no option tidemark.pre-agregation; did you mean tidemark.pre-aggregation?",
                "tidemark.cache | there is no option tidemark.cache; behind tidemark. stands pre-aggregation, window-heap",
                "restart-strategy.fixed-delay.number | there is no option restart-strategy.fixed-delay.number; behind restart-strategy.fixed-delay. stands attempts, delay",
                "checkpointing.interval | checkpointing.interval is no option of a Flink job; did you mean execution.checkpointing.interval?; one that begins with execution, pipeline, state, restart-strategy, metrics, tidemark",
                "tidmark.cache | tidmark.cache is no option of a Flink job; did you mean tidemark?; one that begins with execution, pipeline, state, restart-strategy, metrics, tidemark",
                "traces.reporters | only a cluster can take traces.reporters; set it in the cluster's config.yaml",
            })
    void wrongNameIsAnErrorAtTheName(String option, String message) {
        assertThat(problems("flink:\n  " + option + ": 5s\n")).containsExactly("5:3: flink." + option + ": " + message);
    }

    @Test
    void allMistakesAreSaidAtOnceHoweverTheyAreSpelled() {
        assertThat(problems("""
                        parallelism: 8
                        flink:
                          execution:
                            checkpointing: { mode: twice, minpause: 5s, unaligned: false, unaligned.enabled: true }
                          pipeline: { max-parallelism: 4 }
                        """))
                .containsExactly(
                        "7:28: flink.execution.checkpointing.mode: is twice; EXACTLY_ONCE, AT_LEAST_ONCE",
                        "7:35: flink.execution.checkpointing.minpause: there is no option"
                                + " execution.checkpointing.minpause; did you mean execution.checkpointing.min-pause?",
                        "7:67: flink.execution.checkpointing.unaligned.enabled: is the same option as"
                                + " execution.checkpointing.unaligned; once, as execution.checkpointing.unaligned.enabled",
                        "8:32: flink.pipeline.max-parallelism: is 4; at least the parallelism, 8");
    }

    @ParameterizedTest
    @CsvSource({
        "restart-strategy.fixed-delay.attempts: 3, fixed-delay",
        "'restart-strategy.fixed-delay.attempts: 3, restart-strategy.type: failure-rate', fixed-delay",
        "'restart-strategy: { type: none, failure-rate.delay: 1s }', failure-rate",
        "restart-strategy.exponential-delay.max-backoff: 1m, exponential-delay",
    })
    void restartStrategyThatIsNotChosenIsAWarning(String options, String strategy) {
        assertThat(problems("flink: { " + options + " }\n"))
                .singleElement(STRING)
                .endsWith(": warning: has no effect unless restart-strategy.type is " + strategy + "; set that too");
    }

    @ParameterizedTest
    @ValueSource(strings = {"restart-strategy.type: Fixed-Delay", "restart-strategy: fixeddelay"})
    void restartStrategyThatIsChosenReadsItsOptions(String chosen) {
        assertThat(problems("flink: { " + chosen + ", restart-strategy.fixed-delay.attempts: 3 }\n"))
                .isEmpty();
    }

    @Test
    void restartStrategyThatIsMisspelledIsOneError() {
        assertThat(problems("flink: { restart-strategy.type: fixd-delay, restart-strategy.fixed-delay.attempts: 3 }\n"))
                .singleElement(STRING)
                .contains("did you mean fixed-delay?");
    }

    @Test
    void flinkPassesOverTheOptionsOfARestartStrategyThatIsNotChosen() {
        Configuration job = new Configuration();
        job.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, 3);
        assertThat(restarts(job)).doesNotContain("BeforeResetBackoff=3");
        job.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        assertThat(restarts(job)).contains("BeforeResetBackoff=3");
    }

    private static String restarts(Configuration job) {
        return RestartBackoffTimeStrategyFactoryLoader.createRestartBackoffTimeStrategyFactory(
                        job, new Configuration(), true)
                .create()
                .toString();
    }

    @Test
    void whatOnlyAPlugInReadsIsLeftToIt() {
        assertThat(problems("flink: { state.backend.type: com.example.Backend, state.backend.example.size: 3 }\n"))
                .isEmpty();
        assertThat(problems("flink: { state.backend.example.size: 3 }\n")).hasSize(1);
    }

    @Test
    void misspelledNodeOfTwoLettersIsGuessed() {
        assertThat(problems("alerts: { a: { from: rr, key: service, absent-for: 5m } }\n"))
                .contains("4:22: alerts.a.from: there is no node rr; did you mean r?; r");
    }
}
