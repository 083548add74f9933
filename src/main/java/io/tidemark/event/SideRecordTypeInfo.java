package io.tidemark.event;

/** Flink's type of {@link SideRecord}s, whatever node they are from. */
public final class SideRecordTypeInfo extends ImmutableTypeInfo<SideRecord> {
    /** The only instance needed. */
    public static final SideRecordTypeInfo INSTANCE = new SideRecordTypeInfo();

    private static final long serialVersionUID = 1;

    private SideRecordTypeInfo() {
        super(SideRecord.class, SideRecordSerializer.INSTANCE);
    }
}
