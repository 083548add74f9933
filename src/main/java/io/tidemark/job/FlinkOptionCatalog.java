package io.tidemark.job;

import io.tidemark.spec.FlinkOptions;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.cep.configuration.CEPCacheOptions;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.FallbackKey;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateLatencyTrackOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.StateSizeTrackOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.state.rocksdb.sstmerge.RocksDBManualCompactionOptions;
import org.jspecify.annotations.Nullable;

/** The options of a job as Flink's own classes declare them, and Tidemark's. Stateless. */
public final class FlinkOptionCatalog implements FlinkOptions {
    private static final List<Class<?>> DECLARED_IN = List.of(
            ExecutionOptions.class,
            BatchExecutionOptions.class,
            DeploymentOptions.class,
            CheckpointingOptions.class,
            StateRecoveryOptions.class,
            PipelineOptions.class,
            CEPCacheOptions.class,
            RestartStrategyOptions.class,
            StateBackendOptions.class,
            StateChangelogOptions.class,
            StateLatencyTrackOptions.class,
            StateSizeTrackOptions.class,
            RocksDBOptions.class,
            RocksDBConfigurableOptions.class,
            RocksDBNativeMetricOptions.class,
            RocksDBManualCompactionOptions.class,
            MetricOptions.class,
            WindowStage.class);

    /** Belong to parts of Flink that are not on the class path here, but may be on that of a cluster. */
    private static final List<String> DECLARED_ELSEWHERE = List.of("state.backend.forst.", "state.changelog.dstl.");

    /** Under their present names and those of earlier versions. */
    private static final Map<String, Declared> BY_NAME = read();

    /** @param type what its values are read as */
    private record Declared(ConfigOption<?> option, Type type) {}

    @Override
    public List<String> names() {
        return BY_NAME.values().stream()
                .map(declared -> declared.option().key())
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public Optional<String> presentName(String name) {
        Declared declared = BY_NAME.get(name);
        if (declared != null) {
            return Optional.of(declared.option().key());
        }
        return isOpen(name) ? Optional.of(name) : Optional.empty();
    }

    @Override
    public Optional<String> problem(String name, String value) {
        Declared declared = BY_NAME.get(name);
        if (declared == null) {
            return Optional.empty();
        }
        Configuration alone = new Configuration();
        alone.setString(declared.option().key(), value);
        try {
            Object read = alone.get(declared.option());
            Optional<String> problem = FlinkValues.problem(declared.option(), read);
            return (problem.isPresent() ? problem : FlinkTrial.refusal(alone))
                    .map(reason -> "is " + FlinkValues.shown(value) + "; " + reason);
        } catch (IllegalArgumentException e) { // what Flink throws for any value that it cannot read
            return Optional.of("is " + FlinkValues.shown(value) + "; " + FlinkValues.allowed(declared.type(), value));
        }
    }

    @Override
    public Map<String, String> conflicts(Map<String, String> options) {
        if (options.isEmpty()) {
            return Map.of();
        }
        Map<String, String> conflicts = new LinkedHashMap<>();
        Map<String, String> left = new LinkedHashMap<>(options);
        Optional<String> refusal = FlinkTrial.refusalTogether(FlinkSettings.of(left));
        while (refusal.isPresent()) {
            String culprit = culprit(left, refusal.get());
            if (culprit == null) {
                break; // Tidemark's own defaults, which are no fault of the file's
            }
            conflicts.put(
                    culprit, "is " + FlinkValues.shown(String.valueOf(left.remove(culprit))) + "; " + refusal.get());
            refusal = FlinkTrial.refusalTogether(FlinkSettings.of(left));
        }
        return conflicts;
    }

    /** The last of {@code options} without which Flink does not refuse them for {@code refusal}. */
    private static @Nullable String culprit(Map<String, String> options, String refusal) {
        String culprit = null;
        for (String name : options.keySet()) {
            Map<String, String> others = new LinkedHashMap<>(options);
            others.remove(name);
            if (!FlinkTrial.refusalTogether(FlinkSettings.of(others)).equals(Optional.of(refusal))) {
                culprit = name;
            }
        }
        return culprit;
    }

    /** Whether anything may stand behind a name that {@code name} begins with. */
    private static boolean isOpen(String name) {
        if (DECLARED_ELSEWHERE.stream().anyMatch(name::startsWith)) {
            return true;
        }
        for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
            Declared declared = BY_NAME.get(name.substring(0, dot));
            if (declared != null && FlinkValues.isMap(declared.type())) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, Declared> read() {
        Map<String, Declared> byName = new LinkedHashMap<>();
        Map<String, Declared> former = new LinkedHashMap<>();
        for (Class<?> declaring : DECLARED_IN) {
            for (Field field : declaring.getFields()) {
                if (field.getType() == ConfigOption.class && field.getGenericType() instanceof ParameterizedType type) {
                    Declared declared = new Declared(option(field), type.getActualTypeArguments()[0]);
                    byName.put(declared.option().key(), declared);
                    for (FallbackKey key : declared.option().fallbackKeys()) {
                        former.put(key.getKey(), declared);
                    }
                }
            }
        }
        former.forEach(byName::putIfAbsent);
        return byName;
    }

    private static ConfigOption<?> option(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " is public", e);
        }
    }
}
