package io.tidemark.sql;

import io.tidemark.event.FieldType;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.DataContexts;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutable;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.jspecify.annotations.Nullable;

/** Calcite's own validator and evaluator, as an independent opinion. */
final class CalciteOracle {
    private static final RelDataTypeSystem TYPES = new RelDataTypeSystemImpl() {
        @Override
        public int getMaxPrecision(SqlTypeName type) {
            return type == SqlTypeName.DECIMAL ? 38 : super.getMaxPrecision(type);
        }

        @Override
        public boolean shouldConvertRaggedUnionTypesToVarying() {
            return true;
        }
    };

    private final FrameworkConfig config;

    CalciteOracle(List<io.tidemark.event.Field> fields) {
        SchemaPlus root = Frameworks.createRootSchema(true);
        root.add("T", new AbstractTable() {
            @Override
            public RelDataType getRowType(RelDataTypeFactory types) {
                RelDataTypeFactory.Builder row = types.builder();
                for (io.tidemark.event.Field field : fields) {
                    row.add(field.name(), type(types, field.type())).nullable(true);
                }
                return row.build();
            }
        });
        this.config = Frameworks.newConfigBuilder()
                .defaultSchema(root)
                .typeSystem(TYPES)
                .parserConfig(SqlParser.config()
                        .withQuoting(Quoting.BACK_TICK)
                        .withUnquotedCasing(Casing.UNCHANGED)
                        .withConformance(SqlConformanceEnum.BABEL))
                .sqlValidatorConfig(org.apache.calcite.sql.validate.SqlValidator.Config.DEFAULT.withConformance(
                        SqlConformanceEnum.BABEL))
                .build();
    }

    private static RelDataType type(RelDataTypeFactory types, FieldType type) {
        return switch (type) {
            case STRING -> types.createSqlType(SqlTypeName.VARCHAR);
            case LONG -> types.createSqlType(SqlTypeName.BIGINT);
            case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
            case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
            case DECIMAL -> types.createSqlType(SqlTypeName.DECIMAL, 12, 2);
            case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, 3);
            case LIST -> throw new IllegalArgumentException();
        };
    }

    /** One compiled expression. */
    record Compiled(RexExecutable executable, FieldType type) {
        /** The value for a row; what Calcite fails with goes through. */
        @Nullable
        Object evaluate(@Nullable Object[] row) {
            DataContext context = DataContexts.of(name -> name.equals("inputRecord") ? row : null);
            executable.setDataContext(context);
            @Nullable Object[] values = executable.execute();
            return values == null ? null : values[0];
        }
    }

    Compiled compile(String text) throws Exception {
        try (Planner planner = Frameworks.getPlanner(config)) {
            SqlNode query = planner.validate(planner.parse("SELECT " + text + " AS x FROM T"));
            Project project = (Project) planner.rel(query).rel;
            RexNode expression = project.getProjects().get(0);
            RexBuilder builder = project.getCluster().getRexBuilder();
            RexExecutable executable = RexExecutorImpl.getExecutable(
                    builder, List.of(expression), project.getInput().getRowType());
            return new Compiled(executable, fieldType(expression.getType().getSqlTypeName()));
        }
    }

    private static FieldType fieldType(SqlTypeName type) {
        return switch (type) {
            case VARCHAR, CHAR -> FieldType.STRING;
            case BIGINT, INTEGER -> FieldType.LONG;
            case DOUBLE -> FieldType.DOUBLE;
            case BOOLEAN -> FieldType.BOOLEAN;
            case DECIMAL -> FieldType.DECIMAL;
            case TIMESTAMP -> FieldType.TIMESTAMP;
            default -> throw new IllegalArgumentException(type.getName());
        };
    }
}
