package io.tidemark.event;

/**
 * A row of a replay on its way to its file, with all that the order of the file depends on: {@code due}, then
 * {@code node}, {@code key}, {@code start}, {@code end}, {@code revision}, {@code position}. A Flink POJO.
 */
public final class ReplayRow {
    /** The time the row was due, milliseconds since the epoch. */
    public long due;

    /** The node that put it out, such as {@code latency} or {@code latency.late}. */
    public String node = "";

    /** The key as JSON text; empty for rows without one. */
    public String key = "";

    /** Start of the window or beginning of the alert, milliseconds since the epoch; 0 for other rows. */
    public long start;

    /** End of the window or time of the alert, milliseconds since the epoch; 0 for other rows. */
    public long end;

    /** The window row's revision; 0 for other rows. */
    public int revision;

    /** The position of the causing record; 0 for window rows. */
    public long position;

    /** The row as JSON, without a line end. */
    public String json = "";

    /** For Flink. */
    public ReplayRow() {}
}
