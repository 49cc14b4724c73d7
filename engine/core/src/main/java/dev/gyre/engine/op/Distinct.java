package dev.gyre.engine.op;

import dev.gyre.engine.data.IntRows;
import java.util.Arrays;
import java.util.Objects;

/**
 * Points without their duplicates: the groups of equal points, in the given order of the points. No row is lost: each group keeps the rows
 * of all its points.
 *
 * <p>Immutable, and safe for use by several threads. Memory: {@code 4 (n + g)} bytes for n points in g groups.
 */
public final class Distinct {

    private final int[] order;
    private final int[] offsets;

    /** Takes ownership of the arrays: the rows in order, and the start of each group, then n. */
    Distinct(int[] order, int[] offsets) {
        this.order = order;
        this.offsets = offsets;
    }

    /**
     * Returns the number of groups, that is, of distinct points.
     *
     * @return the number
     */
    public int size() {
        return offsets.length - 1;
    }

    /**
     * Returns the number of points that equal an earlier one and are not among {@link #toRows}.
     *
     * @return the number
     */
    public int removed() {
        return order.length - size();
    }

    /**
     * Returns the point that represents a group: the first one in the order.
     *
     * @param group number of the group, from 0
     * @return its row
     * @throws IndexOutOfBoundsException if there is no such group
     */
    public int row(int group) {
        return order[offsets[Objects.checkIndex(group, size())]];
    }

    /**
     * Returns the number of points in a group.
     *
     * @param group number of the group, from 0
     * @return the number, 1 or more
     * @throws IndexOutOfBoundsException if there is no such group
     */
    public int count(int group) {
        Objects.checkIndex(group, size());
        return offsets[group + 1] - offsets[group];
    }

    /**
     * Returns the points of a group, in the order.
     *
     * @param group number of the group, from 0
     * @return a new array of their rows, {@link #row} first
     * @throws IndexOutOfBoundsException if there is no such group
     */
    public int[] rows(int group) {
        Objects.checkIndex(group, size());
        return Arrays.copyOfRange(order, offsets[group], offsets[group + 1]);
    }

    /**
     * Returns the points of all groups, without a copy.
     *
     * @return the rows of the points of each group, {@link #row} first
     */
    public IntRows groups() {
        return IntRows.of(offsets, order);
    }

    /**
     * Returns the points that represent the groups.
     *
     * @return a new array of one row for each group, in the order
     */
    public int[] toRows() {
        int[] rows = new int[size()];
        Arrays.setAll(rows, this::row);
        return rows;
    }

    /**
     * Returns all rows, group by group.
     *
     * @return a new array of n rows: the given order
     */
    public int[] toOrder() {
        return order.clone();
    }

    /**
     * Returns the start of each group in {@link #toOrder}.
     *
     * @return a new array of one start for each group, then n
     */
    public int[] toOffsets() {
        return offsets.clone();
    }
}
