package dev.gyre.engine.data;

import java.util.List;

/** Which numbers columns take; told when their names are known, and before a number is read. */
@FunctionalInterface
public interface ColumnRanges {

    /** Any coordinates that points take. */
    ColumnRanges ANY = names -> names.stream().map(Column::of).toList();

    /**
     * The ranges of columns.
     *
     * @param names names of the columns of coordinates, in their order; numbers from 0 where a format has no names
     * @return a column for each name, in the same order
     * @throws IllegalArgumentException if points cannot be made of these columns
     */
    List<Column> of(List<String> names);
}
