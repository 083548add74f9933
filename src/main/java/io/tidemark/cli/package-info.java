/** The command line, one class a command. */
@NullMarked
package io.tidemark.cli;

import org.jspecify.annotations.NullMarked;
