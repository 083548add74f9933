package io.tidemark.connector;

import io.tidemark.event.Decoded;

/**
 * One record of a replay.
 *
 * @param input the index of its input among those of the replay, from 0
 * @param decoded what became of it, stamped with its position and the time the reader had reached with it
 */
public record ReplayRecord(int input, Decoded decoded) {}
