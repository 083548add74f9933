package io.tidemark.time;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * From a source's enumerator to its readers.
 *
 * @param activeMs what the {@link JobClock} says
 * @param idleFloor the least watermark of the partitions that are not idle, to which idle ones are lifted; {@link
 *     Long#MIN_VALUE} if unknown
 * @param quietFloor to which all are lifted, or {@link Long#MIN_VALUE}
 * @param ceiling the watermark beyond which a partition waits, {@link Long#MAX_VALUE} if none does
 */
record Tick(long activeMs, long idleFloor, long quietFloor, long ceiling) implements SourceEvent {}
