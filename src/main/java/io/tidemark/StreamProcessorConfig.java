package io.tidemark;

import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.spec.WindowSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checked specification of a {@link StreamProcessor}, the same that a pipeline file yields.
 *
 * @param name the window's name; prefix of the operators' uids
 * @param fields the key fields and other fields, in the order they were given
 * @param window the window
 * @param watermark how time moves, or null if the stream brings its own watermarks
 */
public record StreamProcessorConfig(
        String name,
        List<FieldSpec> fields,
        WindowSpec window,
        @Nullable WatermarkSpec watermark) {}
