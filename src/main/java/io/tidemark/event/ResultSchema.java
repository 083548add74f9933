package io.tidemark.event;

import java.io.Serializable;

/**
 * The shape of a window's rows.
 *
 * @param node the window's name
 * @param key its key fields
 * @param aggregates its aggregates, in the file's order
 */
public record ResultSchema(String node, Schema key, Schema aggregates) implements Serializable {}
