package io.tidemark.spec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a {@code from} names: a node's rows, or one of its side outputs.
 *
 * @param node the node's name
 * @param output which of its outputs
 */
public record NodeRef(String node, Output output) {
    /** A node's ways out. */
    public enum Output {
        /** Its events or results. */
        MAIN,
        /** Records that a source could not decode or trust: {@code SOURCE.rejected}. */
        REJECTED,
        /** Events behind time: {@code NODE.late}. */
        LATE,
        /** Events or results that an expression failed for: {@code NODE.failed}. */
        FAILED;

        /** The word after the dot, such as {@code late}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What kind of node has which side outputs. */
    public enum Kind {
        SOURCE(List.of(Output.REJECTED)),
        WINDOW(List.of(Output.LATE, Output.FAILED)),
        ALERT(List.of(Output.LATE, Output.FAILED));

        private final List<Output> sideOutputs;

        Kind(List<Output> sideOutputs) {
            this.sideOutputs = sideOutputs;
        }

        /** The side outputs of such a node. */
        public List<Output> sideOutputs() {
            return sideOutputs;
        }

        /** The word for it, such as {@code source}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The word for one of them, such as {@code a source}. */
        public String one() {
            return (this == ALERT ? "an " : "a ") + word();
        }
    }

    /** What {@code text}, {@code NODE} or {@code NODE.OUTPUT}, names; nothing if the word after the dot is none. */
    public static Optional<NodeRef> parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            return Optional.of(new NodeRef(text, Output.MAIN));
        }
        String word = text.substring(dot + 1);
        for (Output output : Output.values()) {
            if (output != Output.MAIN && output.word().equals(word)) {
                return Optional.of(new NodeRef(text.substring(0, dot), output));
            }
        }
        return Optional.empty();
    }

    /** As a file writes it. */
    @Override
    public String toString() {
        return output == Output.MAIN ? node : node + "." + output.word();
    }
}
