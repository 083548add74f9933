package io.tidemark.sql;

/**
 * Something wrong with the text of an expression.
 *
 * @param line line in the text, from 1
 * @param column column in that line, from 1, counted in UTF-16 units
 * @param message what is wrong; what is allowed, on one line
 * @param warning whether the expression can be evaluated all the same
 */
public record SqlProblem(int line, int column, String message, boolean warning) {}
