package io.tidemark.event;

/** Flink's type of {@link Alert}s, whatever node they are from. */
public final class AlertTypeInfo extends ImmutableTypeInfo<Alert> {
    /** The only instance needed. */
    public static final AlertTypeInfo INSTANCE = new AlertTypeInfo();

    private static final long serialVersionUID = 1;

    private AlertTypeInfo() {
        super(Alert.class, AlertSerializer.INSTANCE);
    }
}
