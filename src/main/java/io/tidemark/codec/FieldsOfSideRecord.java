package io.tidemark.codec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.NamedValues;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The message key of named fields of a side record's event. */
final class FieldsOfSideRecord implements KeyEncoder<SideRecord> {
    private static final long serialVersionUID = 1;

    private final String[] fields;
    private final KeyFormat format;
    private final TimeFormat times;

    FieldsOfSideRecord(String[] fields, KeyFormat format, TimeFormat times) {
        this.fields = fields;
        this.format = format;
        this.times = times;
    }

    @Override
    public byte @Nullable [] encode(SideRecord row) {
        NamedValues event = row.event();
        if (event == null) {
            return null;
        }
        List<Field> key = new ArrayList<>();
        for (String name : fields) {
            int index = Arrays.asList(event.names()).indexOf(name);
            key.add(new Field(name, index < 0 ? FieldType.STRING : event.types()[index], true));
        }
        return new KeyWriter(new Schema(key), format, times).key(i -> event.value(fields[i]));
    }
}
