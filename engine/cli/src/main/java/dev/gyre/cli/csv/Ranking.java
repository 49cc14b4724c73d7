package dev.gyre.cli.csv;

import java.util.List;
import java.util.function.Consumer;

/**
 * Rows of a file in an order, as text: the group if there are groups, the rank, the label, and the coordinates that order the rows; or
 * only the columns that were kept. Ranks count from 1 in each group. Immutable; safe for use by several threads.
 */
public final class Ranking {

    private final PointTable table;
    private final int[] order;

    /**
     * Takes over an order, which must not be changed any more.
     *
     * @param table the rows
     * @param order rows of the table in their order, those of a group side by side
     */
    public Ranking(PointTable table, int[] order) {
        this.table = table;
        this.order = order;
    }

    /**
     * Number of rows in the order.
     *
     * @return the number
     */
    public int size() {
        return order.length;
    }

    /**
     * Gives the names of the columns and then the rows, one after the other.
     *
     * @param rows most rows to give
     * @param records receives an array of cells for each
     */
    public void forEach(int rows, Consumer<String[]> records) {
        records.accept(header());
        int rank = 0;
        for (int place = 0; place < Math.min(rows, order.length); place++) {
            rank = startsGroup(place) ? 1 : rank + 1;
            records.accept(cells(order[place], rank));
        }
    }

    private boolean startsGroup(int place) {
        Groups groups = table.groups();
        return place == 0 || (groups != null && groups.of(order[place]) != groups.of(order[place - 1]));
    }

    private String[] header() {
        if (table.kept() != null) {
            return table.kept().columns();
        }
        List<String> columns = table.columns();
        String group = table.groups() == null ? null : table.groups().column();
        String[] cells = start(group, "rank", table.labelName());
        for (int dim = 0; dim < columns.size(); dim++) {
            cells[cells.length - columns.size() + dim] = columns.get(dim);
        }
        return cells;
    }

    private String[] cells(int row, int rank) {
        if (table.kept() != null) {
            return table.kept().cells(row);
        }
        int dims = table.columns().size();
        String group = table.groups() == null
                ? null
                : table.groups().name(table.groups().of(row));
        String[] cells = start(group, Integer.toString(rank), table.label(row));
        for (int dim = 0; dim < dims; dim++) {
            String text = table.text(row, dim);
            cells[cells.length - dims + dim] =
                    text == null ? CsvRecords.number(table.points().coordinate(row, dim)) : text;
        }
        return cells;
    }

    /** Returns an array for all cells of a row, with the cells before the coordinates. */
    private String[] start(String groupOrNull, String rank, String label) {
        int first = groupOrNull == null ? 0 : 1;
        String[] cells = new String[first + 2 + table.columns().size()];
        if (groupOrNull != null) {
            cells[0] = groupOrNull;
        }
        cells[first] = rank;
        cells[first + 1] = label;
        return cells;
    }
}
