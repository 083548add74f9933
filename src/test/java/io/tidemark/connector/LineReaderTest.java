package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {
    @Test
    void linesEndWithOrWithoutCarriageReturn() throws IOException {
        LineReader reader = reader("a\r\nb\n\nc\rd\n", 100);
        assertThat(lines(reader)).containsExactly("a", "b", "", "c\rd");
        assertThat(reader.hasRest()).isFalse();
        assertThat(reader.offset()).isEqualTo(10);
    }

    @Test
    void textWithoutAnEndIsTheRest() throws IOException {
        LineReader reader = reader("a\nbc", 100);
        assertThat(lines(reader)).containsExactly("a");
        assertThat(reader.hasRest()).isTrue();
        assertThat(reader.offset()).isEqualTo(2);
        assertThat(reader.seen()).isEqualTo(4);
        assertThat(reader.rest()).isEqualTo(bytes("bc"));
        assertThat(reader.offset()).isEqualTo(4);
        assertThat(reader.rest()).isNull();
    }

    @Test
    void ofATooLongLineOneByteMoreThanTheLimitIsKept() throws IOException {
        LineReader reader = reader("1234\n12345\n123456\r\n123456789\nend\n", 4);
        assertThat(lines(reader)).containsExactly("1234", "12345", "12345", "12345", "end");
        assertThat(reader.offset()).isEqualTo(33);
    }

    @Test
    void aLineAtTheLimitMayEndWithCarriageReturn() throws IOException {
        assertThat(lines(reader("1234\r\n", 4))).containsExactly("1234");
    }

    @Test
    void aHugeLineTakesNoMemory() throws IOException {
        InputStream endless = new InputStream() {
            private long left = 4L << 30;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] target, int from, int length) {
                if (left == 0) {
                    return -1;
                }
                int given = (int) Math.min(left, length);
                left -= given;
                return given;
            }
        };
        try (LineReader reader = new LineReader(endless, 0, 1000)) {
            assertThat(reader.next()).isNull();
            assertThat(reader.seen()).isEqualTo(4L << 30);
            assertThat(reader.rest()).hasSize(1001);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomLinesComeBackWithTheirOffsets(long seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        List<String> expected = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String line = "x".repeat(random.nextInt(random.nextInt(20) == 0 ? 100_000 : 50));
            text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
            expected.add(line);
            offsets.add((long) text.length());
        }
        LineReader reader = reader(text.toString(), 200_000);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(reader.next()).as("seed %d, line %d", seed, i).isEqualTo(bytes(expected.get(i)));
            assertThat(reader.offset()).as("seed %d, line %d", seed, i).isEqualTo(offsets.get(i));
        }
        assertThat(reader.next()).isNull();
    }

    private static LineReader reader(String text, int limit) {
        return new LineReader(new ByteArrayInputStream(bytes(text)), 0, limit);
    }

    private static List<String> lines(LineReader reader) throws IOException {
        List<String> lines = new ArrayList<>();
        for (byte[] line = reader.next(); line != null; line = reader.next()) {
            lines.add(new String(line, StandardCharsets.UTF_8));
        }
        return lines;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
