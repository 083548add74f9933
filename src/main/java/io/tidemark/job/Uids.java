package io.tidemark.job;

/**
 * The uids of all operators: stage name and node name. They tie an operator to its state in a savepoint, so a change of
 * one is a change that loses state; a golden file holds those of the example pipelines.
 *
 * <p>Names of nodes hold dashes, so no stage's word begins with another's and a dash, and two names stand apart by a
 * character that no name holds: else two nodes could share a uid.
 */
final class Uids {
    private Uids() {}

    static String source(String node) {
        return "source-" + node;
    }

    static String accepted(String node) {
        return "accepted-" + node;
    }

    static String time(String node) {
        return "time-" + node;
    }

    static String windowInput(String node) {
        return "prepare-" + node;
    }

    static String window(String node) {
        return "window-" + node;
    }

    static String encode(String sink, String from) {
        return "encode-" + sink + "/" + from;
    }

    static String kept(String sink) {
        return "kept-" + sink;
    }

    static String sink(String sink) {
        return "sink-" + sink;
    }
}
