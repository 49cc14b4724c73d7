package dev.gyre.engine.data;

import java.util.List;

/** The ranges of columns, which are requested when their names are known and before a number is read. */
@FunctionalInterface
public interface ColumnRanges {

    /** Any coordinates that points accept. */
    ColumnRanges ANY = names -> names.stream().map(Column::of).toList();

    /**
     * Returns the ranges of columns.
     *
     * @param names names of the columns of coordinates, in order; numbers from 0 for a format without names
     * @return a column for each name, in the same order
     * @throws IllegalArgumentException if points cannot be made of these columns
     */
    List<Column> of(List<String> names);
}
