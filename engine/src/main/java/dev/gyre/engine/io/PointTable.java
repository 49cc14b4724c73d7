package dev.gyre.engine.io;

import dev.gyre.engine.data.Points;
import java.util.List;

/**
 * Points of a file, with the identifiers that the file gives them. Immutable.
 *
 * <p>Read it with {@link PointReader}.
 */
public final class PointTable {

    private final Points points;
    private final List<String> ids;

    PointTable(Points points, List<String> ids) {
        this.points = points;
        this.ids = ids;
    }

    /**
     * The points, in the order of the file.
     *
     * @return the points
     */
    public Points points() {
        return points;
    }

    /**
     * What the user calls a point.
     *
     * @param row row of the point, from 0
     * @return the text of the id column as it is in the file, or the row where no id column was asked for
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public String label(int row) {
        return ids == null ? Integer.toString(row) : ids.get(row);
    }
}
