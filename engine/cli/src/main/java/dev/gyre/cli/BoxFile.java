package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.Points;

/**
 * A file of boxes, or of points, which are boxes without extent.
 *
 * @param file the file
 * @param areBounds whether its columns are bounds
 */
record BoxFile(PointFile file, boolean areBounds) {

    /** Boxes that were read, and the names that the file gives them. */
    record Rows(PointTable table, Boxes boxes) implements RowsRead {

        @Override
        public String leftOut() {
            return table.leftOut();
        }
    }

    Rows read() {
        PointTable table = file.read(ColumnRanges.ANY);
        return Usage.inFile(
                file.name(), () -> new Rows(table, areBounds ? ofBounds(table.points()) : Boxes.of(table.points())));
    }

    private static Boxes ofBounds(Points bounds) {
        if (bounds.dims() % 2 != 0 || bounds.dims() > 2 * Boxes.MAX_DIMENSIONS) {
            throw new IllegalArgumentException("boxes need lower bounds, then as many upper bounds, of 1 to "
                    + Boxes.MAX_DIMENSIONS + " dimensions: columns=" + bounds.dims());
        }
        return Boxes.wrap(bounds.array(), bounds.dims() / 2);
    }
}
