package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Decoded;
import io.tidemark.event.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCursorTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private long nowMs = 1_000;

    @Test
    void filesOfAFolderAreReadInOrderOfName() throws IOException {
        write("b.jsonl", "3 c\n");
        write("a.jsonl.gz", "1 a\n2 b\n");
        write("sub/c.jsonl", "4 d");
        write(".part-0", "9 unfinished\n");
        assertThat(all(open(folder.toString(), false, null))).containsExactly("a@1", "b@2", "c@3", "d@4");
    }

    @Test
    void aGlobTakesWhatMatches() throws IOException {
        write("a-1.log", "1 a\n");
        write("a-2.log", "2 b\n");
        write("b-1.log", "3 c\n");
        write("deep/a-3.log", "4 d\n");
        assertThat(all(open(folder + "/a-*.log", false, null))).containsExactly("a@1", "b@2");
        assertThat(all(open(folder + "/**.log", false, null))).containsExactly("a@1", "b@2", "c@3", "d@4");
    }

    @Test
    void aFileWithWildcardsInItsNameIsThatFile() throws IOException {
        write("a[1].log", "1 a\n");
        write("a1.log", "2 b\n");
        assertThat(all(open(folder + "/a[1].log", false, null))).containsExactly("a@1");
    }

    @Test
    void originIsFileAndLineAndBlankLinesCount() throws IOException {
        Path file = write("a.log", "\uFEFF1 a\r\n\r\n  \n2 b");
        try (FileCursor cursor = open(file.toString(), false, null)) {
            assertThat(origin(cursor.next())).isEqualTo(Origin.file(file.toString(), 1));
            assertThat(cursor.next()).isSameAs(Decoded.SKIPPED);
            assertThat(cursor.next()).isSameAs(Decoded.SKIPPED);
            assertThat(origin(cursor.next())).isEqualTo(Origin.file(file.toString(), 4));
            assertThat(cursor.next()).isNull();
            assertThat(cursor.pauseMs()).isEqualTo(Cursor.ENDED);
        }
    }

    @Test
    void aLineOverTheLimitIsRejectedAndTheNextIsRead() throws IOException {
        write("a.log", "1 " + "x".repeat(1_000_000) + "\n2 b\n");
        assertThat(all(open(folder.toString(), false, null))).containsExactly("too-large", "b@2");
    }

    @Test
    void goesOnBehindEachRecord() throws IOException {
        write("a.log", "1 a\n2 b\r\nbad\n3 c");
        write("b.log.gz", "4 d\n\n5 e");
        write("c.log", "");
        write("d.log", "6 f\n");
        List<String> expected = List.of("a@1", "b@2", "malformed", "c@3", "d@4", "skipped", "e@5", "f@6");
        for (int given = 0; given <= expected.size(); given++) {
            byte[] position;
            List<String> shown = new ArrayList<>();
            try (FileCursor cursor = open(folder.toString(), false, null)) {
                for (int i = 0; i < given; i++) {
                    shown.add(show(cursor.next()));
                }
                position = cursor.position();
            }
            shown.addAll(all(open(folder.toString(), false, position)));
            assertThat(shown).as("restored after %d", given).isEqualTo(expected);
        }
    }

    @Test
    void aFileThatCameAfterTheStartIsNotReadWithoutFollow() throws IOException {
        write("a.log", "1 a\n2 b\n");
        byte[] position;
        try (FileCursor cursor = open(folder.toString(), false, null)) {
            cursor.next();
            write("b.log", "3 c\n");
            position = cursor.position();
        }
        assertThat(all(open(folder.toString(), false, position))).containsExactly("b@2");
    }

    @Test
    void nothingToReadIsAnErrorOfOneLine() {
        assertThatThrownBy(() -> open(folder + "/none.log", false, null))
                .isInstanceOf(IOException.class)
                .hasMessage(folder + "/none.log: no such file or folder, or nothing in it");
    }

    @Test
    void cutGzipDataIsAnErrorAfterItsLines() throws IOException {
        byte[] packed = gzip("1 a\n" + "2 bbbbbbbbbbbbbbb\n".repeat(1000));
        Path file = folder.resolve("a.gz");
        Files.write(file, Arrays.copyOf(packed, packed.length - 9));
        FileCursor cursor = open(file.toString(), false, null);
        assertThatThrownBy(() -> all(cursor))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": ends in the middle of its gzip data");
    }

    @Test
    void aFileThatShrankBeforeTheRestartIsAnError() throws IOException {
        Path file = write("a.log", "1 a\n2 b\n");
        byte[] position;
        try (FileCursor cursor = open(file.toString(), false, null)) {
            cursor.next();
            position = cursor.position();
        }
        Files.writeString(file, "");
        assertThatThrownBy(() -> all(open(file.toString(), false, position)))
                .hasMessage(file + ": is shorter than what was read of it before");
    }

    @Test
    void followedFilesGrowAndNewOnesCome() throws IOException {
        write("b.log", "1 a\n");
        try (FileCursor cursor = open(folder.toString(), true, null)) {
            assertThat(available(cursor)).containsExactly("a@1");
            assertThat(cursor.pauseMs()).isEqualTo(FileCursor.LOOK_MS);
            append("b.log", "2 b\n3 ");
            assertThat(available(cursor)).containsExactly("b@2");
            append("b.log", "c\n");
            write("a.log", "4 d\n");
            write("c.log.gz", "5 e");
            assertThat(available(cursor)).containsExactly("d@4", "c@3", "e@5");
            assertThat(available(cursor)).isEmpty();
        }
    }

    @Test
    void aFollowedLineWithoutEndIsTakenWhenItHasNotGrownForLong() throws IOException {
        write("a.log", "1 a");
        try (FileCursor cursor = open(folder.toString(), true, null)) {
            assertThat(available(cursor)).isEmpty();
            nowMs += FileCursor.PATIENCE_MS - 1;
            append("a.log", "b");
            assertThat(available(cursor)).isEmpty();
            nowMs += FileCursor.PATIENCE_MS - 1;
            assertThat(available(cursor)).isEmpty();
            nowMs += 1;
            assertThat(available(cursor)).containsExactly("ab@1");
            append("a.log", "\n2 c\n");
            assertThat(available(cursor)).containsExactly("skipped", "c@2");
        }
    }

    @Test
    void aFollowedFileThatShrankIsReadAgain() throws IOException {
        Path file = write("a.log", "1 a\n2 b\n");
        try (FileCursor cursor = open(file.toString(), true, null)) {
            assertThat(available(cursor)).containsExactly("a@1", "b@2");
            Files.writeString(file, "3 c\n");
            assertThat(available(cursor)).containsExactly("c@3");
        }
    }

    @Test
    void followGoesOnFromItsPosition() throws IOException {
        write("a.log", "1 a\n2 b\n3");
        byte[] position;
        try (FileCursor cursor = open(folder.toString(), true, null)) {
            cursor.next();
            assertThat(available(cursor)).containsExactly("b@2");
            position = cursor.position();
        }
        append("a.log", " c\n");
        write("b.log", "4 d\n");
        try (FileCursor cursor = open(folder.toString(), true, position)) {
            assertThat(available(cursor)).containsExactly("c@3", "d@4");
        }
    }

    @Test
    void followedGzipDataIsReadOnAsItArrives() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append(" e").append(i * 7919).append('\n');
        }
        byte[] packed = gzip(text.toString());
        Path file = folder.resolve("a.gz");
        Files.write(file, Arrays.copyOf(packed, packed.length / 2));
        try (FileCursor cursor = open(folder.toString(), true, null)) {
            List<String> shown = available(cursor);
            assertThat(shown).isNotEmpty().hasSizeLessThan(20_000);
            Files.write(file, packed);
            shown.addAll(available(cursor));
            assertThat(shown).hasSize(20_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void anEmptyFollowedFolderWaits() throws IOException {
        try (FileCursor cursor = open(folder.toString(), true, null)) {
            assertThat(available(cursor)).isEmpty();
            write("a.log", "1 a\n");
            assertThat(available(cursor)).containsExactly("a@1");
        }
    }

    private FileCursor open(String path, boolean follow, byte @Nullable [] position) throws IOException {
        FileLines lines = new FileLines(path, follow, TextDecoder.MAX_BYTES, LineParser.PLAIN);
        return new FileCursor(lines, new TextDecoder(), position, () -> nowMs);
    }

    private static List<String> all(FileCursor cursor) throws IOException {
        try (cursor) {
            List<String> shown = available(cursor);
            assertThat(cursor.pauseMs()).isEqualTo(Cursor.ENDED);
            return shown;
        }
    }

    private static List<String> available(FileCursor cursor) throws IOException {
        List<String> shown = new ArrayList<>();
        for (Decoded decoded = cursor.next(); decoded != null; decoded = cursor.next()) {
            shown.add(show(decoded));
        }
        return shown;
    }

    private static String show(@Nullable Decoded decoded) {
        assertThat(decoded).isNotNull();
        return TextDecoder.show(decoded);
    }

    private static @Nullable Origin origin(@Nullable Decoded decoded) {
        assertThat(decoded).isNotNull();
        assertThat(decoded.event()).isNotNull();
        return decoded.event().origin();
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, name.endsWith(".gz") ? gzip(text) : text.getBytes(StandardCharsets.UTF_8));
    }

    private void append(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text, StandardOpenOption.APPEND);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
