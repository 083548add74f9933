package io.tidemark.cli;

import io.tidemark.connector.FolderRemoval;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where one pipeline's checkpoints and savepoints live between runs. Held by one process at a time.
 *
 * <p>{@code checkpoints/JOB/chk-N} and {@code savepoints/savepoint-X} are Flink's; a snapshot is whole once its
 * {@code _metadata} is there. {@code finished} stands for a run that has read its inputs to their end.
 */
final class StateDirectory implements AutoCloseable {
    private static final String SAVEPOINT = "savepoint-";

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

    /**
     * Where the {@link StatefulNodes} of a job are. Flink names its checkpoints' folder by the job's id, a savepoint's by
     * the first six digits.
     */
    Path nodes(String jobId) {
        return directory.resolve("nodes").resolve(jobId.substring(0, 6));
    }

    /** Where those of the job are that took {@code snapshot}. */
    Path nodesOf(Path snapshot) {
        String name = directory.relativize(snapshot).getName(1).toString();
        return nodes(name.startsWith(SAVEPOINT) ? name.substring(SAVEPOINT.length()) : name);
    }

    /** Where a run keeps what no later one needs. */
    Path scratch() {
        return directory.resolve("tmp");
    }

    /** The newest whole checkpoint or savepoint, if there is one. */
    Optional<Path> newestSnapshot() throws IOException {
        return snapshots().stream()
                .max(Comparator.comparing(StateDirectory::modified))
                .map(metadata -> metadata.resolveSibling(""))
                .map(Path::toAbsolutePath);
    }

    private List<Path> snapshots() throws IOException {
        List<Path> snapshots = new ArrayList<>();
        for (Path root : List.of(checkpoints(), savepoints())) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root, 3)) {
                    files.filter(file -> file.endsWith("_metadata")).forEach(snapshots::add);
                }
            }
        }
        return snapshots;
    }

    /** Whether an earlier run has read its inputs to their end. */
    boolean isFinished() {
        return Files.exists(finished());
    }

    /** Remembers that the inputs have been read to their end. */
    void finish() throws IOException {
        Files.writeString(finished(), "");
    }

    private Path finished() {
        return directory.resolve("finished");
    }

    /** Forgets all earlier runs. */
    void clear() throws IOException {
        FolderRemoval.remove(checkpoints());
        FolderRemoval.remove(savepoints());
        FolderRemoval.remove(directory.resolve("nodes"));
        Files.deleteIfExists(finished());
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
