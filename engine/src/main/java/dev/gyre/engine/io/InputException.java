package dev.gyre.engine.io;

/**
 * A file cannot be read as points: the message names the file and, where there is one, the line or row, the column and the
 * byte.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private InputException(String message, Throwable cause) {
        super(message, cause);
    }

    static InputException of(String file, String problem) {
        return new InputException(file + ": " + problem, null);
    }

    static InputException of(String file, String problem, Throwable cause) {
        return new InputException(file + ": " + problem, cause);
    }

    static InputException atLine(String file, long line, String problem) {
        return new InputException(file + ", line " + line + ": " + problem, null);
    }

    static InputException atField(String file, long line, String column, String problem) {
        return new InputException(file + ", line " + line + ", column \"" + column + "\": " + problem, null);
    }
}
