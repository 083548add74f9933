package io.tidemark.yaml;

import io.tidemark.spec.FixtureSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fixture that was read.
 *
 * @param spec the fixture; null if there is any error
 * @param problems all errors, those of its pipeline first
 */
public record FixtureFile(@Nullable FixtureSpec spec, List<FileProblem> problems) {}
