package io.tidemark.window;

import io.tidemark.event.ImmutableTypeInfo;

/** Flink's type of what a window takes. */
public final class WindowInputTypeInfo extends ImmutableTypeInfo<WindowInput> {
    private static final long serialVersionUID = 1;

    private WindowInputTypeInfo(WindowPlan plan) {
        super(
                WindowInput.class,
                new WindowInputSerializer(plan.input(), plan.layout().serializer()));
    }

    /** Inputs of the window {@code plan}. */
    public static WindowInputTypeInfo of(WindowPlan plan) {
        return new WindowInputTypeInfo(plan);
    }
}
