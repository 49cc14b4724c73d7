package dev.gyre.engine.select;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The k smallest or largest values, with their ids, of a list or of each row of a matrix, for any k from 1 to n.
 *
 * <p>Values are in the total order of their type: of floats -infinity, negative ones, -0.0, 0.0, positive ones, +infinity.
 * NaN is refused. Ties are settled by ascending id, whether the smallest or the largest are asked for; an id is a column,
 * from 0. The answer is the same on every device and by every method. Inputs are never changed.
 *
 * <p>Rows that do not fit the memory limit go through the device in batches. Memory on the device, in bytes, for a batch of
 * b rows of n: {@code 4 b n} for the values, {@code 8 b k} for the result, and in a single pass of p parts per row
 * {@code 9 b p k} where p is more than 1, in a radix select about {@code 4.3 b n}, in a sample select {@code 8.3 b n}. On the host the result takes
 * {@code 8 q k} bytes for q rows, and a copy of the batch {@code 4 b n} unless it is all rows, and ints or on the JVM: other
 * devices are given floats as ints of the same order, so that no relaxed arithmetic of theirs changes an answer.
 *
 * <p>Safe for use by several threads.
 */
public final class Selection {

    private static final String SELECT = "select";
    private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;
    private static final int MIN_SLICE = 1 << 12;

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;

    /**
     * Selections on a device.
     *
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     */
    public Selection(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
    }

    /**
     * The k smallest values of a list, ascending.
     *
     * @param values n values
     * @param k how many, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException if k is out of range, so that an empty list is refused; or for NaN, with its place
     */
    public SelectedFloats smallest(float[] values, int k) {
        return smallest(values, 1, k);
    }

    /**
     * The k largest values of a list, descending.
     *
     * @param values n values
     * @param k how many, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException as {@link #smallest(float[], int)}
     */
    public SelectedFloats largest(float[] values, int k) {
        return largest(values, 1, k);
    }

    /**
     * The k smallest values of each row, ascending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows; with 0 rows the matrix must be empty, k is 1 or more, and so is the result
     * @param k how many per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException if k is out of range, the matrix is not of whole rows, or for NaN, with its place
     */
    public SelectedFloats smallest(float[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT);
    }

    /**
     * The k largest values of each row, descending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k how many per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(float[], int, int)}
     */
    public SelectedFloats largest(float[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT.withOrder(Order.DESCENDING));
    }

    /**
     * The k smallest values of a list, ascending.
     *
     * @param values n values
     * @param k how many, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException if k is out of range, so that an empty list is refused
     */
    public SelectedInts smallest(int[] values, int k) {
        return smallest(values, 1, k);
    }

    /**
     * The k largest values of a list, descending.
     *
     * @param values n values
     * @param k how many, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException as {@link #smallest(int[], int)}
     */
    public SelectedInts largest(int[] values, int k) {
        return largest(values, 1, k);
    }

    /**
     * The k smallest values of each row, ascending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows; with 0 rows the matrix must be empty, k is 1 or more, and so is the result
     * @param k how many per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException if k is out of range or the matrix is not of whole rows
     */
    public SelectedInts smallest(int[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT);
    }

    /**
     * The k largest values of each row, descending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k how many per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(int[], int, int)}
     */
    public SelectedInts largest(int[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT.withOrder(Order.DESCENDING));
    }

    /**
     * The k best values of each row.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k how many per row, 1 to n
     * @param options which end, in order or not, and how
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(float[], int, int)}, if k is more than the method takes, or if
     *     not even one row fits the memory limit
     */
    public SelectedFloats of(float[] matrix, int rows, int k, SelectionOptions options) {
        int n = columns(matrix.length, rows, k);
        checkNumbers(matrix, n);
        SelectionPlan plan = plan(rows, n, k, options);
        int[] ids = select(matrix, rows, n, k, options, plan);
        float[] values = new float[ids.length];
        workers.forEachSlice(
                ids.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int slot = begin; slot < end; slot++) {
                        values[slot] = matrix[slot / k * n + ids[slot]];
                    }
                },
                Progress.NONE);
        return new SelectedFloats(rows, k, ids, values, plan);
    }

    /**
     * The k best values of each row.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k how many per row, 1 to n
     * @param options which end, in order or not, and how
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(int[], int, int)}, if k is more than the method takes, or if not
     *     even one row fits the memory limit
     */
    public SelectedInts of(int[] matrix, int rows, int k, SelectionOptions options) {
        int n = columns(matrix.length, rows, k);
        SelectionPlan plan = plan(rows, n, k, options);
        int[] ids = select(matrix, rows, n, k, options, plan);
        int[] values = new int[ids.length];
        workers.forEachSlice(
                ids.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int slot = begin; slot < end; slot++) {
                        values[slot] = matrix[slot / k * n + ids[slot]];
                    }
                },
                Progress.NONE);
        return new SelectedInts(rows, k, ids, values, plan);
    }

    /**
     * How a selection would be done, and why so.
     *
     * @param rows number of rows, 1 or more
     * @param n values per row, 1 or more
     * @param k how many per row, 1 to n
     * @param options which end, in order or not, and how
     * @return the plan
     * @throws IllegalArgumentException if k is out of range, or more than the method takes
     */
    public SelectionPlan explain(int rows, int n, int k, SelectionOptions options) {
        checkK(k, n);
        return plan(rows, n, k, options);
    }

    private SelectionPlan plan(int rows, int n, int k, SelectionOptions options) {
        return SelectionTable.plan(Math.max(1, rows), n, k, backend.device(), options.method());
    }

    /** The number of values per row; k where there are no rows. */
    private static int columns(int values, int rows, int k) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows must be 0 or more: rows=" + rows);
        }
        if (rows == 0 ? values > 0 : values % rows != 0) {
            throw new IllegalArgumentException("values must be rows x n: values=" + values + ", rows=" + rows);
        }
        int n = rows == 0 ? Math.max(1, k) : values / rows;
        checkK(k, n);
        return n;
    }

    private static void checkK(int k, int n) {
        if (k < 1 || k > n) {
            throw new IllegalArgumentException("k must be in 1..n: k=" + k + ", n=" + n);
        }
    }

    private void checkNumbers(float[] matrix, int n) {
        AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
        workers.forEachSlice(
                matrix.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        if (Float.isNaN(matrix[i])) {
                            first.accumulateAndGet(i, Math::min);
                            return;
                        }
                    }
                },
                Progress.NONE);
        int at = first.get();
        if (at < matrix.length) {
            throw new IllegalArgumentException("values must be numbers: NaN at row=" + at / n + ", column=" + at % n);
        }
    }

    /** The ids of the selected values: {@code rows x k}. The matrix is an array of floats or ints. */
    private int[] select(Object matrix, int rows, int n, int k, SelectionOptions options, SelectionPlan plan) {
        int[] found = new int[rows * k];
        if (rows > 0 && plan.method() == SelectionMethod.SORT) {
            sortWhole(new HostRows(matrix, n, options.order(), true, workers), rows, k, found);
        } else if (rows > 0) {
            boolean keys = backend.device().type() != Device.Type.JVM;
            HostRows input = new HostRows(matrix, n, options.order(), keys, workers);
            selectInBatches(input, rows, k, options.sorted(), plan, found);
        }
        return found;
    }

    private void selectInBatches(HostRows input, int rows, int k, boolean sorted, SelectionPlan plan, int[] found) {
        int batch = batchRows(input, rows, k, plan);
        RowValues values = input.allocate(batch, rows);
        RowSelection selection = RowSelection.planned(values, k, plan, backend.device());
        Phase.Builder phase = Phase.named(SELECT).upload(values.array()).upload(selection.parameters());
        selection.stages().forEach(phase::stage);
        phase.download(selection.keys(), selection.ids());
        ResultOrder order = new ResultOrder(workers);
        try (Execution execution = backend.prepare(Program.of("selection", phase.build()))) {
            for (int first = 0; first < rows; first += batch) {
                int count = Math.min(batch, rows - first);
                input.fill(values, first, count);
                execution.run(SELECT, Progress.NONE);
                if (sorted && !selection.isSorted()) {
                    order.arrange(selection.keys(), selection.ids(), count, k);
                }
                System.arraycopy(selection.ids(), 0, found, first * k, count * k);
            }
        }
    }

    /** Sorts each row on the host and takes the beginning. */
    private void sortWhole(HostRows input, int rows, int k, int[] found) {
        int n = input.columns();
        int[] keys = new int[n];
        int[] ids = new int[n];
        ResultOrder order = new ResultOrder(workers);
        for (int row = 0; row < rows; row++) {
            input.writeKeys(row, 1, keys);
            for (int column = 0; column < n; column++) {
                ids[column] = column;
            }
            order.arrange(keys, ids, 1, n);
            System.arraycopy(ids, 0, found, row * k, k);
        }
    }

    /** Rows per batch, as many as memory and array length allow. */
    private int batchRows(HostRows input, int rows, int k, SelectionPlan plan) {
        Device device = backend.device();
        int n = input.columns();
        long temporary = switch (plan.method()) {
            case SINGLE_PASS -> SinglePassStages.temporaryBytes(1, k, plan.singlePass());
            case SAMPLE_SELECT -> SampleStages.temporaryBytes(n, input.form(), plan.tile());
            default -> RadixStages.temporaryBytes(n, input.form(), plan.tile());
        };
        long perRow = 4L * n + 8L * k + temporary;
        long limit = Math.min(memoryLimit, device.memoryBytes());
        long longest = Math.min(device.maxArrayBytes() / 4, MAX_ARRAY_LENGTH);
        long byArray = longest / Math.max(n, plan.longestArrayPerRow(n, k));
        long batch = Math.min(rows, Math.min(limit / perRow, byArray));
        if (batch < 1) {
            throw new IllegalArgumentException("a row of the selection does not fit the memory of " + device
                    + ": needed=" + perRow + " bytes, limit=" + limit + ", n=" + n + ", k=" + k);
        }
        return (int) batch;
    }
}
