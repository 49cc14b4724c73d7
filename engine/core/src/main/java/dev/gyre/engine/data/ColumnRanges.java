package dev.gyre.engine.data;

import java.util.List;

/** Gives the ranges of columns. A reader asks for them when it knows the names of the columns, before it reads a number. */
@FunctionalInterface
public interface ColumnRanges {

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
