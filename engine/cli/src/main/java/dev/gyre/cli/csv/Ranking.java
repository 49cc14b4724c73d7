package dev.gyre.cli.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows of a file in an order, as text: the group if there are groups, the rank, the label, and the kept columns, which are those that order
 * the rows; or only the columns that were kept. Ranks count from 1 in each group.
 *
 * @param order rows of the table in their order, those of a group side by side
 * @param ranked whether group, rank and label come before the kept columns of each row
 */
public record Ranking(FileRows table, int[] order, boolean ranked) {

    /** Gives the names of the columns and then at most so many rows, one after the other. */
    public void forEach(int rows, Consumer<Object[]> records) {
        Groups groups = table.groups();
        String group = groups == null ? null : groups.column();
        records.accept(cells(group, AnswerColumn.count("rank"), table.labelColumn(table.labelName()), (Object[])
                table.keptColumns("")));
        int rank = 0;
        for (int slot = 0; slot < Math.min(rows, order.length); slot++) {
            int row = order[slot];
            boolean starts = slot == 0 || groups != null && groups.of(row) != groups.of(order[slot - 1]);
            rank = starts ? 1 : rank + 1;
            String name = groups == null ? null : groups.name(groups.of(row));
            records.accept(cells(name, rank, table.labelCell(row), table.keptValues(row)));
        }
    }

    /** Returns a record in which no column of the file is there twice. */
    private Object[] cells(String groupOrNull, Object rank, Object label, Object... kept) {
        if (!ranked) {
            return kept;
        }
        List<Object> cells = new ArrayList<>();
        List<String> columns = table.kept().columns();
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
        return cells.toArray();
    }

    private boolean isGroup(String column) {
        return table.groups() != null && table.groups().column().equals(column);
    }
}
