package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlinkOptionCatalogTest {
    private final FlinkOptionCatalog catalog = new FlinkOptionCatalog();

    /** Flink's own default for an option, written as Flink writes it, is right; so is all of Tidemark's. */
    @Test
    void everyDefaultIsTaken() throws IllegalAccessException {
        Map<String, String> problems = new LinkedHashMap<>();
        int options = 0;
        for (Class<?> declaring : new Class<?>[] {
            CheckpointingOptions.class,
            ExecutionOptions.class,
            PipelineOptions.class,
            RestartStrategyOptions.class,
            RocksDBOptions.class,
            RocksDBConfigurableOptions.class,
            RocksDBNativeMetricOptions.class
        }) {
            for (var field : declaring.getFields()) {
                ConfigOption<?> option =
                        field.getType() == ConfigOption.class ? (ConfigOption<?>) field.get(null) : null;
                // -1 says that there is none
                if (option != null && option.hasDefaultValue() && option != PipelineOptions.MAX_PARALLELISM) {
                    options++;
                    Map<String, String> written = written(option);
                    written.forEach((name, value) ->
                            catalog.problem(name, value).ifPresent(problem -> problems.put(name, problem)));
                }
            }
        }
        assertThat(problems).isEmpty();
        assertThat(options).isGreaterThan(100);
        Map<String, String> defaults = FlinkSettings.defaults().toMap();
        assertThat(defaults)
                .allSatisfy((name, value) ->
                        assertThat(catalog.problem(name, value)).isEmpty());
        assertThat(catalog.conflicts(defaults)).isEmpty();
    }

    private static <T> Map<String, String> written(ConfigOption<T> option) {
        return new Configuration().set(option, option.defaultValue()).toMap();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pipeline.global-job-parameters.team",
                "pipeline.jobvertex-parallelism-overrides.0a448493b4782967b150582570326227",
                "state.backend.forst.cache.dir",
                "state.changelog.dstl.dfs.base-path",
            })
    void whereAnythingMayFollowEveryNameIsOne(String name) {
        assertThat(catalog.presentName(name)).contains(name);
        assertThat(catalog.problem(name, "x")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "state.backend, state.backend.type",
        "execution.checkpointing.unaligned, execution.checkpointing.unaligned.enabled",
        "state.checkpoints.dir, execution.checkpointing.dir",
        "restart-strategy, restart-strategy.type",
    })
    void namesOfEarlierVersionsAreKnown(String former, String present) {
        assertThat(catalog.presentName(former)).contains(present);
        assertThat(catalog.names()).contains(present).doesNotContain(former);
    }

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.interval, 1 min",
        "execution.checkpointing.interval, 30000",
        "execution.checkpointing.timeout, PT5M",
        "execution.checkpointing.mode, at_least_once",
        "execution.checkpointing.dir, s3://bucket/checkpoints",
        "execution.checkpointing.dir, hdfs:///checkpoints",
        "execution.checkpointing.interval-during-backlog, 0",
        "execution.job-listeners, com.example.OnTheClusterOnly",
        "pipeline.object-reuse, TRUE",
        "state.backend.type, HashMap",
        "state.backend.type, com.example.OnTheClusterOnly",
        "state.backend.rocksdb.options-factory, com.example.OnTheClusterOnly",
        "restart-strategy.type, none",
        "tidemark.window-heap, 0",
    })
    void whatFlinkTakesIsRight(String name, String value) {
        assertThat(catalog.problem(name, value)).isEmpty();
        assertThat(catalog.conflicts(Map.of(name, value))).isEmpty();
    }

    @Test
    void conflictIsThatOfTheOptionThatCouldGo() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("restart-strategy.type", "exponential-delay");
        options.put("restart-strategy.exponential-delay.initial-backoff", "5m");
        options.put("execution.checkpointing.max-concurrent-checkpoints", "2");
        options.put("execution.checkpointing.interval-during-backlog", "5s");

        assertThat(catalog.conflicts(options))
                .containsOnlyKeys(
                        "restart-strategy.exponential-delay.initial-backoff",
                        "execution.checkpointing.max-concurrent-checkpoints",
                        "execution.checkpointing.interval-during-backlog");

        options.put("restart-strategy.exponential-delay.max-backoff", "6m");
        options.put("execution.checkpointing.unaligned", "false");
        options.put("execution.checkpointing.interval", "5s");
        assertThat(catalog.conflicts(options)).isEmpty();
    }

    @Test
    void longValuesAreCutToOneLine() {
        Optional<String> problem = catalog.problem("pipeline.object-reuse", "a\nb " + "x".repeat(100));

        assertThat(problem).contains("is a b " + "x".repeat(76) + "…; true or false");
    }
}
