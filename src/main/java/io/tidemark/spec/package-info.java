/** What the user asked for: records with their defaults, and the validator that returns all problems. */
@NullMarked
package io.tidemark.spec;

import org.jspecify.annotations.NullMarked;
