package dev.gyre.engine.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that appears only when it is complete: it is written under another name in the same directory, and {@link #commit} moves it to its
 * path. A file that already has this path is untouched until then. Symbolic links are followed and stay, also one to a file that does not
 * exist yet; of hard links to the old file, the others keep the old content.
 *
 * <p>The new file has the permissions of the old one, and its group and owner where the system allows that; where it does not allow the group,
 * the members of another group may do no more than all others. Until it is complete, only its owner can read it. A file that had no
 * predecessor has the usual permissions. Access control lists and extended attributes are not kept.
 *
 * <p>If the path exists and is not a regular file, such as a pipe, it is written to directly, and opened by the first {@link #stream}, which
 * waits for a reader of a named pipe.
 *
 * <p>A killed process leaves its unfinished file behind, named {@code .gyre-PID-NUMBER.tmp}. The next process that writes to the directory
 * removes that file if no process has that id and none holds the file's lock, as a process on another host may.
 *
 * <p>Another thread, such as a shutdown hook, may call {@link #close} at any time, also while {@link #stream} waits; all other methods are for
 * one thread.
 */
public final class AtomicFile implements Closeable {

    private static final Pattern UNFINISHED = Pattern.compile("\\.gyre-(\\d+)-[0-9a-f]+\\.tmp");

    /** Symbolic links that are followed one after the other; as many as Linux follows. */
    private static final int MAX_LINKS = 40;

    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private enum State {
        OPEN,
        COMMITTED,
        CLOSED
    }

    private final Path target;
    private final Path written;

    /** Null as long as something else than a regular file has not been opened. */
    private OutputStream bytes;

    private State state = State.OPEN;

    private AtomicFile(Path target, Path written, OutputStream bytes) {
        this.target = target;
        this.written = written;
        this.bytes = bytes;
    }

    /**
     * Prepares a file for writing, which shows at once whether it can be written. Never waits.
     *
     * @return the file, which the caller must close
     * @throws IOException if the file cannot be written; the message is one line for the user
     */
    public static AtomicFile create(Path file) throws IOException {
        try {
            Path target = withoutLinks(file);
            if (Files.isDirectory(target)) {
                throw new FileSystemException(file.toString(), null, "is a directory");
            }
            if (Files.exists(target) && !Files.isWritable(target)) {
                throw new FileSystemException(file.toString(), null, "no permission");
            }
            if (!Files.isDirectory(target.getParent())) {
                throw new FileSystemException(file.toString(), null, "no such directory: " + target.getParent());
            }
            checkName(target);
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                return new AtomicFile(target, target, null);
            }
            clearUnfinished(target.getParent());
            return begin(target);
        } catch (FileSystemException e) {
            throw new IOException("cannot write " + file + ": " + reason(e), e);
        }
    }

    /** Returns what a symbolic link leads to, which need not exist; other paths as they are, but absolute. */
    private static Path withoutLinks(Path file) throws IOException {
        Path path = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(path); links++) {
            if (links == MAX_LINKS) {
                throw new FileSystemException(file.toString(), null, "too many symbolic links, one to the other");
            }
            path = path.resolveSibling(Files.readSymbolicLink(path));
        }
        return Files.exists(path) ? path.toRealPath() : path;
    }

    /** Throws if the file system does not accept the name, such as one that is too long. */
    private static void checkName(Path target) throws IOException {
        try {
            Files.readAttributes(target, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            // The file will be made.
        }
    }

    /** Makes the file that is written. */
    private static AtomicFile begin(Path target) throws IOException {
        // Files.createTempFile would make a file that only its owner can read, also where there was none. The name is
        // short, so that it is legal wherever that of the file is.
        String unique = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
        Path written = target.resolveSibling(".gyre-" + unique + ".tmp");
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            FileChannel channel = Files.exists(target) && hasPermissions(target)
                    ? FileChannel.open(written, options, PosixFilePermissions.asFileAttribute(OWNERS))
                    : FileChannel.open(written, options);
            lock(channel);
            return new AtomicFile(target, written, Channels.newOutputStream(channel));
        } catch (AccessDeniedException e) {
            throw new FileSystemException(e.getFile(), null, "no permission to write in " + target.getParent());
        }
    }

    private static boolean hasPermissions(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class);
    }

    private static String reason(FileSystemException e) {
        if (e.getReason() != null) {
            return e.getReason();
        }
        return e instanceof AccessDeniedException
                ? "no permission"
                : e.getClass().getSimpleName();
    }

    /** Removes the files that killed processes left. A failure does not matter, since no result depends on these files. */
    private static void clearUnfinished(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".gyre-*.tmp")) {
            for (Path file : files) {
                Matcher name = UNFINISHED.matcher(file.getFileName().toString());
                if (name.matches() && isGone(name.group(1))) {
                    clear(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The files stay.
        }
    }

    private static boolean isGone(String process) {
        try {
            return ProcessHandle.of(Long.parseLong(process)).isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Removes a regular file that nobody has locked. */
    private static void clear(Path file) {
        try {
            // Opening a named pipe would wait for its other end, and a link may lead anywhere. The file may be
            // exchanged
            // after this look; a pipe that is opened for both directions does not wait.
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                if (lock(channel)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            // The file stays.
        }
    }

    /** Returns whether the file could be locked. Not every file system has locks. */
    private static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /**
     * Returns the stream for the content, which has no buffer. The first call opens what is no regular file, and waits for the reader of a
     * named pipe.
     *
     * @return the stream, which needs no closing but may be closed
     * @throws IOException if the file cannot be opened, or if it was closed before
     */
    public OutputStream stream() throws IOException {
        synchronized (this) {
            checkOpen();
            if (bytes != null) {
                return bytes;
            }
        }
        // Not under the lock, which close() takes.
        OutputStream opened = Files.newOutputStream(written);
        synchronized (this) {
            if (state != State.OPEN) {
                opened.close();
            }
            checkOpen();
            bytes = opened;
            return opened;
        }
    }

    /**
     * Completes the file and moves it to its path.
     *
     * @throws IOException if that fails, or if the file was closed before
     */
    public void commit() throws IOException {
        OutputStream open = stream();
        synchronized (this) {
            checkOpen();
            open.close();
            if (!written.equals(target)) {
                keepPermissions();
                Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            state = State.COMMITTED;
        }
    }

    /** Gives the written file the permissions of the one that it replaces. */
    private void keepPermissions() throws IOException {
        if (!Files.exists(target) || !hasPermissions(target)) {
            return;
        }
        PosixFileAttributes old = Files.readAttributes(target, PosixFileAttributes.class);
        PosixFileAttributeView fresh = Files.getFileAttributeView(written, PosixFileAttributeView.class);
        Set<PosixFilePermission> permissions = EnumSet.copyOf(old.permissions());
        if (!fresh.readAttributes().group().equals(old.group()) && !isDone(() -> fresh.setGroup(old.group()))) {
            limitGroup(permissions);
        }
        if (!fresh.readAttributes().owner().equals(old.owner())) {
            isDone(() -> fresh.setOwner(old.owner()));
        }
        // Where this fails, as on file systems without permissions, only the owner can read the file.
        isDone(() -> fresh.setPermissions(permissions));
    }

    /** Takes from the group what others may not do. */
    private static void limitGroup(Set<PosixFilePermission> permissions) {
        if (!permissions.contains(PosixFilePermission.OTHERS_READ)) {
            permissions.remove(PosixFilePermission.GROUP_READ);
        }
        if (!permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            permissions.remove(PosixFilePermission.GROUP_WRITE);
        }
        if (!permissions.contains(PosixFilePermission.OTHERS_EXECUTE)) {
            permissions.remove(PosixFilePermission.GROUP_EXECUTE);
        }
    }

    /** A change that the system may refuse. */
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    private static boolean isDone(Change change) {
        try {
            change.make();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the path of the file, with symbolic links followed. */
    Path target() {
        return target;
    }

    /** Throws if the file was committed or closed. */
    synchronized void checkOpen() throws IOException {
        if (state != State.OPEN) {
            throw new IOException("the file is closed");
        }
    }

    /** Closes the file and, unless it was committed, removes what was written. */
    @Override
    public synchronized void close() throws IOException {
        if (state == State.OPEN) {
            state = State.CLOSED;
            if (bytes != null) {
                bytes.close();
            }
            if (!written.equals(target)) {
                Files.deleteIfExists(written);
            }
        }
    }
}
