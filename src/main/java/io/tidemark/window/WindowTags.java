package io.tidemark.window;

import io.tidemark.event.SideRecord;
import java.io.Serializable;
import org.apache.flink.util.OutputTag;

/**
 * The side outputs of a window.
 *
 * @param late events all of whose windows have closed
 * @param failed events and results for which an expression failed
 */
public record WindowTags(OutputTag<SideRecord> late, OutputTag<SideRecord> failed) implements Serializable {}
