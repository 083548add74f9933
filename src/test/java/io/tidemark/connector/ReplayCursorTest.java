package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCursorTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theInputWithTheLowestHighestTimeIsNext() throws IOException {
        assertThat(merge("1 a\n5 b\n2 c\n9 d\n", "3 e\n4 f\n7 g\n"))
                .containsExactly("0:a@1", "1:e@3", "0:b@5", "1:f@4", "1:g@7", "0:c@2", "0:d@9");
    }

    @Test
    void tiesGoToTheFirstInput() throws IOException {
        assertThat(merge("1 a\n1 b\n", "1 c\n1 d\n", "1 e\n"))
                .containsExactly("0:a@1", "1:c@1", "2:e@1", "0:b@1", "1:d@1");
    }

    @Test
    void anInputThatHasGivenNoEventYetIsLowest() throws IOException {
        assertThat(merge("1 a\n2 b\n", "bad\n\nbad\n-5 c\n9 d\n"))
                .containsExactly("0:a@1", "1:malformed", "1:skipped", "1:malformed", "1:c@-5", "1:d@9", "0:b@2");
    }

    @Test
    void anInputThatHasEndedHoldsNothingBack() throws IOException {
        assertThat(merge("1 a\n", "5 b\n6 c\n")).containsExactly("0:a@1", "1:b@5", "1:c@6");
        assertThat(merge("", "5 b\n6 c\n")).containsExactly("1:b@5", "1:c@6");
    }

    @Test
    void recordsAreStampedWithTheirPositionAndTheTimeReached() throws IOException {
        List<String> stamps = new ArrayList<>();
        try (ReplayCursor cursor = open(null, "bad\n3 a\n1 b\nbad\n", "2 c\n")) {
            for (ReplayRecord record = cursor.next(); record != null; record = cursor.next()) {
                stamps.add(TextDecoder.show(record.decoded()) + " " + stamp(record.decoded()));
            }
        }
        assertThat(stamps)
                .containsExactly("malformed 1 at none", "a@3 2 at 3", "c@2 3 at 3", "b@1 4 at 3", "malformed 5 at 3");
    }

    @Test
    void goesOnBehindEachRecord() throws IOException {
        String[] inputs = {"1 a\n5 b\n2 c\n9 d\n", "bad\n3 e\n4 f\n7 g\n", "6 h"};
        List<String> expected = merge(inputs);
        for (int given = 0; given <= expected.size(); given++) {
            List<String> shown = new ArrayList<>();
            byte[] position;
            try (ReplayCursor cursor = open(null, inputs)) {
                for (int i = 0; i < given; i++) {
                    shown.add(show(cursor.next()));
                }
                position = cursor.position();
            }
            try (ReplayCursor cursor = open(position, inputs)) {
                for (ReplayRecord record = cursor.next(); record != null; record = cursor.next()) {
                    shown.add(show(record));
                }
            }
            assertThat(shown).as("restored after %d", given).isEqualTo(expected);
        }
    }

    @Test
    void generatedInputsMergeToo() throws IOException {
        RequestGenerator generator = new RequestGenerator(1, 1, 1, RequestGenerator.BASE);
        List<ReplayInput> inputs = List.of(
                ReplayInput.generated(generator, 3, TextDecoder.TYPE),
                ReplayInput.generated(generator, 2, TextDecoder.TYPE));
        List<Integer> order = new ArrayList<>();
        try (ReplayCursor cursor = ReplayCursor.open(inputs, null)) {
            for (ReplayRecord record = cursor.next(); record != null; record = cursor.next()) {
                order.add(record.input());
            }
        }
        assertThat(order).containsExactly(0, 1, 0, 1, 0);
    }

    private ReplayCursor open(byte @Nullable [] position, String... inputs) throws IOException {
        List<ReplayInput> opened = new ArrayList<>();
        for (int i = 0; i < inputs.length; i++) {
            Path file = Files.writeString(folder.resolve("input-" + i), inputs[i]);
            opened.add(ReplayInput.recorded(
                    file.toString(), LineParser.PLAIN, TextDecoder.MAX_BYTES, new TextDecoder(), TextDecoder.TYPE));
        }
        return ReplayCursor.open(opened, position);
    }

    private List<String> merge(String... inputs) throws IOException {
        List<String> shown = new ArrayList<>();
        try (ReplayCursor cursor = open(null, inputs)) {
            for (ReplayRecord record = cursor.next(); record != null; record = cursor.next()) {
                shown.add(show(record));
            }
            assertThat(cursor.pauseMs()).isEqualTo(Cursor.ENDED);
        }
        return shown;
    }

    private static String show(@Nullable ReplayRecord record) {
        assertThat(record).isNotNull();
        return record.input() + ":" + TextDecoder.show(record.decoded());
    }

    private static String stamp(Decoded decoded) {
        Event event = decoded.event();
        long position = 0;
        long readTime = 0;
        if (event != null) {
            position = event.position();
            readTime = event.readTime();
        } else if (decoded.rejected() != null) {
            position = decoded.rejected().position();
            readTime = decoded.rejected().readTime();
        }
        return position + " at " + (readTime == Event.NOT_REPLAYED ? "none" : readTime);
    }
}
