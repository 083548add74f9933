package io.tidemark.alert;

/** How many events a window holds, and how many of them are not good. */
final class BurnTally {
    long total;
    long bad;

    void clear() {
        total = 0;
        bad = 0;
    }

    @Override
    public String toString() {
        return bad + "/" + total;
    }
}
