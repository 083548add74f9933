package io.tidemark.sql;

import java.util.List;

/**
 * What a function takes and gives.
 *
 * @param usage as the reference shows it
 * @param sentence what it does
 * @param parameters the types of its arguments; {@link SqlType#UNKNOWN} stands for any number
 * @param required how many arguments there must be
 * @param repeated whether the last parameter may be repeated
 * @param result the type of its value; {@link SqlType#UNKNOWN}: of its first argument
 */
record FunctionForm(
        String usage, String sentence, List<SqlType> parameters, int required, boolean repeated, SqlType result) {

    /** A function with exactly these arguments. */
    static FunctionForm of(SqlType result, String usage, String sentence, SqlType... parameters) {
        return new FunctionForm(usage, sentence, List.of(parameters), parameters.length, false, result);
    }

    /** The same with the last {@code count} arguments optional. */
    FunctionForm optional(int count) {
        return new FunctionForm(usage, sentence, parameters, required - count, repeated, result);
    }

    /** The same with the last argument repeatable. */
    FunctionForm repeatable() {
        return new FunctionForm(usage, sentence, parameters, required, true, result);
    }

    SqlType parameter(int index) {
        return parameters.get(Math.min(index, parameters.size() - 1));
    }

    boolean takes(int count) {
        return count >= required && (repeated || count <= parameters.size());
    }
}
