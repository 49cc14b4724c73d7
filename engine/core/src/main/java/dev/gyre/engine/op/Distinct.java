package dev.gyre.engine.op;

import dev.gyre.engine.data.IntRows;
import java.util.Arrays;
import java.util.Objects;

/**
 * Points without their duplicates: the groups of equal points, in the order of the points. No row is lost: each group keeps
 * the rows of all its points.
 *
 * <p>Immutable, and safe for use by several threads. Memory: {@code 4 (n + g)} bytes for n points in g groups.
 */
public final class Distinct {

    private final int[] order;
    private final int[] offsets;

    /** Takes the arrays over: the rows in order, and for each group its first place, and n at the end. */
    Distinct(int[] order, int[] offsets) {
        this.order = order;
        this.offsets = offsets;
    }

    /**
     * Number of groups: of points that differ.
     *
     * @return the number
     */
    public int size() {
        return offsets.length - 1;
    }

    /**
     * Number of points that equal another one before them, and are not among {@link #toRows}.
     *
     * @return the number
     */
    public int removed() {
        return order.length - size();
    }

    /**
     * The point that stands for a group: the first one in the order.
     *
     * @param group number of the group, from 0
     * @return its row
     * @throws IndexOutOfBoundsException if there is no such group
     */
    public int row(int group) {
        return order[offsets[Objects.checkIndex(group, size())]];
    }

    /**
     * How many points a group has.
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
     * The points of a group, in the order.
     *
     * @param group number of the group, from 0
     * @return a new array of their rows, that of {@link #row} first
     * @throws IndexOutOfBoundsException if there is no such group
     */
    public int[] rows(int group) {
        Objects.checkIndex(group, size());
        return Arrays.copyOfRange(order, offsets[group], offsets[group + 1]);
    }

    /**
     * The points of all groups, without a copy.
     *
     * @return the rows of the points of each group, that of {@link #row} first
     */
    public IntRows groups() {
        return IntRows.of(offsets, order);
    }

    /**
     * The points that stand for the groups.
     *
     * @return a new array of one row for each group, in the order
     */
    public int[] toRows() {
        int[] rows = new int[size()];
        Arrays.setAll(rows, this::row);
        return rows;
    }

    /**
     * All rows, group after group.
     *
     * @return a new array of n rows: the order that was given
     */
    public int[] toOrder() {
        return order.clone();
    }

    /**
     * Where the groups begin in {@link #toOrder}.
     *
     * @return a new array of one place for each group, and n at the end
     */
    public int[] toOffsets() {
        return offsets.clone();
    }
}
