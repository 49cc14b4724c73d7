package dev.gyre.tornado;

import dev.gyre.engine.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A directory that keeps, from one process to the next, the code that TornadoVM generated, and which kernels are proven on which device.
 * So a kernel is compiled once per machine.
 *
 * <pre>
 * &lt;key&gt;.code    the code of stages with any number of items; {@link KernelKeys} makes the key
 * &lt;key&gt;.proven  a kernel that gave the right answer on a device
 * both:         a line "gyre 1 &lt;SHA-256 of the content&gt;", then the content
 * </pre>
 *
 * <p>Entries appear complete or not at all, so several processes may share a directory. An entry that cannot be read, or has a wrong
 * checksum, counts as missing. An entry that cannot be written is not kept; no call fails because of that. When the directory has grown
 * beyond its limit, the entries that were not used for the longest time are removed. Safe for use by several threads.
 */
final class KernelCache {

    /** Some thousands of kernels: each needs 2 to 60 KB. */
    private static final long LIMIT_BYTES = 256L << 20;

    /** The directory is measured at a process's first write, and again after each so many bytes. */
    private static final long MEASURE_BYTES = 16L << 20;

    /** An entry's time of use is noted once a day. */
    private static final Duration USE_STEP = Duration.ofDays(1);

    private static final String CODE = ".code";
    private static final String PROVEN = ".proven";
    private static final String HEADER = "gyre 1 ";

    private final Path directory;
    private final long limitBytes;
    private final AtomicLong unmeasured = new AtomicLong(MEASURE_BYTES);

    KernelCache(Path directory) {
        this(directory, LIMIT_BYTES);
    }

    KernelCache(Path directory, long limitBytes) {
        this.directory = directory.toAbsolutePath();
        this.limitBytes = limitBytes;
    }

    /** Returns the code that is kept under a key. */
    Optional<String> code(String key) {
        return read(key + CODE);
    }

    /** Keeps code under a key. */
    void keep(String key, String code) {
        write(key + CODE, code);
    }

    /** Tells whether a kernel is proven. */
    boolean isProven(String key) {
        return read(key + PROVEN).isPresent();
    }

    /** Notes that a kernel is proven, with a text that names the kernel and the machine. */
    void prove(String key, String description) {
        write(key + PROVEN, description);
    }

    private Optional<String> read(String name) {
        Path file = directory.resolve(name);
        try {
            String all = Files.readString(file);
            int end = all.indexOf('\n');
            String content = all.substring(end + 1);
            if (end < 0 || !all.substring(0, end).equals(header(content))) {
                return Optional.empty();
            }
            noteUse(file);
            return Optional.of(content);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void noteUse(Path file) {
        try {
            Instant now = Instant.now();
            if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(USE_STEP))) {
                Files.setLastModifiedTime(file, FileTime.from(now));
            }
        } catch (IOException e) {
            // The entry looks older than it is, and may be removed sooner.
        }
    }

    private void write(String name, String content) {
        byte[] bytes = (header(content) + "\n" + content).getBytes(StandardCharsets.UTF_8);
        try {
            Files.createDirectories(directory);
            try (AtomicFile file = AtomicFile.create(directory.resolve(name))) {
                file.stream().write(bytes);
                file.commit();
            }
            if (unmeasured.addAndGet(bytes.length) >= MEASURE_BYTES) {
                unmeasured.set(0);
                shrink();
            }
        } catch (IOException | UncheckedIOException e) {
            // The kernel is compiled again next time.
        }
    }

    private static String header(String content) {
        return HEADER + KernelKeys.hash(content);
    }

    private record Entry(Path file, long bytes, Instant used) {}

    private void shrink() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                try {
                    entries.add(new Entry(
                            file,
                            Files.size(file),
                            Files.getLastModifiedTime(file).toInstant()));
                } catch (IOException e) {
                    // Another process has just removed or renamed the file.
                }
            }
        }
        long bytes = entries.stream().mapToLong(Entry::bytes).sum();
        entries.sort(Comparator.comparing(Entry::used));
        for (Entry entry : entries) {
            if (bytes <= limitBytes) {
                return;
            }
            Files.deleteIfExists(entry.file());
            bytes -= entry.bytes();
        }
    }
}
