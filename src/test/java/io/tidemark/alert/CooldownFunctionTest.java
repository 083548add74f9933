package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertIds;
import io.tidemark.event.AlertState;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.NamedValues;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CooldownFunctionTest {
    private static final long COOLDOWN = 10;

    @SuppressWarnings("NullAway.Init")
    private KeyedOneInputStreamOperatorTestHarness<Key, Alert, Alert> harness;

    @BeforeEach
    void open() throws Exception {
        open(0, Long.MAX_VALUE);
    }

    private void open(long behindMs, long forgetMs) throws Exception {
        harness = new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new CooldownFunction("slow", COOLDOWN, behindMs, forgetMs)),
                Alert::groupingKey,
                KeyTypeInfo.INSTANCE);
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    private void send(String key, AlertState state, long since, long at) throws Exception {
        Alert alert = new Alert(
                "slow",
                AlertIds.of("slow", Key.of(key), since, null),
                state,
                new NamedValues(new String[] {"k"}, new FieldType[] {FieldType.STRING}, new Object[] {key}),
                null,
                at,
                since,
                null,
                null,
                Map.of(),
                Map.of(),
                0);
        harness.processElement(new StreamRecord<>(alert, at));
    }

    private List<String> sent() {
        return harness.extractOutputValues().stream()
                .map(alert ->
                        alert.key().value("k") + " " + alert.state().word() + " " + alert.since() + ".." + alert.at())
                .toList();
    }

    private long suppressed() {
        return harness.getOperator()
                .getRuntimeContext()
                .getLongCounter("ledger/slow/suppressed")
                .getLocalValuePrimitive();
    }

    @Test
    void furtherOnesAndTheirResolvedAreCountedNotSent() throws Exception {
        send("a", AlertState.FIRING, 0, 5);
        send("a", AlertState.RESOLVED, 0, 7);
        send("a", AlertState.FIRING, 8, 14);
        send("b", AlertState.FIRING, 8, 14);
        send("a", AlertState.RESOLVED, 8, 20);
        send("a", AlertState.FIRING, 21, 22);

        assertThat(sent()).containsExactly("a firing 0..5", "a resolved 0..7", "b firing 8..14", "a firing 21..22");
        assertThat(suppressed()).isEqualTo(2);
    }

    @Test
    void theCooldownEndsAtItsLastMillisecond() throws Exception {
        send("a", AlertState.MATCHED, 0, 5);
        send("a", AlertState.MATCHED, 1, 14);
        send("a", AlertState.MATCHED, 2, 15);

        assertThat(sent()).containsExactly("a matched 0..5", "a matched 2..15");
    }

    @Test
    void whatWasHeldBackDoesNotProlongIt() throws Exception {
        send("a", AlertState.MATCHED, 0, 5);
        send("a", AlertState.MATCHED, 1, 14);
        send("a", AlertState.MATCHED, 2, 16);
        send("a", AlertState.MATCHED, 3, 25);

        assertThat(sent()).containsExactly("a matched 0..5", "a matched 2..16");
    }

    @Test
    void aResolvedOfWhatWasSentIsSentWithinTheCooldownOfALaterOne() throws Exception {
        send("a", AlertState.FIRING, 0, 5);
        send("a", AlertState.FIRING, 20, 25);
        send("a", AlertState.RESOLVED, 0, 26);

        assertThat(sent()).containsExactly("a firing 0..5", "a firing 20..25", "a resolved 0..26");
    }

    @Test
    void nothingIsLeftWhenTimeHasPassed() throws Exception {
        send("a", AlertState.FIRING, 0, 5);
        send("a", AlertState.FIRING, 6, 7);
        send("a", AlertState.RESOLVED, 6, 8);
        harness.processWatermark(new Watermark(15));

        assertThat(harness.numKeyedStateEntries()).isZero();
        assertThat(harness.numEventTimeTimers()).isZero();
    }

    @Test
    void whatIsForgottenAndNeverResolvedIsForgottenHereToo() throws Exception {
        harness.close();
        open(0, 100);
        send("a", AlertState.FIRING, 0, 5);
        send("a", AlertState.FIRING, 6, 7);
        harness.processWatermark(new Watermark(106));
        assertThat(harness.numKeyedStateEntries()).isNotZero();
        harness.processWatermark(new Watermark(107));

        assertThat(harness.numKeyedStateEntries()).isZero();
    }

    @Test
    void aMatchThatOlderOnesHeldBackIsWithinTheCooldownOfItsOwnTime() throws Exception {
        harness.close();
        open(30, Long.MAX_VALUE);
        send("a", AlertState.MATCHED, 0, 5);
        harness.processWatermark(new Watermark(34));
        send("a", AlertState.MATCHED, 4, 14);

        assertThat(sent()).containsExactly("a matched 0..5");
        harness.processWatermark(new Watermark(45));
        assertThat(harness.numKeyedStateEntries()).isZero();
        assertThat(harness.numEventTimeTimers()).isZero();
    }
}
