package io.tidemark.sql;

import static io.tidemark.sql.SqlType.LONG;
import static io.tidemark.sql.SqlType.TIMESTAMP;

import org.jspecify.annotations.Nullable;

/** The functions of timestamps, all in UTC. Those that take a unit have their own nodes. */
enum TimeFunction implements ScalarFunction {
    YEAR(part("YEAR(t)", "The year."), CalendarField.YEAR),
    QUARTER(part("QUARTER(t)", "1 to 4."), CalendarField.QUARTER),
    MONTH(part("MONTH(t)", "1 to 12."), CalendarField.MONTH),
    WEEK(part("WEEK(t)", "The ISO week, 1 to 53."), CalendarField.WEEK),
    DAYOFYEAR(part("DAYOFYEAR(t)", "1 to 366."), CalendarField.DOY),
    DAYOFMONTH(part("DAYOFMONTH(t), DAY(t)", "1 to 31."), CalendarField.DAY),
    DAYOFWEEK(part("DAYOFWEEK(t)", "Sunday 1 to Saturday 7."), CalendarField.DOW),
    HOUR(part("HOUR(t)", "0 to 23."), CalendarField.HOUR),
    MINUTE(part("MINUTE(t)", "0 to 59."), CalendarField.MINUTE),
    SECOND(part("SECOND(t)", "0 to 59."), CalendarField.SECOND),
    UNIX_MILLIS(part("UNIX_MILLIS(t)", "Milliseconds since 1970."), a -> a[0]),
    UNIX_SECONDS(part("UNIX_SECONDS(t)", "Whole seconds since 1970, towards the past."), CalendarField.EPOCH),
    TIMESTAMP_MILLIS(
            FunctionForm.of(TIMESTAMP, "TIMESTAMP_MILLIS(n)", "The time n milliseconds after 1970.", LONG), a -> a[0]),
    TIMESTAMP_SECONDS(
            FunctionForm.of(TIMESTAMP, "TIMESTAMP_SECONDS(n)", "The time n seconds after 1970.", LONG),
            a -> Math.multiplyExact((Long) a[0], 1000L));

    private final FunctionForm form;
    private final Body body;

    TimeFunction(FunctionForm form, Body body) {
        this.form = form;
        this.body = body;
    }

    TimeFunction(FunctionForm form, CalendarField field) {
        this(form, a -> field.of((Long) a[0]));
    }

    private static FunctionForm part(String usage, String sentence) {
        return FunctionForm.of(LONG, usage, sentence, TIMESTAMP);
    }

    @Override
    public FunctionForm form() {
        return form;
    }

    @Override
    public @Nullable Object apply(Object[] arguments) {
        return body.apply(arguments);
    }
}
