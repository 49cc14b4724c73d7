package dev.gyre.tornado;

import dev.gyre.engine.file.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory that keeps, from one process to the next, the code that TornadoVM generated, and which kernels are proven on which device.
 * So a kernel is compiled once per machine.
 *
 * <pre>
 * &lt;key&gt;.code    the code of stages with any number of items; {@link KernelKeys} makes the key
 * &lt;key&gt;.machine the machine code of such code, one character a byte
 * &lt;key&gt;.proven  a kernel that gave the right answer on a device
 * all:          a line "gyre 1 &lt;SHA-256 of the content&gt;", then the content
 * CACHEDIR.TAG  the mark of the directory, by which backups know it for a cache
 * </pre>
 *
 * <p>Entries appear complete or not at all, so several processes may share a directory. An entry that cannot be read, or has a wrong
 * checksum, counts as missing. An entry that cannot be written is not kept; no call fails because of that. When the entries have grown
 * beyond their limit, those that were not used for the longest time are removed. Other files in the directory are neither counted nor
 * changed. Safe for use by several threads.
 */
final class KernelCache {

    /** Some thousands of kernels: each needs 2 to 60 KB. */
    private static final long LIMIT_BYTES = 256L << 20;

    /** The directory is measured at a process's first write, and again after each so many bytes. */
    private static final long MEASURE_BYTES = 16L << 20;

    /** An entry's time of use is noted once a day. */
    private static final Duration USE_STEP = Duration.ofDays(1);

    private static final String CODE = ".code";
    private static final String MACHINE_CODE = ".machine";
    private static final String PROVEN = ".proven";
    private static final String HEADER = "gyre 1 ";

    /** Names that only this class gives: keys are SHA-256 in hexadecimal digits. */
    private static final Pattern ENTRY = Pattern.compile("[0-9a-f]{64}\\.(code|machine|proven)");

    private static final String MARK = "CACHEDIR.TAG";

    /** The first line is the signature of all such files, see https://bford.info/cachedir/. */
    private static final String MARK_TEXT = """
            Signature: 8a477f597d28d172789f06886806bc55
            # The kernel cache of Gyre: code that TornadoVM generated. Gyre makes files that are missing again.
            """;

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

    /** Returns the machine code that is kept under a key. */
    Optional<byte[]> machineCode(String key) {
        return read(key + MACHINE_CODE).map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Keeps machine code under a key. */
    void keepMachineCode(String key, byte[] code) {
        write(key + MACHINE_CODE, new String(code, StandardCharsets.ISO_8859_1));
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
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
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
            mark();
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

    /** Marks the directory, unless it has such a file already. */
    private void mark() throws IOException {
        Path mark = directory.resolve(MARK);
        if (!Files.exists(mark, LinkOption.NOFOLLOW_LINKS)) {
            try (AtomicFile file = AtomicFile.create(mark)) {
                file.stream().write(MARK_TEXT.getBytes(StandardCharsets.UTF_8));
                file.commit();
            }
        }
    }

    private static String header(String content) {
        return HEADER + KernelKeys.hash(content);
    }

    private record Entry(Path file, long bytes, Instant used) {}

    private void shrink() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(KernelCache::hasNameOfEntry).toList()) {
                try {
                    BasicFileAttributes of =
                            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    if (of.isRegularFile()) {
                        entries.add(
                                new Entry(file, of.size(), of.lastModifiedTime().toInstant()));
                    }
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
            if (isOwn(entry.file())) {
                Files.deleteIfExists(entry.file());
            }
            bytes -= entry.bytes();
        }
    }

    private static boolean hasNameOfEntry(Path file) {
        return ENTRY.matcher(file.getFileName().toString()).matches();
    }

    /** Tells whether a file begins like an entry. */
    private static boolean isOwn(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(HEADER.length());
            return HEADER.equals(new String(begin, StandardCharsets.US_ASCII));
        }
    }
}
