/** What the tests of several packages need: clusters and commands as processes of their own. */
@NullMarked
package io.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
