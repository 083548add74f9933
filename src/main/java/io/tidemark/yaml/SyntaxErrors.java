package io.tidemark.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says what a YAML syntax error means, and shows the quoted form of a value that YAML tore apart. */
final class SyntaxErrors {
    /** A key with a value on the same line, in a block mapping, a list or a flow mapping. */
    private static final Pattern ENTRY = Pattern.compile("([A-Za-z_][\\w.-]*)\\s*:[ \\t]+(?=\\S)");

    /** What no plain value can begin with, or what ends a value that only seems to be a whole one. */
    private static final String SPECIAL = "{[\"'`@%!&*|>";

    private static final Pattern UNDEFINED_ALIAS = Pattern.compile("undefined alias (\\S+)");

    private SyntaxErrors() {}

    /**
     * An error with its place.
     *
     * @param offset where to look
     * @param message what is wrong; what to write
     */
    record Explained(int offset, String message) {}

    static Explained explain(SourceText source, MarkedYamlEngineException error) {
        int place = error.getProblemMark()
                .or(error::getContextMark)
                .map(source::offset)
                .orElse(0);
        String problem = words(oneLine(error.getProblem()));
        Matcher alias = UNDEFINED_ALIAS.matcher(problem);
        if (alias.find()) {
            return noAnchor(source, place, alias.group(1));
        }
        Explained quoted = quotedForm(source, place, problem);
        if (quoted == null) {
            quoted = error.getContextMark()
                    .map(mark -> cutOff(source, source.offset(mark)))
                    .orElse(null);
        }
        if (quoted != null) {
            return quoted;
        }
        String context = error.getContextMark()
                .map(mark -> " (" + oneLine(error.getContext()) + " that begins at line " + (mark.getLine() + 1) + ")")
                .filter(text -> problem.contains("end of stream") || problem.contains("expected"))
                .orElse("");
        return new Explained(place, "YAML syntax: " + problem + context);
    }

    private static Explained noAnchor(SourceText source, int place, String name) {
        int lineStart = source.lineStart(place);
        Matcher entry = ENTRY.matcher(source.restOfLine(lineStart));
        String key = "";
        while (entry.find() && lineStart + entry.end() <= place) {
            key = lineStart + entry.end() == place ? entry.group(1) + ": " : "";
        }
        return new Explained(
                place,
                "there is no anchor " + name + " in front of this; write &" + name + " at what it stands for, or " + key
                        + Quoting.quote("*" + name) + " if it is a text");
    }

    /** The last entry on the line before the error whose value only quotes keep together. */
    private static @Nullable Explained quotedForm(SourceText source, int place, String problem) {
        int lineStart = source.lineStart(place);
        String line = source.restOfLine(lineStart);
        Matcher entry = ENTRY.matcher(line);
        Explained last = null;
        while (entry.find() && lineStart + entry.start() <= place) {
            int start = lineStart + entry.end();
            if (start > place) {
                break;
            }
            String before = line.substring(0, entry.start());
            String meant = Quoting.isFlow(before)
                    ? Quoting.meantInFlow(source, start)
                    : withoutComment(line.substring(entry.end()));
            if (isTorn(meant, place - start)) {
                last = new Explained(
                        start,
                        meant.startsWith("!")
                                ? Quoting.takenForTag(meant)
                                : "YAML tears this value apart (" + problem + "); write " + entry.group(1) + ": "
                                        + Quoting.quote(meant)
                                        + (meant.contains("${")
                                                ? ", or without braces around the whole if it is no text"
                                                : ""));
                break; // what follows stands inside this value
            }
        }
        return last;
    }

    /** An entry of the flow mapping that begins at {@code place} whose text {@code " #"} cuts off, and the bracket with it. */
    private static @Nullable Explained cutOff(SourceText source, int place) {
        String line = source.restOfLine(place);
        Matcher entry = ENTRY.matcher(line);
        while (entry.find()) {
            String value = line.substring(entry.end());
            int comment = value.indexOf(" #");
            char open = comment < 0 ? 0 : Quoting.openWith(value.substring(0, comment));
            if ((open == '\'' || open == '"' || open == ')') && value.indexOf(open, comment) >= 0) {
                String meant = Quoting.meantInFlow(source, place + entry.end());
                return new Explained(
                        place + entry.end(),
                        "\" #\" begins a comment and cuts the text off; write " + entry.group(1) + ": "
                                + Quoting.quote(meant));
            }
        }
        return null;
    }

    /** Whether the error {@code distance} behind the begin of {@code value} comes from that value. */
    private static boolean isTorn(String value, int distance) {
        if (distance > value.length() || value.isEmpty()) {
            return false;
        }
        if (SPECIAL.indexOf(value.charAt(0)) >= 0) {
            return goesOnBehindItself(value);
        }
        if (value.startsWith("- ")) {
            return true;
        }
        return value.contains(": ") || value.contains("'") || value.contains("\"") || value.contains("{");
    }

    /** Whether text follows the bracket or quote that closes what {@code value} begins with. */
    private static boolean goesOnBehindItself(String value) {
        char first = value.charAt(0);
        if ("{[\"'".indexOf(first) < 0) {
            return true;
        }
        for (int i = 1; i <= value.length(); i++) {
            if (!Quoting.isOpen(value.substring(0, i))) {
                return i < value.length() || value.startsWith("{{") || value.startsWith("{[");
            }
        }
        return false;
    }

    private static String withoutComment(String text) {
        int comment = text.indexOf(" #");
        return (comment < 0 || Quoting.isOpen(text.substring(0, comment)) ? text : text.substring(0, comment)).strip();
    }

    private static String words(String problem) {
        return problem.replaceAll("\\(Do not use .*? for indentation\\)", "")
                .replace("<block end>", "the end of the block")
                .replace("'<scalar>'", "more text")
                .replace("<scalar>", "more text")
                .replace("'<block mapping start>'", "a key that is indented differently")
                .replaceAll("found character '\\\\t\\(TAB\\)'.*", "a tab stands where only blanks may; blanks")
                .replaceAll("(?<=found ).\\((\\d+)\\)", "more text")
                .replace("\t", "TAB")
                .strip()
                .replaceAll("\\.$", "");
    }

    static String oneLine(@Nullable String text) {
        return text == null ? "" : text.replaceAll("\\s*\\n\\s*", " ").strip();
    }
}
