package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.flink.configuration.Configuration;
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
}
