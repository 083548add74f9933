package io.tidemark.spec;

import java.util.ArrayList;
import java.util.List;

/**
 * An alert's message as a file writes it: text with places for values, {@code {field}}, {@code {step.field}} or
 * {@code {step.count}}; <code>{{</code> is a brace.
 *
 * @param texts what stands between the places, first and last included: one more than there are places
 * @param places the places in order
 */
public record MessageText(List<String> texts, List<Place> places) {
    /**
     * A place for a value.
     *
     * @param name what stands between the braces, such as {@code service} or {@code failed.ip}
     * @param column of its first character in the text, in UTF-16 units, from 1
     */
    public record Place(String name, int column) {}

    /** A text that is no message. */
    public static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        private final int column;

        Malformed(String message, int column) {
            super(message, null, false, false);
            this.column = column;
        }

        /** Where, in UTF-16 units, from 1. */
        public int column() {
            return column;
        }
    }

    /**
     * Reads {@code text}.
     *
     * @throws Malformed if a brace is not closed or has no name in it; the message is for users
     */
    public static MessageText parse(String text) throws Malformed {
        List<String> texts = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        StringBuilder between = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char each = text.charAt(at);
            if (each != '{') {
                between.append(each);
                at++;
            } else if (text.startsWith("{{", at)) {
                between.append('{');
                at += 2;
            } else {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw new Malformed("this { is not closed; {field}, or {{ for a brace", at + 1);
                }
                String name = text.substring(at + 1, end).strip();
                if (!name.matches("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?")) {
                    throw new Malformed(
                            "\"{" + name + "}\" names no field; {field}, {step.field}, {step.count}, or {{ for a brace",
                            at + 1);
                }
                places.add(new Place(name, at + 2));
                texts.add(between.toString());
                between.setLength(0);
                at = end + 1;
            }
        }
        texts.add(between.toString());
        return new MessageText(List.copyOf(texts), List.copyOf(places));
    }
}
