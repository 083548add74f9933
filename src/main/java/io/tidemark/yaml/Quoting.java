package io.tidemark.yaml;

/** What people have to quote in YAML, and how that looks. */
final class Quoting {
    private Quoting() {}

    /** {@code text} as a quoted scalar. */
    static String quote(String text) {
        return text.contains("\"") || text.contains("\\") ? "'" + text.replace("'", "''") + "'" : '"' + text + '"';
    }

    /** Whether {@code text} ends inside a parenthesis, bracket, brace or quotes that it opens. */
    static boolean isOpen(String text) {
        return openWith(text) != 0;
    }

    /** The character that would close what {@code text} leaves open last, or 0. */
    static char openWith(String text) {
        StringBuilder expected = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(' || c == '[' || c == '{') {
                expected.append(c == '(' ? ')' : c == '[' ? ']' : '}');
            } else if (expected.length() > 0 && c == expected.charAt(expected.length() - 1)) {
                expected.setLength(expected.length() - 1);
            }
        }
        return quote != 0 ? quote : expected.length() > 0 ? expected.charAt(expected.length() - 1) : 0;
    }

    /** What to write in place of {@code text}, which begins with an exclamation mark. */
    static String takenForTag(String text) {
        return "YAML takes " + text.replaceAll("\\s.*", "") + " for a tag; write NOT "
                + text.replaceFirst("^!+\\s*", "") + " for a condition, or " + quote(text) + " for a text";
    }

    /** Whether a value stands in a flow mapping or sequence, by what is {@code before} it on its line. */
    static boolean isFlow(String before) {
        return before.contains("{") || before.contains("[");
    }

    /**
     * The text that begins at {@code start} and that its author meant as one value of a flow mapping or sequence: to the
     * next comma or closing bracket that stands in no parentheses or quotes, or to the end of the line.
     */
    static String meantInFlow(SourceText source, int start) {
        String line = source.restOfLine(start);
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if ((c == ',' || c == '}' || c == ']') && !isOpen(line.substring(0, i))) {
                return line.substring(0, i).strip();
            }
        }
        return line.strip();
    }
}
