package io.tidemark.job;

import io.tidemark.spec.NearMiss;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateLatencyTrackOptions;
import org.apache.flink.configuration.StateSizeTrackOptions;
import org.apache.flink.state.rocksdb.PredefinedOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/** What values the options of a job take, in words. */
final class FlinkValues {
    private static final int LONGEST_SHOWN = 80;

    /** Texts of which Flink knows few, without regard to case, or the name of a class with a dot in it. */
    private static final Map<ConfigOption<?>, List<String>> WORDS = Map.of(
            StateBackendOptions.STATE_BACKEND, List.of("rocksdb", "hashmap", "forst"),
            CheckpointingOptions.CHECKPOINT_STORAGE, List.of("filesystem", "jobmanager"));

    /** Texts of which Flink knows only these, to the letter. */
    private static final Map<ConfigOption<?>, List<String>> EXACT_WORDS = Map.of(
            RocksDBOptions.PREDEFINED_OPTIONS,
            Arrays.stream(PredefinedOptions.values()).map(Enum::name).toList());

    /** Numbers that Flink takes no notice of, or fails for without a word, when they are less than 1. */
    private static final List<ConfigOption<Integer>> POSITIVE = List.of(
            CheckpointingOptions.MAX_RETAINED_CHECKPOINTS,
            CheckpointingOptions.UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE,
            MetricOptions.LATENCY_HISTORY_SIZE,
            StateLatencyTrackOptions.LATENCY_TRACK_SAMPLE_INTERVAL,
            StateLatencyTrackOptions.LATENCY_TRACK_HISTORY_SIZE,
            StateSizeTrackOptions.SIZE_TRACK_SAMPLE_INTERVAL,
            StateSizeTrackOptions.SIZE_TRACK_HISTORY_SIZE);

    /** Flink says of these only that they are invalid together. */
    private static final List<ConfigOption<Double>> SHARES =
            List.of(RocksDBOptions.WRITE_BUFFER_RATIO, RocksDBOptions.HIGH_PRIORITY_POOL_RATIO);

    private FlinkValues() {}

    /** What {@code option} takes in place of a value that was read as {@code read}; nothing if it takes that. */
    static Optional<String> problem(ConfigOption<?> option, Object read) {
        if (read instanceof Integer number && number < 1 && POSITIVE.contains(option)) {
            return Optional.of("1 or more");
        }
        if (read instanceof Double share && SHARES.contains(option) && !(share > 0 && share < 1)) {
            return Optional.of("more than 0 and less than 1");
        }
        if (!(read instanceof String text)) {
            return Optional.empty();
        }
        List<String> words = WORDS.get(option);
        if (words != null && !text.contains(".") && !words.contains(text.toLowerCase(Locale.ROOT))) {
            return Optional.of(String.join(", ", words) + ", or the name of a class" + NearMiss.question(text, words));
        }
        List<String> exact = EXACT_WORDS.get(option);
        if (exact != null && !exact.contains(text)) {
            return Optional.of(oneOf(exact, text));
        }
        if (option.equals(RestartStrategyOptions.RESTART_STRATEGY)) {
            return restartStrategy(text);
        }
        return Optional.empty();
    }

    private static Optional<String> restartStrategy(String text) {
        try {
            RestartStrategyOptions.RestartStrategyType.of(text.toLowerCase(Locale.ROOT));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(oneOf(
                    Arrays.stream(RestartStrategyOptions.RestartStrategyType.values())
                            .map(RestartStrategyOptions.RestartStrategyType::getMainValue)
                            .toList(),
                    text));
        }
    }

    /** What an option of {@code type} takes; what was meant by {@code value}, if that can be told. */
    static String allowed(Type type, String value) {
        if (type instanceof ParameterizedType generic) {
            return isMap(type)
                    ? "a mapping of names to text"
                    : "a list, each item " + allowed(generic.getActualTypeArguments()[0], "");
        }
        if (type instanceof Class<?> kind && kind.isEnum()) {
            return oneOf(
                    Arrays.stream(kind.getEnumConstants()).map(Object::toString).toList(), value);
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a duration such as 30s";
        }
        if (type == MemorySize.class) {
            return "a size such as 64 mb";
        }
        if (type == Integer.class || type == Long.class) {
            return "a whole number";
        }
        return type == Double.class || type == Float.class ? "a number" : "a text";
    }

    /** Whether options of {@code type} are maps, whose entries can have names of their own. */
    static boolean isMap(Type type) {
        return type instanceof ParameterizedType generic && generic.getRawType() == Map.class;
    }

    /** {@code value} on one line that is not too long. */
    static String shown(String value) {
        String line = value.strip().replaceAll("\\s+", " ");
        if (line.isEmpty()) {
            return "empty";
        }
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
    }

    private static String oneOf(List<String> words, String value) {
        return String.join(", ", words) + NearMiss.question(value, words);
    }
}
