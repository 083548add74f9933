package io.tidemark.sql;

import static io.tidemark.sql.SqlType.BOOLEAN;
import static io.tidemark.sql.SqlType.LONG;
import static io.tidemark.sql.SqlType.STRING;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The functions of text. */
enum StringFunction implements ScalarFunction {
    UPPER(
            FunctionForm.of(STRING, "UPPER(text)", "In upper case.", STRING),
            a -> Text.bounded(text(a, 0).toUpperCase(Locale.ROOT))),
    LOWER(
            FunctionForm.of(STRING, "LOWER(text)", "In lower case.", STRING),
            a -> Text.bounded(text(a, 0).toLowerCase(Locale.ROOT))),
    INITCAP(
            FunctionForm.of(STRING, "INITCAP(text)", "The first letter of each word in upper case.", STRING),
            a -> Text.capitalized(text(a, 0))),
    CHAR_LENGTH(
            FunctionForm.of(
                    LONG,
                    "CHAR_LENGTH(text), CHARACTER_LENGTH, LENGTH",
                    "The number of characters (code points).",
                    STRING),
            a -> Text.length(text(a, 0))),
    LTRIM(
            FunctionForm.of(STRING, "LTRIM(text)", "Without blanks at the start.", STRING),
            a -> Text.trimmed(text(a, 0), " ", true, false)),
    RTRIM(
            FunctionForm.of(STRING, "RTRIM(text)", "Without blanks at the end.", STRING),
            a -> Text.trimmed(text(a, 0), " ", false, true)),
    SUBSTRING(
            FunctionForm.of(
                            STRING,
                            "SUBSTRING(text FROM start [FOR length]), SUBSTRING(text, start [, length]), SUBSTR",
                            "The characters from start, counted from 1.",
                            STRING,
                            LONG,
                            LONG)
                    .optional(1),
            a -> a.length == 2
                    ? Text.from(text(a, 0), number(a, 1))
                    : Text.substring(text(a, 0), number(a, 1), number(a, 2))),
    LEFT(
            FunctionForm.of(STRING, "LEFT(text, n)", "The first n characters.", STRING, LONG),
            a -> Text.left(text(a, 0), number(a, 1))),
    RIGHT(
            FunctionForm.of(STRING, "RIGHT(text, n)", "The last n characters.", STRING, LONG),
            a -> Text.right(text(a, 0), number(a, 1))),
    POSITION(
            FunctionForm.of(
                            LONG,
                            "POSITION(part IN text [FROM start])",
                            "The place of part, from 1; 0 if there is none.",
                            STRING,
                            STRING,
                            LONG)
                    .optional(1),
            a -> Text.position(text(a, 0), text(a, 1), a.length == 2 ? 1 : number(a, 2))),
    STRPOS(
            FunctionForm.of(LONG, "STRPOS(text, part)", "As POSITION(part IN text).", STRING, STRING),
            a -> Text.position(text(a, 1), text(a, 0), 1)),
    REPLACE(
            FunctionForm.of(STRING, "REPLACE(text, part, by)", "Each part replaced.", STRING, STRING, STRING),
            a -> Text.replaced(text(a, 0), text(a, 1), text(a, 2))),
    TRANSLATE(
            FunctionForm.of(
                    STRING,
                    "TRANSLATE(text, from, to)",
                    "Each character of from becomes that of to at its place; those without one are dropped.",
                    STRING,
                    STRING,
                    STRING),
            a -> Text.translated(text(a, 0), text(a, 1), text(a, 2))),
    OVERLAY(
            FunctionForm.of(
                            STRING,
                            "OVERLAY(text PLACING by FROM start [FOR length])",
                            "The characters from start replaced, as many as by has or length says.",
                            STRING,
                            STRING,
                            LONG,
                            LONG)
                    .optional(1),
            a -> Text.overlaid(
                    text(a, 0), text(a, 1), number(a, 2), a.length == 3 ? Text.length(text(a, 1)) : number(a, 3))),
    LPAD(
            FunctionForm.of(
                            STRING,
                            "LPAD(text, n [, pad])",
                            "Filled up at the start to n characters, or cut off at the end.",
                            STRING,
                            LONG,
                            STRING)
                    .optional(1),
            a -> Text.padded(text(a, 0), number(a, 1), a.length == 2 ? " " : text(a, 2), true)),
    RPAD(
            FunctionForm.of(
                            STRING,
                            "RPAD(text, n [, pad])",
                            "Filled up at the end to n characters, or cut off.",
                            STRING,
                            LONG,
                            STRING)
                    .optional(1),
            a -> Text.padded(text(a, 0), number(a, 1), a.length == 2 ? " " : text(a, 2), false)),
    REPEAT(
            FunctionForm.of(STRING, "REPEAT(text, n)", "The text n times.", STRING, LONG),
            a -> Text.repeated(text(a, 0), number(a, 1))),
    SPACE(FunctionForm.of(STRING, "SPACE(n)", "n blanks.", LONG), a -> Text.repeated(" ", number(a, 0))),
    REVERSE(
            FunctionForm.of(STRING, "REVERSE(text)", "The characters from last to first.", STRING),
            a -> new StringBuilder(text(a, 0)).reverse().toString()),
    STARTS_WITH(
            FunctionForm.of(BOOLEAN, "STARTS_WITH(text, part)", "Whether it begins so.", STRING, STRING),
            a -> text(a, 0).startsWith(text(a, 1))),
    ENDS_WITH(
            FunctionForm.of(BOOLEAN, "ENDS_WITH(text, part)", "Whether it ends so.", STRING, STRING),
            a -> text(a, 0).endsWith(text(a, 1))),
    SPLIT_PART(
            FunctionForm.of(
                    STRING,
                    "SPLIT_PART(text, delimiter, n)",
                    "The n-th part between delimiters, from 1; empty if there is none.",
                    STRING,
                    STRING,
                    LONG),
            a -> Text.part(text(a, 0), text(a, 1), number(a, 2))),
    ASCII(
            FunctionForm.of(
                    LONG, "ASCII(text)", "The number (code point) of the first character; 0 if there is none.", STRING),
            a -> text(a, 0).isEmpty() ? 0L : (long) text(a, 0).codePointAt(0)),
    CHR(
            FunctionForm.of(STRING, "CHR(n)", "The character with that number (code point).", LONG),
            a -> Text.character(number(a, 0))),
    MD5(
            FunctionForm.of(STRING, "MD5(text)", "The hash of its UTF-8 bytes, in hexadecimal.", STRING),
            a -> Text.hash("MD5", text(a, 0))),
    SHA1(
            FunctionForm.of(STRING, "SHA1(text)", "The hash of its UTF-8 bytes, in hexadecimal.", STRING),
            a -> Text.hash("SHA-1", text(a, 0))),
    SHA256(
            FunctionForm.of(STRING, "SHA256(text)", "The hash of its UTF-8 bytes, in hexadecimal.", STRING),
            a -> Text.hash("SHA-256", text(a, 0))),
    TO_BASE64(
            FunctionForm.of(STRING, "TO_BASE64(text)", "Its UTF-8 bytes in Base64.", STRING),
            a -> Text.bounded(Base64.getEncoder().encodeToString(text(a, 0).getBytes(StandardCharsets.UTF_8))));

    private final FunctionForm form;
    private final Body body;

    StringFunction(FunctionForm form, Body body) {
        this.form = form;
        this.body = body;
    }

    @Override
    public FunctionForm form() {
        return form;
    }

    @Override
    public @Nullable Object apply(Object[] arguments) {
        return body.apply(arguments);
    }

    private static String text(Object[] arguments, int index) {
        return (String) arguments[index];
    }

    private static long number(Object[] arguments, int index) {
        return (Long) arguments[index];
    }
}
