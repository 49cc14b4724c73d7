package dev.gyre.cli.csv;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.ColumnRanges.Column;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is read of a file of CSV.
 *
 * @param numbers the columns of the coordinates or, for boxes, of lower bounds and then as many upper bounds;
 *     null for the points of the column of geometries that GeoParquet names
 * @param ranges the numbers that these columns accept
 * @param areBounds whether they are bounds
 * @param score a column of numbers that becomes the last coordinate, whatever the ranges; it may be one of the others; or null
 * @param orders the orders of columns that are texts; their coordinates are the ranks of the texts
 * @param id the column of the identifiers, which are kept as they are; or null
 * @param groups columns whose equal texts are groups
 * @param conditions conditions on columns that are groups too: of rows that do not pass one of them only the number is needed
 * @param kept columns whose texts are kept for the answer, or null
 */
public record CsvColumns(
        ColumnSelection numbers,
        ColumnRanges ranges,
        boolean areBounds,
        String score,
        Map<String, TextOrder> orders,
        String id,
        List<String> groups,
        List<RowFilter> conditions,
        ColumnSelection kept) {

    /** Numbers of columns that are selected from the header, such as all whose names fit a pattern. */
    public static CsvColumns of(ColumnSelection numbers, ColumnRanges ranges) {
        return new CsvColumns(numbers, ranges, false, null, Map.of(), null, List.of(), List.of(), null);
    }

    /** Numbers of columns by their names, which must differ. */
    public static CsvColumns of(List<Column> columns) {
        List<Column> fixed = List.copyOf(columns);
        Set<String> names = new HashSet<>();
        for (Column column : fixed) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("column \"" + column.name() + "\" is asked for twice");
            }
        }
        return of(ColumnSelection.ofNames(fixed.stream().map(Column::name).toList()), asked -> fixed);
    }

    /** Takes the numbers as the bounds of boxes; no upper bound may be below its lower bound. */
    public CsvColumns withBounds(boolean newAreBounds) {
        return new CsvColumns(numbers, ranges, newAreBounds, score, orders, id, groups, conditions, kept);
    }

    public CsvColumns withRanges(ColumnRanges newRanges) {
        return new CsvColumns(numbers, newRanges, areBounds, score, orders, id, groups, conditions, kept);
    }

    public CsvColumns withScore(String newScore) {
        return new CsvColumns(numbers, ranges, areBounds, newScore, orders, id, groups, conditions, kept);
    }

    /** Adds identifiers and texts to keep; both may be null. */
    public CsvColumns withTexts(String newId, ColumnSelection newKept) {
        return new CsvColumns(numbers, ranges, areBounds, score, orders, newId, groups, conditions, newKept);
    }

    /** Adds orders of texts: rows are to be ordered. */
    public CsvColumns withOrders(Map<String, TextOrder> newOrders) {
        return new CsvColumns(numbers, ranges, areBounds, score, Map.copyOf(newOrders), id, groups, conditions, kept);
    }

    /** Adds columns of groups; those that are null are left out. */
    public CsvColumns withGroups(String... newGroups) {
        List<String> named =
                Stream.of(newGroups).filter(Objects::nonNull).distinct().toList();
        return new CsvColumns(numbers, ranges, areBounds, score, orders, id, named, conditions, kept);
    }

    /** Adds conditions on columns of groups; rows that do not pass may be left unread, and have coordinates of 1 then. */
    public CsvColumns withConditions(List<RowFilter> newConditions) {
        return new CsvColumns(numbers, ranges, areBounds, score, orders, id, groups, List.copyOf(newConditions), kept);
    }
}
