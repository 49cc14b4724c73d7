package dev.gyre.engine.data;

/**
 * Thrown when a file cannot be read as points. The message names the file and, where known, the line or row, the column and the
 * byte.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates an exception for a problem with a file.
     *
     * @param file name of the file
     * @param problem what is wrong
     * @return the exception
     */
    public static InputException of(String file, String problem) {
        return new InputException(file + ": " + problem, null);
    }

    /**
     * Creates an exception for a problem with a file that another exception reported.
     *
     * @param file name of the file
     * @param problem what is wrong
     * @param cause the other exception
     * @return the exception
     */
    public static InputException of(String file, String problem, Throwable cause) {
        return new InputException(file + ": " + problem, cause);
    }

    /**
     * Creates an exception for a problem in a line.
     *
     * @param file name of the file
     * @param line the line, from 1
     * @param problem what is wrong
     * @return the exception
     */
    public static InputException atLine(String file, long line, String problem) {
        return new InputException(file + ", line " + line + ": " + problem, null);
    }

    /**
     * Creates an exception for a problem with the value of a column.
     *
     * @param file name of the file
     * @param line the line, from 1
     * @param column name of the column
     * @param problem what is wrong
     * @return the exception
     */
    public static InputException atField(String file, long line, String column, String problem) {
        return new InputException(file + ", line " + line + ", column \"" + column + "\": " + problem, null);
    }
}
