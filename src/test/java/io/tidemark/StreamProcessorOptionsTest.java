package io.tidemark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

class StreamProcessorOptionsTest {
    private static void process(String option, String value) {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(Configuration.fromMap(Map.of(option, value)));
        StreamProcessor.<Long>builder("counts")
                .withEventTime(Instant::ofEpochMilli)
                .withTumblingWindow(Duration.ofMinutes(1))
                .withAggregation(a -> a.addCount("n"))
                .build()
                .process(env.fromData(1L, 2L));
    }

    @Test
    void wrongOptionOfTheEnvironmentIsAnError() {
        assertThatThrownBy(() -> process("tidemark.pre-agregation", "false"))
                .hasMessageStartingWith(
                        "there is no option tidemark.pre-agregation;" + " did you mean tidemark.pre-aggregation?");
        assertThatThrownBy(() -> process("tidemark.window-heap", "much"))
                .hasMessage("tidemark.window-heap: is much; a size such as 64 mb");
        assertThatCode(() -> process("tidemark.window-heap", "0")).doesNotThrowAnyException();
    }
}
