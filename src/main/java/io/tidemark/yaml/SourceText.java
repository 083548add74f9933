package io.tidemark.yaml;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** The text of a file, with offsets in UTF-16 units from 0, lines and columns from 1. */
final class SourceText {
    private final String text;
    private final List<Integer> lineStarts = new ArrayList<>(List.of(0));

    SourceText(String text) {
        this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
        for (int i = 0; i < this.text.length(); i++) {
            char c = this.text.charAt(i);
            boolean crLf = c == '\r' && i + 1 < this.text.length() && this.text.charAt(i + 1) == '\n';
            if (c == '\n' || (c == '\r' && !crLf)) {
                lineStarts.add(i + 1);
            }
        }
    }

    String text() {
        return text;
    }

    /** The offset of a mark, which counts code points. */
    int offset(Mark mark) {
        return offsetOfCodePoint(mark.getIndex());
    }

    int offsetOfCodePoint(int index) {
        return text.offsetByCodePoints(0, Math.min(index, text.codePointCount(0, text.length())));
    }

    int start(Node node) {
        return node.getStartMark().map(this::offset).orElse(0);
    }

    int end(Node node) {
        return node.getEndMark().map(this::offset).orElse(text.length());
    }

    int line(int offset) {
        int low = 0;
        int high = lineStarts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (lineStarts.get(middle) <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low + 1;
    }

    int column(int offset) {
        return offset - lineStarts.get(line(offset) - 1) + 1;
    }

    /** The offset of the first character of the line that holds {@code offset}. */
    int lineStart(int offset) {
        return lineStarts.get(line(offset) - 1);
    }

    /** The offset behind the last character of the line that holds {@code offset}, line end not included. */
    int lineEnd(int offset) {
        int end = offset;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    /** What stands between {@code offset} and the end of its line. */
    String restOfLine(int offset) {
        return text.substring(offset, lineEnd(offset));
    }
}
