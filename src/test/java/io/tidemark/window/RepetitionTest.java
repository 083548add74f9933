package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RepetitionTest {
    private static final int SAMPLE = 10_000;

    private final Repetition repetition = new Repetition();

    @Test
    void eventsArePutTogetherUntilASampleSaysOtherwise() {
        leave(SAMPLE - 1, 1);

        assertThat(repetition.isTooRare()).isFalse();
    }

    @Test
    void keysThatHardlyRepeatGoAloneForAWhileAndThenItIsTriedAgain() {
        leave(SAMPLE, 1);

        int alone = 0;
        while (repetition.isTooRare()) {
            alone++;
        }
        assertThat(alone).isEqualTo(50 * SAMPLE);

        leave(SAMPLE, 1);
        assertThat(repetition.isTooRare()).isTrue();
    }

    @Test
    void keysThatRepeatStayTogether() {
        leave(SAMPLE / 2, 1);
        leave(SAMPLE / 2, 2);

        assertThat(repetition.isTooRare()).isFalse();
    }

    @Test
    void eachSampleIsJudgedOnItsOwn() {
        leave(SAMPLE, 100);
        leave(SAMPLE, 1);

        assertThat(repetition.isTooRare()).isTrue();
    }

    private void leave(int partials, int events) {
        for (int i = 0; i < partials; i++) {
            repetition.left(events);
        }
    }
}
