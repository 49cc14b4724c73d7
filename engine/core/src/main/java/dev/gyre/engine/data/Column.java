package dev.gyre.engine.data;

import java.util.Objects;

/**
 * A column of numbers to read from a file.
 *
 * @param name name in the header
 * @param min least value allowed
 * @param max greatest value allowed
 */
public record Column(String name, double min, double max) {

    /** Checks that the name is not null. */
    public Column {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns a column of any coordinates that {@link Points} accepts.
     *
     * @param name name in the header
     * @return the column
     */
    public static Column of(String name) {
        return new Column(name, -Points.MAX_MAGNITUDE, Points.MAX_MAGNITUDE);
    }

    /**
     * Checks whether a value is in the range.
     *
     * @param value the value
     * @return true within the range, its ends included; false for NaN
     */
    public boolean takes(double value) {
        return value >= min && value <= max;
    }

    /**
     * Returns the range for messages.
     *
     * @return the range in words
     */
    public String range() {
        return max == Points.MAX_MAGNITUDE && min == -max
                ? "of magnitude 2^500 at most"
                : "in " + text(min) + ".." + text(max);
    }

    private static String text(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e9
                ? Long.toString((long) bound)
                : Double.toString(bound);
    }
}
