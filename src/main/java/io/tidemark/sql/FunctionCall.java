package io.tidemark.sql;

import io.tidemark.event.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of its arguments' values; null if one of them is null. All are evaluated first: a failure beats a null. */
record FunctionCall(ScalarFunction function, List<Node> arguments) implements Node {
    @Override
    public @Nullable Object eval(Row row) {
        Object[] values = new Object[arguments.size()];
        boolean anyNull = false;
        for (int i = 0; i < values.length; i++) {
            Object value = arguments.get(i).eval(row);
            if (value == null) {
                anyNull = true;
            } else {
                values[i] = value;
            }
        }
        if (anyNull) {
            return null;
        }
        Object result = function.apply(values);
        return result instanceof Double number ? Doubles.finite(number) : result;
    }
}
