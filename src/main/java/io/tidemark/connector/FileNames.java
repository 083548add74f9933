package io.tidemark.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds the files that a path of a pipeline means: a file, all files of a folder and its folders, or a glob. */
final class FileNames {
    private static final String GLOB_CHARACTERS = "*?[{";

    private FileNames() {}

    /**
     * The files' paths as written or globbed, in order of name; those whose name, or the name of a folder below the
     * given one, begins with {@code .} are left out (a file sink's unfinished parts among them). Empty if nothing is
     * there.
     */
    static List<String> find(String path) throws IOException {
        Path literal = Path.of(path);
        if (Files.isDirectory(literal)) {
            return walk(literal, file -> true);
        }
        if (Files.exists(literal)) {
            return List.of(path);
        }
        if (!isGlob(path)) {
            return List.of();
        }
        Path folder = folderOf(path);
        PathMatcher matcher = matcher(path);
        return Files.isDirectory(folder) ? walk(folder, matcher) : List.of();
    }

    /** Whether a path that names no file is a glob. */
    static boolean isGlob(String path) {
        return path.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
    }

    /** The folder that a glob starts from: its names before the first with a wildcard. */
    static Path folderOf(String glob) {
        int wildcard = 0;
        while (GLOB_CHARACTERS.indexOf(glob.charAt(wildcard)) < 0) {
            wildcard++;
        }
        int slash = glob.lastIndexOf('/', wildcard);
        return Path.of(slash < 0 ? "" : slash == 0 ? "/" : glob.substring(0, slash));
    }

    private static PathMatcher matcher(String glob) throws IOException {
        try {
            return FileSystems.getDefault()
                    .getPathMatcher("glob:" + Path.of(glob).normalize());
        } catch (PatternSyntaxException e) {
            throw new IOException(glob + ": not a glob: " + e.getDescription(), e);
        }
    }

    private static List<String> walk(Path folder, PathMatcher matcher) throws IOException {
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(file -> matcher.matches(file.normalize()) && isVisible(folder.relativize(file)))
                    .filter(Files::isRegularFile)
                    .map(Path::toString)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean isVisible(Path below) {
        for (Path name : below) {
            if (name.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }
}
