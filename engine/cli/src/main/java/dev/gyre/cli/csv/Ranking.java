package dev.gyre.cli.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows of a file in an order, as text: the group if there are groups, the rank, the label, and the coordinates that order the rows; or
 * only the columns that were kept. Ranks count from 1 in each group. Immutable; safe for use by several threads.
 */
public final class Ranking {

    private final PointTable table;
    private final int[] order;
    private final boolean ranked;

    /**
     * Takes over an order, which must not be changed any more.
     *
     * @param table the rows
     * @param order rows of the table in their order, those of a group side by side
     * @param ranked whether group, rank and label come before the kept columns of each row
     */
    public Ranking(PointTable table, int[] order, boolean ranked) {
        this.table = table;
        this.ranked = ranked;
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
        String group = table.groups() == null ? null : table.groups().column();
        return cells(group, "rank", table.labelName(), table.keptColumns());
    }

    private String[] cells(int row, int rank) {
        String group = table.groups() == null
                ? null
                : table.groups().name(table.groups().of(row));
        return cells(group, Integer.toString(rank), table.label(row), table.keptCells(row));
    }

    /** Returns a record in which no column of the file is there twice. */
    private String[] cells(String groupOrNull, String rank, String label, String... kept) {
        if (!ranked) {
            return kept;
        }
        List<String> cells = new ArrayList<>();
        List<String> columns = List.of(table.keptColumns());
        if (groupOrNull != null) {
            cells.add(groupOrNull);
        }
        cells.add(rank);
        if (table.identifiers().isEmpty() || !columns.contains(table.labelName()) && !isGroup(table.labelName())) {
            cells.add(label);
        }
        for (int column = 0; column < kept.length; column++) {
            if (!isGroup(columns.get(column))) {
                cells.add(kept[column]);
            }
        }
        return cells.toArray(String[]::new);
    }

    private boolean isGroup(String column) {
        return table.groups() != null && table.groups().column().equals(column);
    }
}
