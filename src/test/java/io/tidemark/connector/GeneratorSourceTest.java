package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Decoded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratorSourceTest {
    private static final RequestGenerator GENERATOR = new RequestGenerator(100, 7, 5, RequestGenerator.BASE);

    private long nanos = 5_000_000_000L;

    @Test
    void endsAfterTheCountAndGoesOnFromEachPosition() throws IOException {
        List<Long> expected =
                times(GeneratorSource.opener(GENERATOR, 10L, false).open(null));
        assertThat(expected).hasSize(10);
        for (int given = 0; given <= 10; given++) {
            Cursor<Decoded> first =
                    GeneratorSource.opener(GENERATOR, 10L, false).open(null);
            for (int i = 0; i < given; i++) {
                first.next();
            }
            assertThat(times(GeneratorSource.opener(GENERATOR, 10L, false).open(first.position())))
                    .isEqualTo(expected.subList(given, 10));
        }
    }

    @Test
    void pacedOnesComeWhenTheyAreDue() throws IOException {
        Cursor<Decoded> cursor = new GeneratorSource.Generated(GENERATOR, 50, 53, () -> nanos);
        assertThat(cursor.next()).isNotNull();
        assertThat(cursor.next()).isNull();
        assertThat(cursor.pauseMs()).isEqualTo(10);
        nanos += 9_999_999;
        assertThat(cursor.next()).isNull();
        assertThat(cursor.pauseMs()).isEqualTo(1);
        nanos += 1;
        assertThat(cursor.next()).isNotNull();
        nanos += 10_000_000;
        assertThat(cursor.next()).isNotNull();
        assertThat(cursor.next()).isNull();
        assertThat(cursor.pauseMs()).isEqualTo(Cursor.ENDED);
    }

    private static List<Long> times(Cursor<Decoded> cursor) throws IOException {
        List<Long> times = new ArrayList<>();
        for (Decoded decoded = cursor.next(); decoded != null; decoded = cursor.next()) {
            times.add(cursor.timestamp(decoded));
        }
        assertThat(cursor.pauseMs()).isEqualTo(Cursor.ENDED);
        return times;
    }
}
