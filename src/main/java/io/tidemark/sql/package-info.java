/** SQL expressions: compiled and checked at construction, evaluated on a row. */
@NullMarked
package io.tidemark.sql;

import org.jspecify.annotations.NullMarked;
