package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

final class FlinkSettingsTest {
    /** Users count on these without reading them anywhere in their file. */
    @Test
    void defaultsAreThoseOfTheContract() {
        assertThat(FlinkSettings.defaults().toMap())
                .containsEntry("state.backend.type", "rocksdb")
                .containsEntry("execution.checkpointing.incremental", "true")
                .containsEntry("execution.checkpointing.interval", "10 s")
                .containsEntry("execution.checkpointing.mode", "EXACTLY_ONCE")
                .containsEntry("execution.checkpointing.unaligned.enabled", "true")
                .containsEntry("execution.checkpointing.aligned-checkpoint-timeout", "30 s")
                .containsEntry("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION")
                .containsEntry("pipeline.generic-types", "false")
                .containsEntry("pipeline.object-reuse", "true");
    }

    @Test
    void theFilesOwnOptionsAreOverTheDefaults() {
        Configuration settings =
                FlinkSettings.of(Map.of("execution.checkpointing.aligned-checkpoint-timeout", "200ms"));

        assertThat(settings.toMap())
                .containsEntry("execution.checkpointing.aligned-checkpoint-timeout", "200ms")
                .containsEntry("execution.checkpointing.interval", "10 s");
    }

    /** Flink looks for the present name first, so that a default there would hide the file's option. */
    @Test
    void optionUnderItsFormerNameIsOverTheDefaultToo() {
        Configuration settings = FlinkSettings.of(Map.of(
                "execution.checkpointing.unaligned",
                "false",
                "state.backend",
                "hashmap",
                "state.backend.incremental",
                "false"));

        assertThat(settings.get(CheckpointingOptions.ENABLE_UNALIGNED)).isFalse();
        assertThat(settings.get(StateBackendOptions.STATE_BACKEND)).isEqualTo("hashmap");
        assertThat(settings.get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS)).isFalse();
    }

    @Test
    void optionOfASubmissionUnderItsFormerNameIsOverTheFile() {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(
                Configuration.fromMap(Map.of("execution.checkpointing.unaligned", "false")));

        FlinkSettings.apply(env, Map.of("execution.checkpointing.unaligned.enabled", "true"));

        assertThat(env.getCheckpointConfig().isUnalignedCheckpointsEnabled()).isFalse();
    }

    @Test
    void wrongOptionOfTidemarksInASubmissionIsAnError() {
        StreamExecutionEnvironment mistyped =
                new StreamExecutionEnvironment(Configuration.fromMap(Map.of("tidemark.pre-agregation", "false")));
        StreamExecutionEnvironment wrong =
                new StreamExecutionEnvironment(Configuration.fromMap(Map.of("tidemark.window-heap", "much")));

        assertThatThrownBy(() -> FlinkSettings.apply(mistyped, Map.of()))
                .hasMessage("there is no option tidemark.pre-agregation; did you mean tidemark.pre-aggregation?;"
                        + " tidemark.pre-aggregation, tidemark.window-heap");
        assertThatThrownBy(() -> FlinkSettings.apply(wrong, Map.of()))
                .hasMessage("tidemark.window-heap: is much; a size such as 64 mb");
    }
}
