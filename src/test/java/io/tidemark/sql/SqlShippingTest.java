package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Row;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A compiled expression travels to workers that have no SQL parser. */
class SqlShippingTest {
    private static final List<String> TEXTS = List.of(
            "l > 5 AND s = 'abc' OR NOT b",
            "CASE l WHEN 7 THEN 'a' WHEN 8 THEN 'b' ELSE s || 'x' END",
            "COALESCE(nd, d * l, 1)",
            "dec / 3 + 1.5",
            "l IN (1, 7, l2) AND s IN ('abc') AND d BETWEEN 1 AND 2",
            "s LIKE 'a%' AND s ILIKE '_B_' AND REGEXP_LIKE(s, 'b') AND s LIKE s",
            "REGEXP_REPLACE(UPPER(TRIM(s)), 'B', 'x')",
            "CAST(t + INTERVAL '1' MONTH AS string)",
            "TIMESTAMPDIFF(DAY, t, FLOOR(t2 TO MONTH)) + EXTRACT(DOW FROM t) + YEAR(t)",
            "GREATEST(ROUND(d, 1), ABS(l), NULLIF(l2, 2)) IS NULL",
            "TRY_CAST('x' AS long) IS DISTINCT FROM 5",
            "CONCAT_WS('-', s, ns) || TO_BASE64(SHA256(s))",
            "CAST(CAST('12.345' AS decimal(5, 2)) AS string)",
            "NVL2(nl, SQRT(d), -l) % 1 IS NULL OR b".replace("% 1 ", ""),
            "l / zero");

    private static byte[] serialized(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object deserialized(byte[] bytes, ClassLoader loader) throws Exception {
        InputStream in = new ByteArrayInputStream(bytes);
        try (ObjectInputStream objects = new ObjectInputStream(in) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
                return Class.forName(description.getName(), false, loader);
            }
        }) {
            return objects.readObject();
        }
    }

    @Test
    void whatComesBackIsEqualAndSmall() throws Exception {
        for (String text : TEXTS) {
            Expression expression = SqlFixture.compiled(text);
            byte[] bytes = serialized(expression);
            Expression back = (Expression) deserialized(bytes, getClass().getClassLoader());

            assertThat(back.digest()).as(text).isEqualTo(expression.digest());
            assertThat(bytes.length).as(text).isLessThan(6000);
        }
    }

    @Test
    void itEvaluatesWhereThereIsNoCalcite() throws Exception {
        URL classes = Expression.class.getProtectionDomain().getCodeSource().getLocation();
        URL jspecify = Class.forName("org.jspecify.annotations.NullMarked")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
        try (URLClassLoader worker =
                new URLClassLoader(new URL[] {classes, jspecify}, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> worker.loadClass("org.apache.calcite.sql.SqlNode"))
                    .isInstanceOf(ClassNotFoundException.class);
            for (String text : TEXTS) {
                Object expression = deserialized(serialized(SqlFixture.compiled(text)), worker);
                assertThat(evaluatedIn(worker, expression)).as(text).isEqualTo(SqlFixture.evaluated(text));
            }
        }
    }

    private static String evaluatedIn(ClassLoader worker, Object expression) throws Exception {
        Class<?> rowType = worker.loadClass(Row.class.getName());
        Object row = Proxy.newProxyInstance(
                worker,
                new Class<?>[] {rowType},
                (proxy, method, arguments) -> SqlFixture.ROW.get((Integer) arguments[0]));
        Object type = expression.getClass().getMethod("type").invoke(expression);
        String word = (String) type.getClass().getMethod("word").invoke(type);
        try {
            Object value = expression.getClass().getMethod("evaluate", rowType).invoke(expression, row);
            return word + " " + (value instanceof java.math.BigDecimal decimal ? decimal.toPlainString() : value);
        } catch (java.lang.reflect.InvocationTargetException e) {
            assertThat(Objects.requireNonNull(e.getCause()).getClass().getName())
                    .isEqualTo(EvaluationException.class.getName());
            return "failure: " + e.getCause().getMessage();
        }
    }

    @Test
    void anAggregateExpressionShipsToo() throws Exception {
        AggregateCatalog catalog = new AggregateCatalog() {
            @Override
            public java.util.Set<String> names() {
                return java.util.Set.of("sum", "count");
            }

            @Override
            public Resolution resolve(Signature call) {
                return Resolution.of(io.tidemark.event.FieldType.LONG);
            }
        };
        AggregateExpression expression = Objects.requireNonNull(
                SqlCompiler.aggregate("sum(l) FILTER (WHERE b) + count(*)", SqlFixture.SCHEMA, catalog)
                        .value());
        AggregateExpression back = (AggregateExpression)
                deserialized(serialized(expression), getClass().getClassLoader());

        assertThat(back.calls()).isEqualTo(expression.calls());
        assertThat(back.outer().evaluate(index -> 2L)).isEqualTo(4L);
    }

    @Test
    void digestsAreTheSameForEqualExpressions() {
        List<String> digests = new ArrayList<>();
        for (String text : TEXTS) {
            digests.add(SqlFixture.compiled(text).digest());
        }
        assertThat(digests).doesNotHaveDuplicates();
        assertThat(SqlFixture.compiled("( l>5 ) AND b").digest())
                .isEqualTo(SqlFixture.compiled("l > 5 and b").digest());
    }
}
