package io.tidemark.codec;

import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The message key of a row. One instance is used by one thread. */
public interface KeyEncoder<T> extends Serializable {
    /** The key's bytes, or null for no key. */
    byte @Nullable [] encode(T row);

    /** The source record's own key, of an event. */
    static KeyEncoder<Event> ofEvents() {
        return new OwnKeyOfEvent();
    }

    /**
     * Named fields of an event.
     *
     * @throws IllegalArgumentException if the schema lacks one
     */
    static KeyEncoder<Event> ofEvents(Schema schema, List<String> fields, KeyFormat format, TimeFormat times) {
        int[] indexes = fields.stream().mapToInt(schema::indexOf).toArray();
        List<Field> key = new ArrayList<>();
        for (int i = 0; i < indexes.length; i++) {
            if (indexes[i] < 0) {
                throw new IllegalArgumentException("no field '" + fields.get(i) + "'");
            }
            key.add(schema.field(indexes[i]));
        }
        return new FieldsOfEvent(indexes, new KeyWriter(new Schema(key), format, times));
    }

    /** The key fields of a window. */
    static KeyEncoder<WindowResult> ofResults(ResultSchema schema, KeyFormat format, TimeFormat times) {
        List<String> fields = schema.key().fields().stream().map(Field::name).toList();
        return ofResults(schema, fields, format, times);
    }

    /**
     * Named fields of a result: all that its row has.
     *
     * @throws IllegalArgumentException if the result lacks one
     */
    static KeyEncoder<WindowResult> ofResults(
            ResultSchema schema, List<String> fields, KeyFormat format, TimeFormat times) {
        List<Field> key =
                fields.stream().map(name -> FieldsOfResult.field(schema, name)).toList();
        return new FieldsOfResult(schema, fields.toArray(String[]::new), new KeyWriter(new Schema(key), format, times));
    }

    /** The key fields of an alert. */
    static KeyEncoder<Alert> ofAlerts(Schema key, KeyFormat format, TimeFormat times) {
        return ofAlerts(key, key.fields().stream().map(Field::name).toList(), format, times);
    }

    /**
     * Named fields of an alert: all that it has but labels and evidence.
     *
     * @param key the alert's key fields
     * @throws IllegalArgumentException if the alert lacks one
     */
    static KeyEncoder<Alert> ofAlerts(Schema key, List<String> fields, KeyFormat format, TimeFormat times) {
        List<Field> named =
                fields.stream().map(name -> FieldsOfAlert.field(key, name)).toList();
        return new FieldsOfAlert(fields.toArray(String[]::new), new KeyWriter(new Schema(named), format, times));
    }

    /** The source record's own key, of a side record. */
    static KeyEncoder<SideRecord> ofSideRecords() {
        return new OwnKeyOfSideRecord();
    }

    /** Named fields of the event in a side record; null where it has none of that name. */
    static KeyEncoder<SideRecord> ofSideRecords(List<String> fields, KeyFormat format, TimeFormat times) {
        return new FieldsOfSideRecord(fields.toArray(String[]::new), format, times);
    }

    /** See {@link #ofEvents()}. */
    record OwnKeyOfEvent() implements KeyEncoder<Event> {
        @Override
        public byte @Nullable [] encode(Event row) {
            return row.recordKey();
        }
    }

    /** See {@link #ofSideRecords()}. */
    record OwnKeyOfSideRecord() implements KeyEncoder<SideRecord> {
        @Override
        public byte @Nullable [] encode(SideRecord row) {
            return row.recordKey();
        }
    }
}
