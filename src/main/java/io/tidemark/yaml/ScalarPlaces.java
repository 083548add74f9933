package io.tidemark.yaml;

import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Where each character of a scalar's value stands in the file, whatever its style: escapes, folded lines and indentation
 * are followed.
 */
final class ScalarPlaces {
    private final String source;
    private final String value;
    private final ScalarStyle style;
    private final int[] offsets;
    private int at;

    ScalarPlaces(SourceText text, ScalarNode node) {
        this.source = text.text();
        this.value = node.getValue();
        this.style = node.getScalarStyle();
        this.offsets = new int[value.length() + 1];
        this.at = contentStart(text, node);
        for (int i = 0; i < value.length(); i++) {
            step(i);
        }
        offsets[value.length()] = Math.min(at, text.end(node));
    }

    /** The offset in the file of the character at {@code index} of the value; of its end for the value's length. */
    int offset(int index) {
        return offsets[Math.min(index, value.length())];
    }

    /** The offset where the scalar begins, behind its tag and anchor; for quoted ones that of the quote. */
    static int start(SourceText text, ScalarNode node) {
        int at = text.start(node);
        String source = text.text();
        int end = text.end(node);
        while (at < end && (source.charAt(at) == '!' || source.charAt(at) == '&')) {
            while (at < end && !Character.isWhitespace(source.charAt(at))) {
                at++;
            }
            while (at < end && Character.isWhitespace(source.charAt(at))) {
                at++;
            }
        }
        return at;
    }

    private static int contentStart(SourceText text, ScalarNode node) {
        int start = start(text, node);
        return switch (node.getScalarStyle()) {
            case SINGLE_QUOTED, DOUBLE_QUOTED -> start + 1;
            case LITERAL, FOLDED ->
                Math.min(text.lineEnd(start) + 1, text.text().length());
            default -> start;
        };
    }

    private void step(int index) {
        char c = value.charAt(index);
        if (style == ScalarStyle.DOUBLE_QUOTED && at < source.length() && skipContinuation() && escape(index)) {
            return;
        }
        if (Character.isWhitespace(c)) {
            // A blank may stand for a fold: the next visible character finds its place by itself.
            offsets[index] = at;
            if (at < source.length() && source.charAt(at) == c) {
                at++;
            }
            return;
        }
        while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
            at++;
        }
        if (style == ScalarStyle.DOUBLE_QUOTED && at < source.length() && skipContinuation() && escape(index)) {
            return;
        }
        offsets[index] = at;
        at += style == ScalarStyle.SINGLE_QUOTED && c == '\'' ? 2 : 1;
    }

    /** Skips a backslash at the end of a line, and the indentation of the next one. Always true. */
    private boolean skipContinuation() {
        while (at + 1 < source.length()
                && source.charAt(at) == '\\'
                && (source.charAt(at + 1) == '\n' || source.charAt(at + 1) == '\r')) {
            at++;
            while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
                at++;
            }
        }
        return true;
    }

    /** Takes an escape sequence for the character at {@code index}, if one stands here. */
    private boolean escape(int index) {
        if (source.charAt(at) != '\\' || at + 1 >= source.length()) {
            return false;
        }
        offsets[index] = at;
        boolean pairGoesOn = Character.isHighSurrogate(value.charAt(index));
        if (!pairGoesOn) {
            at += switch (source.charAt(at + 1)) {
                case 'x' -> 4;
                case 'u' -> 6;
                case 'U' -> 10;
                default -> 2;
            };
        } else if (source.charAt(at + 1) == 'u') {
            at += 6; // each half has an escape of its own
        }
        return true;
    }
}
