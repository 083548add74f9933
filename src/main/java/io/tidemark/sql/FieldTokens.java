package io.tidemark.sql;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.impl.SimpleCharStream;
import org.apache.calcite.sql.parser.impl.SqlParserImplConstants;
import org.apache.calcite.sql.parser.impl.SqlParserImplTokenManager;
import org.apache.calcite.sql.parser.impl.Token;
import org.jspecify.annotations.Nullable;

/**
 * The parser's tokens, with the words that are fields taken for names wherever an operand can start, whatever SQL
 * reserves: {@code user}, {@code timestamp}, {@code value}. A word that is a field stays a keyword if {@code (} or a
 * string follows ({@code count(}, {@code timestamp '…'}), and where no operand can start ({@code EXTRACT(year FROM t)},
 * {@code CAST(x AS date)}).
 */
final class FieldTokens extends SqlParserImplTokenManager {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Words that a field must be quoted for. */
    private static final Set<String> NEVER_FIELDS = Set.of(
            "AND", "OR", "NOT", "IS", "IN", "LIKE", "BETWEEN", "CASE", "WHEN", "THEN", "ELSE", "END", "NULL", "TRUE",
            "FALSE");

    /** Words that may stand where an operand can start without being a name. */
    private static final Set<String> SYNTAX = Set.of(
            "INTERVAL",
            "DISTINCT",
            "ALL",
            "BOTH",
            "LEADING",
            "TRAILING",
            "FROM",
            "WHERE",
            "SELECT",
            "UNKNOWN",
            "SYMMETRIC",
            "ASYMMETRIC");

    /** Words after which an operand can start. */
    private static final Set<String> BEFORE_OPERAND = Set.of(
            "AND",
            "OR",
            "IN",
            "LIKE",
            "ILIKE",
            "BETWEEN",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "ALL",
            "WHERE",
            "FROM",
            "FOR",
            "BOTH",
            "LEADING",
            "TRAILING",
            "ESCAPE",
            "SYMMETRIC",
            "ASYMMETRIC",
            "PLACING",
            "INTERVAL");

    private static final Set<String> OPERATORS =
            Set.of("(", ",", ".", "=", "<>", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "||");

    private static final Set<String> TIME_UNIT_FIRST = Set.of("EXTRACT", "TIMESTAMPADD", "TIMESTAMPDIFF");

    /** Names that the grammar reserves, and that are functions of ours or get an error that helps. */
    private static final Set<String> RESERVED_FUNCTIONS = Set.of("DAY", "CONTAINS", "CONVERT", "UUID");

    private final Set<String> fields;
    private @Nullable Token pending;
    private @Nullable Token last;
    private String previous = "";
    private boolean operand = true;
    private boolean operandAtLast = true;

    FieldTokens(SimpleCharStream stream, Set<String> fields) {
        super(stream);
        this.fields = fields;
    }

    /** The last token that the parser was given, which is where an error is; null before the first. */
    @Nullable
    Token last() {
        return last;
    }

    /** Whether an operand could have started at the {@link #last} token. */
    boolean operandAtLast() {
        return operandAtLast;
    }

    @Override
    public Token getNextToken() {
        Token token = pending == null ? super.getNextToken() : pending;
        pending = null;
        last = token;
        operandAtLast = operand;
        String image = token.image == null ? "" : token.image;
        String word = image.toUpperCase(Locale.ROOT);
        boolean name = operand && WORD.matcher(image).matches() && isName(token, word);
        if (name) {
            token.kind = SqlParserImplConstants.BACK_QUOTED_IDENTIFIER;
            token.image = "`" + image + "`";
        }
        operand = !name && operandAfter(word);
        previous = word;
        return token;
    }

    private boolean isName(Token token, String word) {
        if (NEVER_FIELDS.contains(word)) {
            return false;
        }
        pending = super.getNextToken();
        String next = pending.image == null ? "" : pending.image;
        if (next.equals("(")) {
            return RESERVED_FUNCTIONS.contains(word);
        }
        boolean clause = next.equalsIgnoreCase("BY") && (word.equals("ORDER") || word.equals("PARTITION"));
        if (next.startsWith("'") || clause) {
            return false;
        }
        return fields.contains(token.image)
                || (token.kind != SqlParserImplConstants.IDENTIFIER && !SYNTAX.contains(word));
    }

    private boolean operandAfter(String word) {
        return switch (word) {
            case "NOT" -> operand; // a prefix here; else it belongs to NOT IN, NOT LIKE, IS NOT NULL
            case "DISTINCT" -> operand; // count(DISTINCT x); else IS DISTINCT FROM
            case "(" -> !TIME_UNIT_FIRST.contains(previous);
            default -> OPERATORS.contains(word) || BEFORE_OPERAND.contains(word);
        };
    }
}
