package io.tidemark.cli;

import io.tidemark.connector.FolderRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.WebOptions;

/**
 * Where Flink inside this process keeps what it needs only while it runs: RocksDB's working files, uploads, unpacked
 * libraries. Closing deletes it, and so does the end of this JVM unless it is killed.
 */
final class ScratchFolder implements AutoCloseable {
    private final Path folder;
    private final Thread atExit = new Thread(this::remove, "remove scratch folder");

    private ScratchFolder(Path folder) {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** A new one below the system's temporary folder; {@code command} becomes part of its name. */
    static ScratchFolder temporary(String command) {
        try {
            return new ScratchFolder(Files.createTempDirectory("tidemark-" + command + "-"));
        } catch (IOException e) {
            throw new UserError(
                    ExitCodes.FAILED,
                    "no temporary folder can be made in " + System.getProperty("java.io.tmpdir")
                            + "; -Djava.io.tmpdir in TIDEMARK_JAVA_OPTS names another",
                    e);
        }
    }

    /** {@code folder}, which only this process uses; what an earlier, killed one has left in it is deleted. */
    static ScratchFolder at(Path folder) {
        if (!isListable(folder)) {
            return temporary("run");
        }
        try {
            FolderRemoval.remove(folder);
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UserError(ExitCodes.FAILED, folder + " cannot be written; --state names another folder", e);
        }
        return new ScratchFolder(folder);
    }

    /** Flink's option is a list of paths with these between them. */
    private static boolean isListable(Path folder) {
        return !folder.toString().contains(",") && !folder.toString().contains(System.getProperty("path.separator"));
    }

    /** The folder. */
    Path path() {
        return folder;
    }

    /** Makes Flink write here. */
    void configure(Configuration settings) {
        settings.set(CoreOptions.TMP_DIRS, folder.toString());
        settings.set(WebOptions.TMP_DIR, folder.toString());
    }

    private void remove() {
        try {
            FolderRemoval.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            remove();
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (UncheckedIOException | IllegalStateException e) {
            // The end of this JVM tries once more, or is under way.
        }
    }
}
