package dev.gyre.engine.data;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file cannot be read as a tree: it is missing or unreadable, no tree file, of another version, truncated, damaged, or it
 * claims what no tree has. The message names the file and says what is wrong, with what was found and what was expected.
 */
public final class TreeFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private TreeFileException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A problem with a file.
     *
     * @param file the file
     * @param problem what is wrong
     * @return the exception
     */
    public static TreeFileException of(Path file, String problem) {
        return of(file, problem, null);
    }

    /**
     * A problem with a file that another exception told.
     *
     * @param file the file
     * @param problem what is wrong
     * @param cause the other exception
     * @return the exception
     */
    public static TreeFileException of(Path file, String problem, Throwable cause) {
        return new TreeFileException(file + ": " + problem, cause);
    }
}
