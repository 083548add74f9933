package io.tidemark.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The most memory that a process has had resident, by the kernel's own high-water mark. It is read while the process
 * lives, so what it took after the last look is not seen. Linux only.
 */
public final class MemoryPeak {
    private static final String MARK = "VmHWM:";

    private final Path status;
    private long bytes;

    /** Watches the process of this number. */
    public MemoryPeak(long pid) {
        this.status = Path.of("/proc", Long.toString(pid), "status");
    }

    /** Whether this system tells. */
    public static boolean isKnown() {
        return Files.isReadable(Path.of("/proc/self/status"));
    }

    /** Reads the mark; a process that has ended leaves it as it was. */
    public void look() {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(MARK)) {
                    String kibibytes =
                            line.substring(MARK.length()).replace("kB", "").strip();
                    bytes = Math.max(bytes, Long.parseLong(kibibytes) << 10);
                }
            }
        } catch (IOException e) {
            // It has ended, or this is no Linux.
        }
    }

    /** The highest mark seen, in bytes; 0 if none was. */
    public long bytes() {
        return bytes;
    }
}
