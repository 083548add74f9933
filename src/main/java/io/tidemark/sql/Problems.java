package io.tidemark.sql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Collects what is wrong with one text. */
final class Problems {
    private final List<SqlProblem> problems = new ArrayList<>();

    void error(SqlParserPos place, String message) {
        add(place.getLineNum(), place.getColumnNum(), message, false);
    }

    void warning(SqlParserPos place, String message) {
        add(place.getLineNum(), place.getColumnNum(), message, true);
    }

    void add(int line, int column, String message, boolean warning) {
        SqlProblem problem = new SqlProblem(Math.max(1, line), Math.max(1, column), message, warning);
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /** Takes back the warnings at a place. */
    void withdrawWarnings(SqlParserPos place) {
        problems.removeIf(problem ->
                problem.warning() && problem.line() == place.getLineNum() && problem.column() == place.getColumnNum());
    }

    boolean anyError() {
        return problems.stream().anyMatch(problem -> !problem.warning());
    }

    /** All problems in order of their places. */
    List<SqlProblem> sorted() {
        return problems.stream()
                .sorted(Comparator.comparingInt(SqlProblem::line).thenComparingInt(SqlProblem::column))
                .toList();
    }
}
