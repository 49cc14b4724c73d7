package dev.gyre.engine.data;

/**
 * A file cannot be read as points: the message names the file and, where there is one, the line or row, the column and the
 * byte.
 */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A problem with a file.
     *
     * @param file what the file is called
     * @param problem what is wrong
     * @return the exception
     */
    public static InputException of(String file, String problem) {
        return new InputException(file + ": " + problem, null);
    }

    /**
     * A problem with a file that another exception told.
     *
     * @param file what the file is called
     * @param problem what is wrong
     * @param cause the other exception
     * @return the exception
     */
    public static InputException of(String file, String problem, Throwable cause) {
        return new InputException(file + ": " + problem, cause);
    }

    /**
     * A problem in a line.
     *
     * @param file what the file is called
     * @param line the line, from 1
     * @param problem what is wrong
     * @return the exception
     */
    public static InputException atLine(String file, long line, String problem) {
        return new InputException(file + ", line " + line + ": " + problem, null);
    }

    /**
     * A problem with the value of a column.
     *
     * @param file what the file is called
     * @param line the line, from 1
     * @param column name of the column
     * @param problem what is wrong
     * @return the exception
     */
    public static InputException atField(String file, long line, String column, String problem) {
        return new InputException(file + ", line " + line + ", column \"" + column + "\": " + problem, null);
    }
}
