package io.tidemark.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where one pipeline's checkpoints and savepoints live between runs. Held by one process at a time.
 *
 * <p>{@code checkpoints/JOB/chk-N} and {@code savepoints/savepoint-X} are Flink's; a snapshot is whole once its
 * {@code _metadata} is there.
 */
final class StateDirectory implements AutoCloseable {
    private final Path directory;
    private final FileChannel channel;

    private StateDirectory(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Makes {@code directory} where it is missing and takes it for this process.
     *
     * @throws UserError if it cannot be written, or another process has it
     */
    static StateDirectory open(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        FileChannel channel;
        try {
            Files.createDirectories(absolute);
            channel = FileChannel.open(absolute.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UserError(
                    ExitCodes.FAILED,
                    "the state directory " + directory + " cannot be written; --state names another",
                    e);
        }
        if (lock(channel) == null) {
            throw new UserError(
                    ExitCodes.FAILED,
                    "the state directory " + directory + " is in use by another run; --state names another");
        }
        return new StateDirectory(absolute, channel);
    }

    private static @Nullable FileLock lock(FileChannel channel) {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException | IOException e) {
            return null;
        }
    }

    /** Where checkpoints go. */
    Path checkpoints() {
        return directory.resolve("checkpoints");
    }

    /** Where savepoints go. */
    Path savepoints() {
        return directory.resolve("savepoints");
    }

    /** The newest whole checkpoint or savepoint, if there is one. */
    Optional<Path> newestSnapshot() throws IOException {
        return snapshots().stream()
                .max(Comparator.comparing(StateDirectory::modified))
                .map(metadata -> metadata.resolveSibling(""))
                .map(Path::toAbsolutePath);
    }

    private List<Path> snapshots() throws IOException {
        try (Stream<Path> files = Files.walk(directory, 4)) {
            return files.filter(file -> file.endsWith("_metadata")).toList();
        }
    }

    /** Forgets all snapshots. */
    void clear() throws IOException {
        delete(checkpoints());
        delete(savepoints());
    }

    /** Deletes {@code root} and all in it. */
    static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static long modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return Long.MIN_VALUE; // deleted meanwhile: not the newest
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock ends with the process at the latest.
        }
    }
}
