package io.tidemark.event;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ordered, uniquely named fields of a stream's events. Immutable. */
public final class Schema implements Serializable {
    private static final long serialVersionUID = 1;

    private final List<Field> fields;
    private final Map<String, Integer> indexes = new HashMap<>();

    /**
     * @param fields the fields in order
     * @throws IllegalArgumentException if two fields have one name
     */
    public Schema(List<Field> fields) {
        this.fields = List.copyOf(fields);
        for (int i = 0; i < fields.size(); i++) {
            if (indexes.put(fields.get(i).name(), i) != null) {
                throw new IllegalArgumentException(
                        "two fields named " + fields.get(i).name());
            }
        }
    }

    /** The fields in order. */
    public List<Field> fields() {
        return fields;
    }

    /** The number of fields. */
    public int size() {
        return fields.size();
    }

    /** The field at {@code index}, from 0. */
    public Field field(int index) {
        return fields.get(index);
    }

    /** The index of the field called {@code name}, or -1. */
    public int indexOf(String name) {
        return indexes.getOrDefault(name, -1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schema schema && fields.equals(schema.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
