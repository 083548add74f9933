package io.tidemark.alert;

import io.tidemark.event.SideRecord;
import java.io.Serializable;
import org.apache.flink.util.OutputTag;

/**
 * The side outputs of an alert.
 *
 * @param late events behind time
 * @param failed events for which an expression failed
 */
public record AlertTags(OutputTag<SideRecord> late, OutputTag<SideRecord> failed) implements Serializable {}
