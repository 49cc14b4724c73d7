package dev.gyre.engine.sort;

import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.sort.RowHeads;
import dev.gyre.tasks.sort.RowHeadsJvm;
import dev.gyre.tasks.sort.SegmentParameters;
import java.util.List;

/**
 * Marks where groups of equal rows begin in an order of resident rows: O(n), one stage. A compaction by these marks then gives the row to
 * keep of each group.
 *
 * <p>It is made for a capacity; {@link #setSize} sets the number of rows of a run. Memory: {@code 4 n} bytes. Not safe for use by several threads.
 */
public final class GroupMarks implements Steps {

    /** Marks where groups of equal rows begin, as {@link RowHeads#markHeads}. */
    public static final Kernel HEADS = Kernel.of(RowHeads.class).withJvmVariant(RowHeadsJvm.class);

    /** The row equals the row before it. */
    public static final int EQUAL = 0;

    /** The row is greater than the row before it: a group begins. */
    public static final int HEAD = 1;

    /** The row is less than the row before it: the rows are not in order. */
    public static final int MISPLACED = 2;

    private final int capacity;
    private final int[] order;
    private final KeyColumns columns;
    private final int[] parameters;
    private final int[] marks;

    /**
     * Makes marks for a capacity of rows.
     *
     * @param capacity most rows, 1 or more
     * @param order in: the rows in order
     * @param layout declares the arrays
     */
    public GroupMarks(int capacity, int[] order, KeyColumns columns, Layout layout) {
        this.capacity = capacity;
        this.order = order;
        this.columns = columns;
        marks = layout.ints(capacity);
        parameters = layout.add(new int[SegmentParameters.LENGTH]);
        columns.write(parameters);
        setSize(capacity);
    }

    /**
     * Sets the number of rows of the next runs.
     *
     * @param n number of rows, from 0 to the capacity
     */
    public void setSize(int n) {
        parameters[SegmentParameters.SIZE] = n;
    }

    @Override
    public Object[] uploads() {
        return new Object[] {parameters};
    }

    @Override
    public List<Stage> stages() {
        return List.of(HEADS.stage(capacity, order, columns.values(), parameters, marks));
    }

    @Override
    public Object[] results() {
        return new Object[] {marks};
    }

    /**
     * Returns the marks that the stage writes: {@link #EQUAL}, {@link #HEAD} or {@link #MISPLACED} for each position.
     *
     * @return capacity values, on the device
     */
    public int[] marks() {
        return marks;
    }
}
