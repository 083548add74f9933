package io.tidemark.event;

/** Flink's type of one window's results; in state, changed aggregates are migrated by name. */
public final class WindowResultTypeInfo extends ImmutableTypeInfo<WindowResult> {
    private static final long serialVersionUID = 1;

    /** Results of {@code schema}. */
    public WindowResultTypeInfo(ResultSchema schema) {
        super(WindowResult.class, new WindowResultSerializer(schema));
    }
}
