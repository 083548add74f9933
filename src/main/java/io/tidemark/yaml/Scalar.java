package io.tidemark.yaml;

/**
 * A scalar after substitution.
 *
 * @param text its text
 * @param kind what YAML's core schema takes it for
 * @param unresolved whether a variable in it was left as it stands, so that nothing but text can be made of it
 */
record Scalar(String text, Kind kind, boolean unresolved) {
    /** The core schema's kinds of scalars. Quoted and block scalars are text. */
    enum Kind {
        TEXT("is a text"),
        INTEGER("is a number"),
        FLOAT("is a number"),
        BOOLEAN("is a boolean"),
        NULL("has no value");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }
}
