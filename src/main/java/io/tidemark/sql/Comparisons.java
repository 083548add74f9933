package io.tidemark.sql;

import io.tidemark.event.Row;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The nodes that compare values of one order. */
final class Comparisons {
    private Comparisons() {}

    /** {@code =}, {@code <} and so on. */
    enum Operator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }

    /** Null if either is null. */
    record Compare(Operator operator, Order order, Node left, Node right) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object a = left.eval(row);
            Object b = right.eval(row);
            if (a == null || b == null) {
                return null;
            }
            return switch (operator) {
                case EQUAL -> order.same(a, b);
                case NOT_EQUAL -> !order.same(a, b);
                case LESS -> order.compare(a, b) < 0;
                case LESS_OR_EQUAL -> order.compare(a, b) <= 0;
                case GREATER -> order.compare(a, b) > 0;
                case GREATER_OR_EQUAL -> order.compare(a, b) >= 0;
            };
        }
    }

    /** {@code IS DISTINCT FROM}; two nulls are the same. Never null. */
    record Distinct(Order order, Node left, Node right, boolean negated) implements Node {
        @Override
        public Object eval(Row row) {
            Object a = left.eval(row);
            Object b = right.eval(row);
            boolean distinct = a == null || b == null ? (a == null) != (b == null) : !order.same(a, b);
            return distinct != negated;
        }
    }

    /** {@code value >= low AND value <= high}; symmetric: the bounds in either order. */
    record Between(Order order, Node value, Node low, Node high, boolean symmetric, boolean negated) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object x = value.eval(row);
            Object a = low.eval(row);
            Object b = high.eval(row);
            Boolean inside = inside(x, a, b);
            if (symmetric && !Boolean.TRUE.equals(inside)) {
                Boolean turned = inside(x, b, a);
                inside = turned == null || turned ? turned : inside;
            }
            return inside == null ? null : (Boolean) (inside != negated);
        }

        private @Nullable Boolean inside(@Nullable Object x, @Nullable Object a, @Nullable Object b) {
            if (x == null) {
                return null;
            }
            if ((a != null && order.compare(x, a) < 0) || (b != null && order.compare(x, b) > 0)) {
                return Boolean.FALSE;
            }
            return a == null || b == null ? null : Boolean.TRUE;
        }
    }

    /**
     * {@code IN}: true at the first that equals, else null if the value or one of the list is null.
     *
     * @param constants the list's constants, canonical
     * @param nullListed whether NULL is one of them
     * @param others what else is in the list
     */
    record In(Order order, Node value, Set<Object> constants, boolean nullListed, List<Node> others, boolean negated)
            implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object x = value.eval(row);
            if (x != null && constants.contains(order.canonical(x))) {
                return !negated;
            }
            boolean unknown = nullListed || x == null;
            for (int i = 0; i < others.size(); i++) {
                Object other = others.get(i).eval(row);
                if (other == null) {
                    unknown = true;
                } else if (x != null && order.same(x, other)) {
                    return !negated;
                }
            }
            return unknown ? null : (Boolean) negated;
        }

        @Override
        public String toString() {
            // A set of its own order would make digests depend on chance.
            List<String> sorted = constants.stream()
                    .map(constant -> new Constant((java.io.Serializable) constant).toString())
                    .sorted()
                    .toList();
            return (negated ? "NotIn[" : "In[") + order + ", " + value + ", " + sorted + nullListed + others + "]";
        }
    }

    /** {@code GREATEST} and {@code LEAST}; null if any is null. */
    record Extreme(Order order, boolean greatest, List<Node> operands) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object best = null;
            boolean anyNull = false;
            for (int i = 0; i < operands.size(); i++) {
                Object value = operands.get(i).eval(row);
                if (value == null) {
                    anyNull = true;
                } else if (best == null
                        || (greatest ? order.compare(value, best) > 0 : order.compare(value, best) < 0)) {
                    best = value;
                }
            }
            return anyNull ? null : best;
        }
    }

    /** {@code NULLIF}: null if both are equal, else the first. */
    record NullIf(Order order, Node left, Node right) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object a = left.eval(row);
            Object b = right.eval(row);
            return a != null && b != null && order.same(a, b) ? null : a;
        }
    }
}
