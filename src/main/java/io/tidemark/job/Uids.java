package io.tidemark.job;

/**
 * The uids of all operators: the pipeline's name, the stage's and the node's. They tie an operator to its state in a
 * savepoint, so a change of one, such as another name of the pipeline, is a change that loses state; a golden file holds
 * those of the example pipelines.
 *
 * <p>Names of nodes hold dashes, so no stage's word begins with another's and a dash, and two names stand apart by a
 * character that no name holds: else two nodes, or two processors of one job, could share a uid.
 *
 * @param pipeline the pipeline's name, or the name of a processor of the Java face
 */
public record Uids(String pipeline) {
    /** The one reader of a replay. */
    String reader() {
        return uid("replay");
    }

    String source(String node) {
        return uid("source-" + node);
    }

    String accepted(String node) {
        return uid("accepted-" + node);
    }

    String time(String node) {
        return uid("time-" + node);
    }

    String windowInput(String node) {
        return uid("prepare-" + node);
    }

    String window(String node) {
        return uid("window-" + node);
    }

    /** Rows of a window on their way to what reads them as events. */
    String rows(String reader) {
        return uid("rows-" + reader);
    }

    String alert(String node) {
        return uid("alert-" + node);
    }

    String cooldown(String node) {
        return uid("cooldown-" + node);
    }

    String encode(String sink, String from) {
        return uid("encode-" + sink + "/" + from);
    }

    String kept(String sink) {
        return uid("kept-" + sink);
    }

    String sink(String sink) {
        return uid("sink-" + sink);
    }

    private String uid(String stage) {
        return pipeline + "/" + stage;
    }
}
