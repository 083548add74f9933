package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HeapShareTest {
    private static final long ALL = Runtime.getRuntime().maxMemory() / 5;

    @Test
    void sharesAreEqualPartsAndGrowAsOthersGo() {
        try (HeapShare first = new HeapShare(Long.MAX_VALUE)) {
            long alone = first.bytes();
            HeapShare second = new HeapShare(Long.MAX_VALUE);
            long two = first.bytes();

            assertThat(alone).isPositive().isLessThanOrEqualTo(ALL);
            assertThat(two).isLessThan(alone).isEqualTo(second.bytes());

            second.close();
            assertThat(first.bytes()).isEqualTo(alone);
        }
    }

    @Test
    void closedTwiceIsGivenBackOnce() {
        try (HeapShare first = new HeapShare(Long.MAX_VALUE)) {
            long alone = first.bytes();
            HeapShare second = new HeapShare(Long.MAX_VALUE);
            second.close();
            second.close();

            assertThat(first.bytes()).isEqualTo(alone);
        }
    }

    @Test
    void noShareIsMoreThanTheJobAllows() {
        try (HeapShare share = new HeapShare(1_000)) {
            assertThat(share.bytes()).isEqualTo(1_000);
        }
    }

    @Test
    void whatMayHoldNothingTakesNothingFromOthers() {
        try (HeapShare first = new HeapShare(Long.MAX_VALUE)) {
            long alone = first.bytes();
            try (HeapShare nothing = new HeapShare(0)) {
                assertThat(nothing.bytes()).isZero();
                assertThat(first.bytes()).isEqualTo(alone);
            }
            assertThat(first.bytes()).isEqualTo(alone);
        }
    }
}
