package io.tidemark.sql;

import java.math.BigDecimal;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A checked part of an expression.
 *
 * @param node how it is evaluated
 * @param type its type
 * @param place where it stands in the text
 * @param literal the number, if it is a numeric literal; it takes the type of the numbers beside it
 */
record Typed(
        Node node,
        SqlType type,
        SqlParserPos place,
        @Nullable BigDecimal literal) {
    static Typed of(Node node, SqlType type, SqlParserPos place) {
        return new Typed(node, type, place, null);
    }

    /** What stands for a part with an error, which has been reported. */
    static Typed unknown(SqlParserPos place) {
        return of(Constant.NULL, SqlType.UNKNOWN, place);
    }
}
