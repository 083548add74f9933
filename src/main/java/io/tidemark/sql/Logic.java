package io.tidemark.sql;

import io.tidemark.event.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of three-valued logic: a Boolean, or null for unknown. */
final class Logic {
    private Logic() {}

    /** Left to right, up to the first that is false; a null goes on, for a false may follow. */
    record And(List<Node> operands) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Boolean result = Boolean.TRUE;
            for (int i = 0; i < operands.size(); i++) {
                Boolean value = (Boolean) operands.get(i).eval(row);
                if (value == null) {
                    result = null;
                } else if (!value) {
                    return Boolean.FALSE;
                }
            }
            return result;
        }
    }

    /** Left to right, up to the first that is true; a null goes on, for a true may follow. */
    record Or(List<Node> operands) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Boolean result = Boolean.FALSE;
            for (int i = 0; i < operands.size(); i++) {
                Boolean value = (Boolean) operands.get(i).eval(row);
                if (value == null) {
                    result = null;
                } else if (value) {
                    return Boolean.TRUE;
                }
            }
            return result;
        }
    }

    /** Null stays null. */
    record Not(Node operand) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Boolean value = (Boolean) operand.eval(row);
            return value == null ? null : (Boolean) !value;
        }
    }

    /** {@code IS NULL}, or with {@code negated} {@code IS NOT NULL}; never null. */
    record IsNull(Node operand, boolean negated) implements Node {
        @Override
        public Object eval(Row row) {
            return (operand.eval(row) == null) != negated;
        }
    }

    /** {@code IS TRUE}, {@code IS FALSE} and their negations; never null. */
    record Is(Node operand, boolean expected, boolean negated) implements Node {
        @Override
        public Object eval(Row row) {
            Boolean value = (Boolean) operand.eval(row);
            return (value != null && value == expected) != negated;
        }
    }
}
