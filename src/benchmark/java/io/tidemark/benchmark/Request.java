package io.tidemark.benchmark;

/** A request as a DataStream job's author would declare it: a POJO. */
public final class Request {
    public long timestamp;
    public String service = "";
    public String endpoint = "";
    public double latencyMs;
    public long status;
}
