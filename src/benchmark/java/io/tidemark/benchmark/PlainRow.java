package io.tidemark.benchmark;

/** A plain job's row, a POJO. */
public final class PlainRow {
    public String service = "";
    public String endpoint = "";
    public long windowStart;
    public long windowEnd;
    public long count;
    public double avg;
    public double max;
    public double p50;
    public double p95;
    public double p99;
}
