package io.tidemark.benchmark;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A plain job's row, a POJO. */
public final class PlainRow {
    public String service = "";
    public String endpoint = "";
    public long windowStart;

    @JsonProperty("window_end")
    public long windowEnd;

    @JsonProperty("request_count")
    public long count;

    public double avg;
    public double max;
    public double p50;
    public double p95;
    public double p99;
}
