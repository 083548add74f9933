package io.tidemark.yaml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The text of a file in UTF-8.
 *
 * @param text the whole text; empty if there is a problem
 * @param problem why there is no text, or null
 */
record FileText(String text, @Nullable FileProblem problem) {
    /** Reads {@code file}; {@code wanted} says what it should be. */
    static FileText read(Path file, String wanted) {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                return problem(file, 0, 0, "is a folder; " + wanted);
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            return problem(
                    file, 0, 0, (Files.exists(file) ? "cannot be read" : "there is no such file") + "; " + wanted);
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer text = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        String decoded = text.flip().toString();
        if (result.isError()) {
            SourceText source = new SourceText(decoded);
            int end = source.text().length();
            return problem(file, source.line(end), source.column(end), "the next byte is no UTF-8; text in UTF-8");
        }
        return new FileText(decoded, null);
    }

    private static FileText problem(Path file, int line, int column, String message) {
        return new FileText("", new FileProblem(file.toString(), line, column, "", message, false));
    }
}
