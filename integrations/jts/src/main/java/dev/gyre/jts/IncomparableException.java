package dev.gyre.jts;

/** Thrown when JTS cannot compare two geometries. The message has their rows and the reason. */
public final class IncomparableException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final int left;
    private final int right;

    IncomparableException(int left, int right, RuntimeException cause) {
        super("geometries cannot be compared: left row=" + left + ", right row=" + right + ": " + reason(cause), cause);
        this.left = left;
        this.right = right;
    }

    private static String reason(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /**
     * Returns the row of the left geometry.
     *
     * @return the row, from 0
     */
    public int left() {
        return left;
    }

    /**
     * Returns the row of the right geometry.
     *
     * @return the row, from 0
     */
    public int right() {
        return right;
    }

    /**
     * Returns the reason without the rows.
     *
     * @return what JTS says
     */
    public String reason() {
        return reason(getCause());
    }
}
