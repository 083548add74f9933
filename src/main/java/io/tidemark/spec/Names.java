package io.tidemark.spec;

import java.util.Optional;
import java.util.regex.Pattern;

/** What may be called how. Each check returns what is wrong with a name, or nothing. */
public final class Names {
    private static final Pattern PIPELINE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern NODE = Pattern.compile("[a-z][a-z0-9_-]*");
    private static final Pattern FIELD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int LONGEST_PIPELINE = 100;

    private Names() {}

    /** What is wrong with the name of a pipeline. */
    public static Optional<String> pipelineProblem(String name) {
        if (name.contains("${")) {
            return Optional.of("variables are not replaced in name; write the name itself");
        }
        if (name.length() > LONGEST_PIPELINE) {
            return Optional.of("the name has " + name.length() + " characters; at most " + LONGEST_PIPELINE);
        }
        return problem(PIPELINE, "pipeline name", name);
    }

    /** What is wrong with the name of a source, window, alert or sink. */
    public static Optional<String> nodeProblem(String name) {
        return problem(NODE, "name of a node", name);
    }

    /** What is wrong with the name of a field or an aggregate. */
    public static Optional<String> fieldProblem(String name) {
        return problem(FIELD, "name of a field", name);
    }

    /** What is wrong with the name of a pattern's step. */
    public static Optional<String> stepProblem(String name) {
        return problem(FIELD, "name of a step", name);
    }

    /** What is wrong with the name of a label. */
    public static Optional<String> labelProblem(String name) {
        return problem(FIELD, "name of a label", name);
    }

    private static Optional<String> problem(Pattern allowed, String what, String name) {
        return allowed.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("\"" + name + "\" is no " + what + "; " + allowed.pattern());
    }
}
