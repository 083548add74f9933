package io.tidemark.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of compiling a text.
 *
 * @param value the compiled expression; null if and only if there is an error among the problems
 * @param problems all errors and warnings, in order of their places
 * @param <T> the kind of expression
 */
public record Compiled<T>(@Nullable T value, List<SqlProblem> problems) {}
