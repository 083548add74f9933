package io.tidemark.sql;

import java.io.StringReader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.impl.SimpleCharStream;
import org.apache.calcite.sql.parser.impl.SqlParserImpl;
import org.apache.calcite.sql.parser.impl.SqlParserImplConstants;
import org.apache.calcite.sql.parser.impl.Token;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.jspecify.annotations.Nullable;

/** Text to Calcite's syntax tree, with each error at the word that is wrong. */
final class ExpressionParser {
    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withQuoting(Quoting.BACK_TICK)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED)
            // Lets through all it can read, != and % among it; the checker says what is not ours.
            .withConformance(SqlConformanceEnum.BABEL);

    private static final Pattern LEXICAL = Pattern.compile("line (\\d+), column (\\d+)");

    private ExpressionParser() {}

    /**
     * Parses one expression.
     *
     * @param text the text
     * @param fields the names of fields
     * @param problems gets the error, if there is one
     * @return the syntax tree, or null after an error
     */
    static @Nullable SqlNode parse(String text, Set<String> fields, Problems problems) {
        ForeignSyntax.report(text, problems);
        if (problems.anyError()) {
            return null;
        }
        if (text.isBlank()) {
            problems.add(1, 1, "the expression is empty; write one such as status >= 500", false);
            return null;
        }
        FieldTokens tokens = new FieldTokens(new Characters(text), fields);
        SqlParserImpl parser = new SqlParserImpl(new StringReader(""));
        parser.ReInit(tokens);
        try {
            return SqlParser.create(new StringReader(text), CONFIG.withParserFactory(reader -> parser))
                    .parseExpression();
        } catch (SqlParseException e) {
            report(e, tokens, fields, problems);
        } catch (StackOverflowError e) {
            problems.add(1, 1, "the expression is nested too deeply; fewer parentheses", false);
        }
        return null;
    }

    private static void report(SqlParseException failure, FieldTokens tokens, Set<String> fields, Problems problems) {
        String message = String.valueOf(failure.getMessage());
        SqlParserPos place = failure.getPos();
        Matcher lexical = LEXICAL.matcher(message);
        if (hasCause(failure, StackOverflowError.class)) {
            problems.add(1, 1, "the expression is nested too deeply; fewer parentheses", false);
        } else if (message.startsWith("Lexical error") && lexical.find()) {
            problems.add(
                    Integer.parseInt(lexical.group(1)),
                    Integer.parseInt(lexical.group(2)),
                    "this character does not belong in an expression; there are fields, literals, functions and operators",
                    false);
        } else if (message.startsWith("Encountered") || message.startsWith("Incorrect syntax") || place == null) {
            unexpected(tokens, fields, problems);
        } else {
            problems.error(place, firstLine(message) + "; fields, literals, functions and operators");
        }
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static void unexpected(FieldTokens tokens, Set<String> fields, Problems problems) {
        Token token = tokens.last();
        if (token == null) {
            problems.add(1, 1, "not an expression; write one such as status >= 500", false);
            return;
        }
        String allowed = tokens.operandAtLast()
                ? "a field, a literal, a function or ( is expected"
                : "an operator such as = or AND, or the end is expected";
        if (fields.contains(token.image)) {
            allowed += "; the field is written `" + token.image + "`";
        }
        String what = token.kind == SqlParserImplConstants.EOF
                ? "the expression ends too early"
                : "'" + token.image.replace("`", "") + "' does not fit here";
        problems.add(token.beginLine, token.beginColumn, what + "; " + allowed, false);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    /** Counts a tab as one column, and never moves its buffer, so that looking ahead is safe. */
    private static final class Characters extends SimpleCharStream {
        Characters(String text) {
            super(new StringReader(text), 1, 1, text.length() + 4096);
            setTabSize(1);
        }
    }
}
