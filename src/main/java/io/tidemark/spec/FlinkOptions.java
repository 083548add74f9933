package io.tidemark.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows which options a Flink job takes, and with which values; what Flink is is known to whoever implements it. */
public interface FlinkOptions {
    /** The names of all options of which there is a list, each in its present form. */
    List<String> names();

    /**
     * The present name of the option that is called {@code name}, or was in earlier versions; nothing if there is none.
     * Where anything may follow, as behind {@code pipeline.global-job-parameters.}, every name is one.
     */
    Optional<String> presentName(String name);

    /** What is wrong with {@code value} for the option that is called {@code name}; what it takes, on one line. */
    Optional<String> problem(String name, String value);

    /**
     * What is wrong with options each of which is right by itself, by the name that a file gives the option that could
     * go; empty if nothing is.
     *
     * @param options names to values, as a file has them
     */
    Map<String, String> conflicts(Map<String, String> options);
}
