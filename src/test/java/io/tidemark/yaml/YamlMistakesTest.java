package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that YAML takes apart, and texts that are none. */
class YamlMistakesTest {
    private static final String UNKNOWN_TOP =
            "; allowed: name, kafka, sources, windows, alerts, sinks, parallelism, flink";

    static List<Arguments> traps() {
        return List.of(
                Arguments.of(
                        Reader.window("where: !success"),
                        "8:12: windows.w.where: YAML takes !success for a tag; write NOT success for a condition, or"
                                + " \"!success\" for a text"),
                Arguments.of(
                        Reader.window("where: !success AND status > 1 # both"),
                        "8:12: windows.w.where: YAML takes !success for a tag; write NOT success AND status > 1 for a"
                                + " condition, or \"!success AND status > 1\" for a text"),
                Arguments.of(
                        Reader.HEAD
                                + "windows: { w: { from: s, key: [], where: !success, tumbling: 1m, aggregates: { n:"
                                + " count(*) } } }\nsinks: { out: { from: w, print: {} } }\n",
                        "3:42: yaml: YAML takes !success for a tag; write NOT success for a condition, or"
                                + " \"!success\" for a text"),
                Arguments.of(
                        Reader.HEAD
                                + "windows: { w: { from: s, key: [], tumbling: 1m, aggregates: { n: count(*) }, where:"
                                + " !success } }\nsinks: { out: { from: w, print: {} } }\n",
                        "3:85: windows.w.where: YAML takes !success for a tag; write NOT success for a condition, or"
                                + " \"!success\" for a text"),
                Arguments.of(
                        Reader.window("where: service = 'a #1'"),
                        "8:12: windows.w.where: \" #\" begins a comment and cuts the text off; write where: \"service ="
                                + " 'a #1'\", or a blank behind # for a comment"),
                Arguments.of(
                        Reader.window("where: {service}"),
                        "8:5: windows.w.where: is a mapping; SQL expression, in quotes: where: \"{service}\""),
                Arguments.of(
                        Reader.window("where: #status > 1"),
                        "8:5: windows.w.where: \" #\" begins a comment and cuts the text off; write where: \"#status >"
                                + " 1\", or a blank behind # for a comment"),
                Arguments.of(
                        Reader.HEAD
                                + "windows: { w: { from: s, key: [], tumbling: 1m, aggregates: { p: percentile(status,"
                                + " 95), n: count(*) } } }\nsinks: { out: { from: w, print: {} } }\n",
                        "3:66: windows.w.aggregates.p: YAML tears this value apart at the comma; write p:"
                                + " \"percentile(status, 95)\""),
                Arguments.of(
                        Reader.window("where: [status IN (1, 2)]"),
                        "8:5: windows.w.where: is a list; SQL expression, in quotes: where: \"[status IN (1, 2)]\""));
    }

    static List<Arguments> syntax() {
        return List.of(
                Arguments.of(
                        "windows: { w: { where: status IN ('a', 'b') } }",
                        "1:24: yaml: YAML tears this value apart (expected ',' or '}', but got more text); write where:"
                                + " \"status IN ('a', 'b')\""),
                Arguments.of(
                        "message: {service} slow",
                        "1:10: yaml: YAML tears this value apart (expected the end of the block, but found more text);"
                                + " write message: \"{service} slow\""),
                Arguments.of(
                        "a:\n  - message: \"{service}\" slow # now",
                        "2:14: yaml: YAML tears this value apart (expected the end of the block, but found more text);"
                                + " write message: '\"{service}\" slow'"),
                Arguments.of(
                        "where: service = 'a: b'",
                        "1:8: yaml: YAML tears this value apart (mapping values are not allowed here); write where:"
                                + " \"service = 'a: b'\""),
                Arguments.of(
                        "where: `user` = 'x'",
                        "1:8: yaml: YAML tears this value apart (found character '`' that cannot start any token); write"
                                + " where: \"`user` = 'x'\""),
                Arguments.of(
                        "where: { w: { where: service = 'a #1' } }",
                        "1:22: yaml: \" #\" begins a comment and cuts the text off; write where: \"service = 'a #1'\""),
                Arguments.of(
                        "a: *x",
                        "1:4: yaml: there is no anchor x in front of this; write &x at what it stands for, or a: \"*x\" if it is a text"),
                Arguments.of("a:\n\tb: 1", "2:1: yaml: YAML syntax: a tab stands where only blanks may; blanks"),
                Arguments.of("a:\t{ b: 1 }", "1:3: yaml: YAML syntax: a tab stands where only blanks may; blanks"),
                Arguments.of(
                        "where: - status > 0",
                        "1:8: yaml: YAML tears this value apart (sequence entries are not allowed here); write where:"
                                + " \"- status > 0\""),
                Arguments.of(
                        "where: > 5",
                        "1:8: yaml: YAML tears this value apart (expected a comment or a line break, but found more"
                                + " text); write where: \"> 5\""),
                Arguments.of(
                        "a:\n  b: 1\n c: 2",
                        "3:2: yaml: YAML syntax: expected the end of the block, but found a key that is indented"
                                + " differently (while parsing a block mapping that begins at line 1)"),
                Arguments.of(
                        "a: [1, 2\nb: 3",
                        "2:2: yaml: YAML syntax: expected ',' or ']', but got : (while parsing a flow sequence that"
                                + " begins at line 1)"),
                Arguments.of(
                        "a: \"\u0007\"",
                        "1:5: yaml: the character U+0007 is not allowed in YAML; in double quotes, \\u0007"),
                Arguments.of(
                        "a: " + "[".repeat(100_000) + "]".repeat(100_000),
                        "1:1: yaml: the file is nested too deeply to read; some hundred levels"),
                Arguments.of("# nothing", "1:1: yaml: the file is empty; a pipeline: name, sources, …"),
                Arguments.of(
                        "just text",
                        "1:1: is a text; a mapping of name, kafka, sources, windows, alerts, sinks, parallelism, flink"),
                Arguments.of(
                        "[1, 2]",
                        "1:1: is a list; a mapping of name, kafka, sources, windows, alerts, sinks, parallelism, flink"));
    }

    @ParameterizedTest
    @MethodSource({"traps", "syntax"})
    void oneLineSaysWhatToWrite(String text, String line) {
        assertThat(Reader.problems(text)).containsExactly(line);
    }

    @org.junit.jupiter.api.Test
    void secondDocumentIsAnErrorBehindThoseOfTheFirst() {
        assertThat(Reader.problems("nam: x\n---\nb: 2\n"))
                .containsExactly(
                        "1:1: nam: unknown key \"nam\"; did you mean name?",
                        "1:1: sources: is missing; at least one source",
                        "3:1: yaml: a second document begins here; one document a file");
        assertThat(Reader.problems("other: x\n")).contains("1:1: other: unknown key \"other\"" + UNKNOWN_TOP);
    }

    @org.junit.jupiter.api.Test
    void anchorsThatHoldThemselvesAndBombsEnd() {
        assertThat(Reader.problems(Reader.HEAD + "flink: &f { a: *f }\n"))
                .anySatisfy(line -> assertThat(line).contains("is nested deeper than 40 levels"));
        StringBuilder bomb = new StringBuilder("x-0: &a0 { pipeline.x: y }\n");
        for (int i = 1; i <= 9; i++) {
            bomb.append("x-").append(i).append(": &a").append(i).append(" {");
            for (int j = 0; j < 9; j++) {
                bomb.append(" k").append(j).append(": *a").append(i - 1).append(',');
            }
            bomb.append(" }\n");
        }
        assertThat(Reader.problems(bomb + Reader.HEAD + "flink: *a9\n"))
                .containsExactly("1:1: aliases make the file too large to read; fewer of them");
    }

    @org.junit.jupiter.api.Test
    void aliasWithoutAnchorIsSaidToBeOneWhereverItStands() {
        assertThat(Reader.problems(Reader.HEAD + "sinks: { w: { from: [s, *zz], print: {} } }\n"))
                .containsExactly("3:25: yaml: there is no anchor zz in front of this; write &zz at what it stands for,"
                        + " or \"*zz\" if it is a text");
        assertThat(Reader.problems("a: *zz\nb: &zz 1\n"))
                .containsExactly("1:4: yaml: there is no anchor zz in front of this; write &zz at what it stands for,"
                        + " or a: \"*zz\" if it is a text");
    }

    @org.junit.jupiter.api.Test
    void fileThatIsTooLongIsOneLine() {
        String comment = "# " + "x".repeat(10 << 20);
        assertThat(Reader.problems(comment))
                .containsExactly("1:1: yaml: has 10485762 characters; at most 10485760 are read");
    }

    @org.junit.jupiter.api.Test
    void commentsStayComments() {
        assertThat(Reader.problems(Reader.window("where: status > 1 # it's (one) of 2 comments")))
                .isEmpty();
        assertThat(Reader.problems(Reader.window("where: service = 'it''s' #the second")))
                .isEmpty();
    }
}
