package dev.gyre.engine.data;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown when a file cannot be read as a tree: it is missing, unreadable, not a tree file, of another version, truncated,
 * damaged, or has values that no tree can have. The message names the file and the problem, with the actual and the expected
 * value.
 */
public final class TreeFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private TreeFileException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates an exception for a problem with a file.
     *
     * @param file the file
     * @param problem what is wrong
     * @return the exception
     */
    public static TreeFileException of(Path file, String problem) {
        return of(file, problem, null);
    }

    /**
     * Creates an exception for a problem with a file that another exception reported.
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
