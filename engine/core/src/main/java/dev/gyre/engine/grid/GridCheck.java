package dev.gyre.engine.grid;

import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.range.Findings;
import dev.gyre.tasks.grid.GridKeys;
import dev.gyre.tasks.grid.GridParameters;
import java.util.BitSet;

/**
 * Checks a grid on the host: every row is in one slot, with its coordinates; rows of a cell ascend; cells begin one after the other, each with a
 * point, and ascend by their keys; a point's key is that of its cell; and the directory has the first cell of each entry.
 */
final class GridCheck {

    private final GridIndex index;
    private final GridArrays arrays;
    private final int[] parameters;
    private final Findings findings = new Findings();

    private GridCheck(GridIndex index) {
        this.index = index;
        arrays = index.arrays();
        parameters = index.parameters();
    }

    /** Checks a grid. O(d n). */
    static StructureReport run(Context context, GridIndex index) {
        GridCheck check = new GridCheck(index);
        if (index.size() > 0) {
            check.rows();
            check.findings.begin();
            check.cells(check.keys(context));
            check.directory();
        }
        return check.findings.report();
    }

    private void rows() {
        BitSet seen = new BitSet(index.size());
        int dims = index.points().dims();
        for (int slot = 0; slot < index.size(); slot++) {
            int row = index.ids()[slot];
            boolean isRow = row >= 0 && row < index.size();
            findings.addIf(!isRow, "no row in slot ", slot);
            if (isRow) {
                findings.addIf(seen.get(row), "a row is in two slots: row ", row);
                seen.set(row);
                boolean equal = true;
                for (int dim = 0; dim < dims; dim++) {
                    equal &=
                            arrays.points()[slot * dims + dim] == index.points().coordinate(row, dim);
                }
                findings.addIf(!equal, "other coordinates than those of its row in slot ", slot);
            }
        }
    }

    /** The keys of the slots, made once more. */
    private int[] keys(Context context) {
        int[] own = parameters.clone();
        own[GridParameters.STRIDE] = index.size();
        int[] keys = new int[Math.multiplyExact(index.axes().columns(), index.size())];
        context.workers()
                .forEachSlice(
                        index.size(),
                        1 << 12,
                        (begin, end) -> GridKeys.makeCellKeys(
                                begin,
                                end,
                                arrays.points(),
                                index.axes().numbers(),
                                own,
                                keys,
                                index.points().dims()));
        return keys;
    }

    private void cells(int[] keys) {
        int begin = -1;
        int cell = -1;
        for (int slot = 0; slot < index.size(); slot++) {
            if (cell + 1 < index.cells() && arrays.cells()[cell + 1] == slot) {
                cell++;
                begin = slot;
                findings.addIf(cell > 0 && compare(cell - 1, cell) >= 0, "cells out of order at cell ", cell);
            }
            findings.addIf(cell < 0, "a slot before all cells: slot ", slot);
            if (cell >= 0) {
                findings.addIf(!isOf(keys, slot, cell), "a point of another cell in slot ", slot);
                findings.addIf(
                        slot > begin && index.ids()[slot - 1] >= index.ids()[slot], "rows out of order in slot ", slot);
            }
        }
        findings.addIf(cell + 1 != index.cells(), "cells do not begin one after the other at cell ", cell + 1);
    }

    private int key(int cell, int column) {
        return arrays.cells()[(1 + column) * parameters[GridParameters.STRIDE] + cell];
    }

    private int compare(int cell, int other) {
        int order = 0;
        for (int column = 0; column < index.axes().columns() && order == 0; column++) {
            order = Integer.compare(key(cell, column), key(other, column));
        }
        return order;
    }

    private boolean isOf(int[] keys, int slot, int cell) {
        boolean equal = true;
        for (int column = 0; column < index.axes().columns(); column++) {
            equal &= keys[column * index.size() + slot] == key(cell, column);
        }
        return equal;
    }

    private void directory() {
        int cell = 0;
        int entries = 1 << parameters[GridParameters.DIRECTORY_BITS];
        for (int entry = 0; entry <= entries; entry++) {
            while (cell < index.cells() && key(cell, 0) >> parameters[GridParameters.DIRECTORY_SHIFT] < entry) {
                cell++;
            }
            findings.addIf(arrays.directory()[entry] != cell, "a wrong cell at directory entry ", entry);
        }
    }
}
