package io.tidemark.time;

import java.io.Serializable;

/**
 * What all sources of a job share.
 *
 * @param token tells this job from any other in the same JVM; made when the job is built
 * @param tickMs how often the sources are asked what they have heard, over 0
 * @param emitMs the time between two watermarks of a source under load, over 0
 * @param aligned whether sources wait for each other, so that one which waits has something to read
 * @param clock the wall clock
 */
public record JobTime(String token, long tickMs, long emitMs, boolean aligned, WallClock clock)
        implements Serializable {}
