package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A table of Markdown with a line for each of some things.
 *
 * @param <T> the things
 */
final class Table<T> {

    private final List<String> titles = new ArrayList<>();
    private final List<Function<T, String>> columns = new ArrayList<>();

    /** Adds a column of words. */
    Table<T> text(String title, Function<T, String> value) {
        titles.add(title);
        columns.add(value);
        return this;
    }

    /** Adds a column of numbers; those that are not known are dashes. */
    Table<T> number(String title, ToDoubleFunction<T> value) {
        return text(title, thing -> MarkdownTable.number(value.applyAsDouble(thing)));
    }

    String of(List<T> things) {
        StringBuilder table = new StringBuilder();
        MarkdownTable.titles(table, titles);
        for (T thing : things) {
            MarkdownTable.line(
                    table, columns.stream().map(column -> column.apply(thing)).toList());
        }
        return table.toString();
    }

    /** Columns of rows with their own titles and values. */
    static Table<Row> ofRows(String... titles) {
        Table<Row> table = new Table<>();
        for (String title : titles) {
            table.text(title, row -> row.text(title));
        }
        return table;
    }

    /** Adds columns of nanoseconds as milliseconds: {@code median} for {@code median ns}; what is below 0 is not known. */
    static Table<Row> addMillis(Table<Row> table, List<String> titles) {
        for (String title : titles) {
            table.number(title, row -> millis(row, title + " ns"));
        }
        return table;
    }

    /** Nanoseconds of a row as milliseconds; not a number if they are not known. */
    static double millis(Row row, String title) {
        double nanos = row.number(title);
        return nanos < 0 ? Double.NaN : nanos / 1e6;
    }
}
