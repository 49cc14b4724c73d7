package dev.gyre.engine.data;

import java.util.List;
import java.util.Objects;

/** Gives the ranges of columns. A reader asks for them when it knows the names of the columns, before it reads a number. */
@FunctionalInterface
public interface ColumnRanges {

    /**
     * A column of numbers to read from a file.
     *
     * @param name name in the header
     * @param min least value allowed
     * @param max greatest value allowed
     */
    record Column(String name, double min, double max) {

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

    /** Any coordinates that points accept. */
    ColumnRanges ANY = names -> names.stream().map(Column::of).toList();

    /**
     * Returns the ranges of columns.
     *
     * @param names names of the columns of coordinates, in order; numbers from 0 for a format without names
     * @return a column for each name, in the same order
     * @throws IllegalArgumentException if these columns cannot make points
     */
    List<Column> of(List<String> names);
}
