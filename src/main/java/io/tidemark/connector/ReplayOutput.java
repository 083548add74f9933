package io.tidemark.connector;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The files of a replay: one a sink, {@code FOLDER/SINK.jsonl}, made of what {@link ReplaySink} spooled. */
public final class ReplayOutput {
    static final String RUN_SUFFIX = ".run";

    /** So many runs are merged at once: each takes an open file and a buffer. */
    private static final int FAN_IN = 64;

    private ReplayOutput() {}

    /**
     * Sorts a sink's rows by when they were due, node, key, start, end, revision and position into its file, and deletes
     * what was spooled. A sink without rows gets an empty file. Takes little memory, however many rows there are.
     *
     * @param folder the output folder
     * @param sink the sink's name
     * @return the file
     */
    public static Path finish(Path folder, String sink) throws IOException {
        List<Path> runs = new ArrayList<>(runs(folder, runPrefix(sink)));
        int merged = 0;
        while (runs.size() > FAN_IN) {
            List<Path> some = runs.subList(0, FAN_IN);
            Path target = folder.resolve(runPrefix(sink) + "m" + merged++ + RUN_SUFFIX);
            mergeRuns(some, target);
            some.clear();
            runs.add(target);
        }
        Path unfinished = folder.resolve("." + sink + ".jsonl");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16)) {
            merge(runs, row -> {
                out.write(row.json().getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            });
        }
        return Files.move(unfinished, folder.resolve(sink + ".jsonl"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes what was spooled for a sink of a replay that failed. */
    public static void discard(Path folder, String sink) throws IOException {
        for (Path run : runs(folder, runPrefix(sink))) {
            Files.delete(run);
        }
    }

    static String runPrefix(String sink) {
        return "." + sink + "~";
    }

    /** The files of {@code folder} whose names begin with {@code prefix}, in no order. */
    static List<Path> runs(Path folder, String prefix) throws IOException {
        List<Path> runs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder,
                file -> file.getFileName().toString().startsWith(prefix)
                        && file.getFileName().toString().endsWith(RUN_SUFFIX))) {
            files.forEach(runs::add);
        }
        return runs;
    }

    private static void mergeRuns(List<Path> runs, Path target) throws IOException {
        try (SpooledRow.Writer writer = new SpooledRow.Writer(target)) {
            merge(runs, writer::write);
        }
    }

    /** Hands on the rows of sorted runs in order and deletes the runs. */
    private static void merge(List<Path> runs, RowConsumer consumer) throws IOException {
        PriorityQueue<Run> queue = new PriorityQueue<>(Comparator.comparing(Run::row, SpooledRow.ORDER));
        try {
            for (Path path : runs) {
                Run.open(path, queue);
            }
            while (true) {
                Run run = queue.poll();
                if (run == null) {
                    break;
                }
                consumer.accept(run.row());
                run.advance(queue);
            }
        } finally {
            for (Run run : queue) {
                run.in.close();
            }
        }
        for (Path path : runs) {
            Files.delete(path);
        }
    }

    private interface RowConsumer {
        void accept(SpooledRow row) throws IOException;
    }

    /** A run that stands at a row. */
    private record Run(DataInputStream in, SpooledRow row) {
        static void open(Path path, PriorityQueue<Run> queue) throws IOException {
            enqueue(SpooledRow.open(path), queue);
        }

        void advance(PriorityQueue<Run> queue) throws IOException {
            enqueue(in, queue);
        }

        private static void enqueue(DataInputStream in, PriorityQueue<Run> queue) throws IOException {
            @Nullable SpooledRow row = SpooledRow.read(in);
            if (row == null) {
                in.close();
            } else {
                queue.add(new Run(in, row));
            }
        }
    }
}
