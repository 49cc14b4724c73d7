package dev.gyre.cli.csv;

import java.util.List;

/** What the user calls rows. */
@FunctionalInterface
public interface Labels {

    /**
     * Returns the name of a row.
     *
     * @param row the row, from 0
     * @return its name
     * @throws IndexOutOfBoundsException if there is no such row
     */
    String label(int row);

    /**
     * Names rows by texts, or by their numbers.
     *
     * @param identifiers a text for each row, or an empty list for the numbers
     * @return the names
     */
    static Labels of(List<String> identifiers) {
        return identifiers.isEmpty() ? Integer::toString : identifiers::get;
    }
}
