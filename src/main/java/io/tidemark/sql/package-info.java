/**
 * SQL expressions: compiled and checked at construction, evaluated on a row.
 *
 * <p>{@link io.tidemark.sql.SqlCompiler} lets Calcite's parser make a syntax tree, in which words that are fields have
 * become names (FieldTokens); ExpressionBuilder and its fellows type every part, report every error at its own place,
 * and make the nodes that {@link io.tidemark.sql.Expression} ships to the workers. Calcite's validator is not asked: its
 * types are not the contract's (there, 1.5 is a double, beside a decimal a decimal, and a quotient of decimals has six
 * more digits), it stops at the first error, and compares strings with numbers. It is the oracle of the tests instead.
 *
 * <p>What the contract leaves open, settled here:
 *
 * <ul>
 *   <li>Numbers: a whole literal that does not fit a long is a decimal; any numeric literal beside a decimal is one;
 *       a decimal beside a double that is no literal becomes a double. {@code %} takes longs and decimals. Decimals have
 *       at most 1000 digits on either side of the point.
 *   <li>Failure beats null: all operands of an ordinary operator are evaluated, so that {@code null + 1 / 0} and
 *       {@code 1 / 0 + null} both fail. {@code IN} stops at the first that equals.
 *   <li>{@code /} of longs warns, unless it stands directly in {@code CAST(a / b AS long)}.
 *   <li>{@code GREATEST} and {@code LEAST} are null if one argument is; {@code NULLIF} has the common type of both.
 *   <li>Strings are ordered as {@link String#compareTo}; characters are counted as code points. A text made by an
 *       expression has at most 2^20 characters. Patterns of regular expressions are literals, and a match that looks
 *       at the text ten million times fails.
 *   <li>Casts to string are as JSON output writes the value; timestamps are ISO-8601 in UTC. Casts to long cut off;
 *       those to a sized decimal round half up. Text must be a number as a whole, blanks around it apart.
 *   <li>Times are UTC. Weeks begin on Monday, {@code DOW} is Sunday 1 to Saturday 7, {@code MILLISECOND} includes the
 *       seconds. An interval has one unit and is no value of its own.
 *   <li>A text has at most 10 000 characters and 200 levels of nesting (chains of AND, OR and || are one level).
 * </ul>
 */
@NullMarked
package io.tidemark.sql;

import org.jspecify.annotations.NullMarked;
