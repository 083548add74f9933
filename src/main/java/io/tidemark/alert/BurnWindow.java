package io.tidemark.alert;

import java.io.Serializable;

/**
 * One window of a pair.
 *
 * @param lengthMs its length, before its begin is cut to a bucket's
 * @param level the index of its buckets' length in {@link BurnRateLadder#BUCKETS}
 */
record BurnWindow(long lengthMs, int level) implements Serializable {}
