package dev.gyre.engine.sort;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.sort.RowHeads;
import dev.gyre.tasks.sort.SegmentParameters;
import java.util.List;

/**
 * Marks where groups of equal rows begin in an order of resident rows: O(n), one stage. A compaction by these marks then gives the row to
 * keep of each group.
 *
 * <p>It is made for a capacity; {@link #size} sets the number of rows of a run in {@link #parameters}, which the caller's phase uploads.
 * Memory: {@code 4 n} bytes. Not safe for use by several threads.
 */
public final class GroupMarks {

    /** Marks where groups of equal rows begin, as {@link RowHeads#markHeads}. */
    public static final Kernel HEADS = Kernel.of(RowHeads.class);

    /** The row equals the row before it. */
    public static final int EQUAL = 0;

    /** The row is greater than the row before it: a group begins. */
    public static final int HEAD = 1;

    /** The row is less than the row before it: the rows are not in order. */
    public static final int MISPLACED = 2;

    private final int capacity;
    private final KeyColumns columns;
    private final int[] parameters = new int[SegmentParameters.LENGTH];
    private final int[] marks;

    /**
     * Makes marks for a capacity of rows.
     *
     * @param capacity most rows, 1 or more
     * @param columns the columns by which rows are ordered
     */
    public GroupMarks(int capacity, KeyColumns columns) {
        this.capacity = capacity;
        this.columns = columns;
        marks = new int[capacity];
        columns.write(parameters);
        size(capacity);
    }

    /**
     * Sets the number of rows of the next runs.
     *
     * @param n number of rows, from 0 to the capacity
     */
    public void size(int n) {
        parameters[SegmentParameters.SIZE] = n;
    }

    /**
     * Returns the arrays to upload before the stage, in addition to the columns.
     *
     * @return small arrays
     */
    public List<Object> parameters() {
        return List.of(parameters);
    }

    /**
     * Returns the marks that the stage writes: {@link #EQUAL}, {@link #HEAD} or {@link #MISPLACED} for each position.
     *
     * @return capacity values, on the device
     */
    public int[] marks() {
        return marks;
    }

    /** Returns the stage that marks, as {@link RowHeads#markHeads}. */
    public Stage stage(int[] order) {
        return HEADS.stage(capacity, order, columns.values(), parameters, marks);
    }
}
