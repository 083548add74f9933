package io.tidemark.sql;

import io.tidemark.event.FieldType;

/** The type of an expression while it is checked: those of fields, and what only stands inside an expression. */
enum SqlType {
    STRING("a string"),
    LONG("a long"),
    DOUBLE("a double"),
    BOOLEAN("a boolean"),
    DECIMAL("a decimal"),
    TIMESTAMP("a timestamp"),
    LIST("a list"),
    /** The literal NULL, which goes with any type. */
    NULL("NULL"),
    /** A day-time interval: a Long in milliseconds. */
    MILLIS("an interval"),
    /** A year-month interval: a Long in months. */
    MONTHS("an interval of months"),
    /** Of what has been reported already; goes with any type, so that one mistake is one problem. */
    UNKNOWN("unknown");

    private final String words;

    SqlType(String words) {
        this.words = words;
    }

    static SqlType of(FieldType type) {
        return valueOf(type.name());
    }

    /** The field's type of this name; not for those that only stand inside an expression. */
    FieldType fieldType() {
        return FieldType.valueOf(name());
    }

    /** With its article, such as {@code a string}. */
    String words() {
        return words;
    }

    boolean numeric() {
        return this == LONG || this == DOUBLE || this == DECIMAL;
    }

    boolean interval() {
        return this == MILLIS || this == MONTHS;
    }

    /** Whether nothing can be said against this type yet. */
    boolean open() {
        return this == NULL || this == UNKNOWN;
    }
}
