package dev.gyre.cli.csv;

import java.util.List;

/** The user's names of rows. */
@FunctionalInterface
public interface Labels {

    /**
     * Returns the texts that identify rows.
     *
     * @return a text for each row, or an empty list if rows are known by their numbers
     */
    List<String> identifiers();

    /**
     * Returns the name of a row.
     *
     * @param row the row, from 0
     * @return its identifier, or its number
     * @throws IndexOutOfBoundsException if there is no such row
     */
    default String label(int row) {
        return identifiers().isEmpty() ? Integer.toString(row) : identifiers().get(row);
    }

    /**
     * Returns the names of the columns that are kept of the rows for the answer.
     *
     * @return the names, none by default
     */
    default String[] keptColumns() {
        return new String[0];
    }

    /**
     * Returns the texts of the kept columns of a row.
     *
     * @param row the row, from 0
     * @return a text for each kept column, as it is in the file
     * @throws IndexOutOfBoundsException if there is no such row
     */
    default String[] keptCells(int row) {
        return new String[0];
    }

    /**
     * Names rows by texts, or by their numbers.
     *
     * @param identifiers a text for each row, or an empty list for the numbers
     * @return the names
     */
    static Labels of(List<String> identifiers) {
        return () -> identifiers;
    }
}
