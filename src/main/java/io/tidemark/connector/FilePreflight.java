package io.tidemark.connector;

import io.tidemark.spec.ConnectorSpec;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks files and folders before a job starts; each problem is one line. */
public final class FilePreflight {
    private FilePreflight() {}

    /**
     * Checks that a source's files are there and can be read; a followed folder or glob may still be empty.
     *
     * @return what is wrong, or empty
     */
    public static Optional<String> input(ConnectorSpec.Files spec) {
        String path = spec.path();
        Path literal = Path.of(path);
        if (!Files.exists(literal) && !FileNames.isGlob(path)) {
            return Optional.of(path + ": no such file or folder");
        }
        List<String> files;
        try {
            files = FileNames.find(path);
        } catch (IOException e) {
            return Optional.of(path + ": cannot be listed: " + reason(e));
        }
        if (files.isEmpty()) {
            return spec.follow() ? Optional.empty() : Optional.of(path + ": no file in it, or none matches");
        }
        return files.stream()
                .filter(file -> !Files.isReadable(Path.of(file)))
                .findFirst()
                .map(file -> file + ": may not be read");
    }

    /**
     * Makes an output folder unless it is there, and checks that files can be created in it.
     *
     * @return what is wrong, or empty
     */
    public static Optional<String> output(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".tidemark-", ".probe"));
            return Optional.empty();
        } catch (FileAlreadyExistsException e) {
            return Optional.of(folder + ": is a file, not a folder");
        } catch (IOException e) {
            return Optional.of(folder + ": cannot be written to: " + reason(e));
        }
    }

    /** Exceptions of the file system often have but the path for a message. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException fileSystem && fileSystem.getReason() != null) {
            return fileSystem.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
