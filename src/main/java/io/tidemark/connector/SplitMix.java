package io.tidemark.connector;

/** SplitMix64 (Steele, Lea and Flood 2014), started anew for each made-up event: the same numbers on every machine. */
final class SplitMix {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    private SplitMix(long start) {
        state = mix(start);
    }

    /** The numbers of the {@code i}-th event of {@code seed}. */
    static SplitMix of(long seed, long i) {
        return new SplitMix(mix(seed) + i * STEP);
    }

    private static long mix(long state) {
        long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Uniform in [0, 1). */
    double unit() {
        state += STEP;
        return (mix(state) >>> 11) * 0x1.0p-53;
    }

    /** Uniform from 0 to {@code bound} − 1. */
    int below(int bound) {
        return (int) (unit() * bound);
    }

    /** Standard normal, by Box and Muller; StrictMath gives the same bits everywhere. */
    double normal() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - unit()));
        return radius * StrictMath.cos(2 * Math.PI * unit());
    }
}
