package io.tidemark.spec;

import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for SQL in tests: every word must be a field, a function or one of a few of SQL's own. */
public final class WordsChecker implements ExpressionChecker {
    private static final Pattern TOKEN = Pattern.compile("'[^']*'|([A-Za-z_][A-Za-z0-9_]*)(\\s*\\()?");
    private static final Set<String> SQL = Set.of("AND", "OR", "NOT", "IN", "FILTER", "WHERE", "IS", "NULL", "TRUE");

    @Override
    public Checked condition(String text, Schema schema) {
        return check(text, schema, FieldType.BOOLEAN);
    }

    @Override
    public Checked stepCondition(String text, Schema schema, List<String> steps) {
        String alone = text;
        for (String step : steps) {
            alone = alone.replaceAll("\\b" + step + "\\.", " ".repeat(step.length() + 1));
        }
        return condition(alone, schema);
    }

    @Override
    public Checked aggregate(String text, Schema schema, double accuracy) {
        return check(text, schema, FieldType.DOUBLE);
    }

    private static Checked check(String text, Schema schema, FieldType type) {
        List<Problem> problems = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            String word = matcher.group(1);
            if (word == null || matcher.group(2) != null || SQL.contains(word) || schema.indexOf(word) >= 0) {
                continue;
            }
            String before = text.substring(0, matcher.start());
            int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
            int column = matcher.start() - before.lastIndexOf('\n');
            problems.add(new Problem("", "there is no field " + word + "; those of the source", false, line, column));
        }
        return new Checked(problems, problems.isEmpty() ? type : null);
    }
}
