package io.tidemark.event;

import java.io.Serializable;

/**
 * One named, typed place in a {@link Schema}.
 *
 * @param name the field's name as users write it
 * @param type the type of its values
 * @param nullable whether a value may be null
 */
public record Field(String name, FieldType type, boolean nullable) implements Serializable {}
