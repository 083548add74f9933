package io.tidemark.time;

import java.io.Serializable;

/**
 * Which of a job's sources.
 *
 * @param name its name, unique in the job
 * @param group a name that it shares with those sources whose time meets its own, in a node that reads both or further on
 */
public record SourceId(String name, String group) implements Serializable {
    /** Whether {@code other} is another source of the same group. */
    boolean meets(SourceId other) {
        return group.equals(other.group) && !name.equals(other.name);
    }
}
