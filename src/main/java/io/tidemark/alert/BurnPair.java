package io.tidemark.alert;

import java.io.Serializable;

/** A pair of windows with what is worked out beforehand. */
record BurnPair(BurnRateLadder.Pair pair, BurnWindow longWindow, BurnWindow shortWindow, BurnFactor factor)
        implements Serializable {}
