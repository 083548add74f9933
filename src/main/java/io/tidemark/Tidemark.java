package io.tidemark;

/** The entry point of the fat jar. */
public final class Tidemark {
    private Tidemark() {}

    /** Runs the command line. */
    public static void main(String[] args) {
        throw new IllegalArgumentException("usage: PIPELINE.yaml");
    }
}
