package io.tidemark.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Looks over a text, before it is parsed, for what other languages write and SQL does not: {@code ==}, {@code &&},
 * {@code "text"}, {@code ? :}, {@code !b}, comments, open quotes and parentheses. The parser would name the wrong place, or take a
 * comment for an end.
 */
final class ForeignSyntax {
    private final String text;
    private final Problems problems;
    private int at;
    private int line = 1;
    private int lineStart;
    private final Deque<SqlProblem> open = new ArrayDeque<>();

    private ForeignSyntax(String text, Problems problems) {
        this.text = text;
        this.problems = problems;
    }

    /** Reports everything of this kind in {@code text}. */
    static void report(String text, Problems problems) {
        new ForeignSyntax(text, problems).scan();
    }

    private void scan() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n' || (c == '\r' && peek(1) != '\n')) {
                line++;
                lineStart = at + 1;
                at++;
            } else if (c == '\'' || c == '`' || c == '"') {
                quoted(c);
            } else {
                at += symbol(c);
            }
        }
        for (SqlProblem parenthesis : open) {
            problems.add(parenthesis.line(), parenthesis.column(), parenthesis.message(), false);
        }
    }

    private void parenthesis(char c) {
        if (c == '(') {
            open.push(new SqlProblem(line, at - lineStart + 1, "this ( is never closed; each ( needs a )", false));
        } else if (open.isEmpty()) {
            error("this ) closes nothing; each ( needs a )");
        } else {
            open.pop();
        }
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private void error(String message) {
        problems.add(line, at - lineStart + 1, message, false);
    }

    private void quoted(char quote) {
        int end = at + 1;
        while (end < text.length()) {
            if (text.charAt(end) == quote) {
                if (end + 1 < text.length() && text.charAt(end + 1) == quote) {
                    end++;
                } else {
                    break;
                }
            }
            end++;
        }
        if (end >= text.length()) {
            error("this " + quote + " is never closed; a string is 'text', a ' in it is ''");
        } else if (quote == '"') {
            String inside = text.substring(at + 1, end);
            error("\"" + abbreviated(inside) + "\" is not SQL here; write a string as '" + abbreviated(inside)
                    + "', a field's name as `" + abbreviated(inside) + "`");
        }
        for (int i = at; i < Math.min(end, text.length()); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        at = Math.min(end + 1, text.length());
    }

    private static String abbreviated(String inside) {
        String oneLine = inside.replaceAll("\\s+", " ");
        return oneLine.length() <= 20 ? oneLine : oneLine.substring(0, 20) + "…";
    }

    /** Reports a symbol that is not SQL; returns how many characters to go on. */
    private int symbol(char c) {
        String pair = c + String.valueOf(peek(1));
        String message = ofPair(pair);
        if (message != null) {
            error(message);
            return pair.equals("==") && peek(2) == '=' ? 3 : 2;
        }
        if (pair.equals("||") || pair.equals("!=") || pair.equals("<>") || pair.equals("<=") || pair.equals(">=")) {
            return 2;
        }
        if (c == '(' || c == ')') {
            parenthesis(c);
        }
        message = ofCharacter(c);
        if (message != null) {
            error(message);
        }
        return 1;
    }

    private static @Nullable String ofPair(String pair) {
        return switch (pair) {
            case "==" -> "'==' is not SQL; write = to compare";
            case "&&" -> "'&&' is not SQL; write AND";
            case "::" -> "'::' is not available; write CAST(x AS type)";
            case "--", "//", "/*" -> "'" + pair + "' would begin a comment; there are no comments in an expression";
            case "=~", "!~" -> "'" + pair + "' is not SQL; write REGEXP_LIKE(text, 'pattern')";
            default -> null;
        };
    }

    private static @Nullable String ofCharacter(char c) {
        return switch (c) {
            case '!' -> "'!' is not SQL; write NOT";
            case '?' -> "'?' is not SQL; write CASE WHEN condition THEN a ELSE b END";
            case ';' -> "';' does not belong here; one expression only";
            case '‘', '’', '“', '”', '„' -> "typographic quotes are not SQL; a string is 'text'";
            case '&', '|', '^', '~' -> "'" + c + "' is not available; the logical operators are AND, OR, NOT";
            case '{', '}', '[', ']', '$', '#', '@', '\\' ->
                "'" + c + "' is not SQL; there are fields, literals, functions and operators";
            default -> null;
        };
    }
}
