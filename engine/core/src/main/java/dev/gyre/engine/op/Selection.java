package dev.gyre.engine.op;

import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.select.DeviceBatches;
import dev.gyre.engine.select.ResultOrder;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.RowValues;
import dev.gyre.engine.select.SelectionInput;
import dev.gyre.engine.select.SelectionPlan;
import dev.gyre.engine.select.SelectionProgram;
import dev.gyre.engine.select.SelectionStrategies;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The k smallest or largest values, with their ids, of a list or of each row of a matrix, for any k from 1 to n.
 *
 * <p>Values have the total order of their type; for floats: -infinity, negative values, -0.0, 0.0, positive values, +infinity. NaN is
 * refused. Ties are in ascending order of ids, for the smallest and for the largest values; an id is a column, from 0. The answer is the
 * same on every device and by every method. Inputs never change.
 *
 * <p>Rows that do not fit the memory limit go through the device in batches. Memory on the device, in bytes, for a batch of b rows of n:
 * {@code 4 b n} for the values and {@code 8 b k} for the result. A single pass of p parts per row needs another {@code 9 b p k} if p is
 * more than 1, a radix select about {@code 4.3 b n}, a sample select {@code 8.3 b n}. On the host, the result needs {@code 8 q k} bytes for
 * q rows, and a copy of the batch needs {@code 4 b n}; if the JVM handles all rows in one batch, there is no copy. Other devices get floats
 * as ints of the same order, so that their relaxed arithmetic changes no answer. Their programs are kept for later calls of about the same
 * sizes; large matrices use up to three programs at a time.
 *
 * <p>Safe for use by several threads.
 */
public final class Selection {

    private static final String SELECT = "select";
    /** Number of values that the JVM copies at a time if it shares the rows with other devices. */
    private static final int SHARED_VALUES = 1 << 22;

    private static final int MIN_SLICE = 1 << 12;

    private final Placement placement;

    /**
     * Makes the selections.
     *
     * @param placement decides where each call runs; a context places all calls in itself
     */
    Selection(Placement placement) {
        this.placement = Objects.requireNonNull(placement, "placement");
    }

    /**
     * Selects the k smallest values of a list, ascending.
     *
     * @param values n values
     * @param k number of values, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException if k is out of range (for an empty list, every k is), or if a value is NaN; the message names its
     *     row and column
     */
    public TopK.Floats smallest(float[] values, int k) {
        return smallest(values, 1, k);
    }

    /**
     * Selects the k largest values of a list, descending.
     *
     * @param values n values
     * @param k number of values, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException as {@link #smallest(float[], int)}
     */
    public TopK.Floats largest(float[] values, int k) {
        return largest(values, 1, k);
    }

    /**
     * Selects the k smallest values of each row, ascending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows; 0 needs an empty matrix and k of 1 or more, and gives an empty result
     * @param k number of values per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException if k is out of range, if the matrix does not consist of whole rows, or if a value is NaN; the
     *     message names its row and column
     */
    public TopK.Floats smallest(float[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT);
    }

    /**
     * Selects the k largest values of each row, descending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k number of values per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(float[], int, int)}
     */
    public TopK.Floats largest(float[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT.withOrder(Order.DESCENDING));
    }

    /**
     * Selects the k smallest values of a list, ascending.
     *
     * @param values n values
     * @param k number of values, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException if k is out of range; for an empty list, every k is
     */
    public TopK.Ints smallest(int[] values, int k) {
        return smallest(values, 1, k);
    }

    /**
     * Selects the k largest values of a list, descending.
     *
     * @param values n values
     * @param k number of values, 1 to n
     * @return one row of k values
     * @throws IllegalArgumentException as {@link #smallest(int[], int)}
     */
    public TopK.Ints largest(int[] values, int k) {
        return largest(values, 1, k);
    }

    /**
     * Selects the k smallest values of each row, ascending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows; 0 needs an empty matrix and k of 1 or more, and gives an empty result
     * @param k number of values per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException if k is out of range or the matrix does not consist of whole rows
     */
    public TopK.Ints smallest(int[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT);
    }

    /**
     * Selects the k largest values of each row, descending.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k number of values per row, 1 to n
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(int[], int, int)}
     */
    public TopK.Ints largest(int[] matrix, int rows, int k) {
        return of(matrix, rows, k, SelectionOptions.DEFAULT.withOrder(Order.DESCENDING));
    }

    /**
     * Selects the k best values of each row.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k number of values per row, 1 to n
     * @param options order, sorting of the result, method
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(float[], int, int)}, if k is more than the method supports, or if
     *     not even one row fits the memory limit
     */
    public TopK.Floats of(float[] matrix, int rows, int k, SelectionOptions options) {
        Selected found = select(matrix, matrix.length, rows, k, options);
        float[] values = new float[found.ids().length];
        found.forEachPlace((slot, at) -> values[slot] = matrix[at]);
        return new TopK.Floats(rows, k, found.ids(), values, found.plan());
    }

    /**
     * Selects the k best values of each row.
     *
     * @param matrix {@code rows x n} values, row-major
     * @param rows number of rows, 0 or more
     * @param k number of values per row, 1 to n
     * @param options order, sorting of the result, method
     * @return rows of k values
     * @throws IllegalArgumentException as {@link #smallest(int[], int, int)}, if k is more than the method supports, or if not
     *     even one row fits the memory limit
     */
    public TopK.Ints of(int[] matrix, int rows, int k, SelectionOptions options) {
        Selected found = select(matrix, matrix.length, rows, k, options);
        int[] values = new int[found.ids().length];
        found.forEachPlace((slot, at) -> values[slot] = matrix[at]);
        return new TopK.Ints(rows, k, found.ids(), values, found.plan());
    }

    /** Selects from an array of floats or ints. */
    private Selected select(Object matrix, int length, int rows, int k, SelectionOptions options) {
        int n = columns(length, rows, k);
        Workload work = new Workload(n, rows, 1, k);
        Function<Context, List<Strategy>> strategies =
                context -> SelectionStrategies.of(context, work, options.method());
        Plan choice = placement.share(strategies);
        Team team = choice.team();
        Rows call = new Rows(matrix, rows, n, k, options, team.isShared(), new int[rows * k]);
        SelectionPlan plan = plan(choice, rows, n, k, options, "");
        try {
            choice.watch().done(team.call(Monitor.NONE, (context, batches, monitor) -> {
                Plan here = team.isShared() ? choice.on(context, strategies) : choice;
                call.select(context, batches, plan(here, rows, n, k, options, ""));
                return here;
            }));
        } catch (SelectionInput.NotANumber e) {
            int at = Checks.firstNaN((float[]) matrix, team.first().workers());
            throw new IllegalArgumentException("values must be numbers: NaN at row=" + at / n + ", column=" + at % n);
        }
        return new Selected(call.found(), n, k, team.first().workers(), plan);
    }

    /** The selected columns: k for each row of n values. */
    private record Selected(int[] ids, int n, int k, Workers workers, SelectionPlan plan) {

        /** Calls the action with each slot of the result and the index of its value in the matrix, on all threads. */
        void forEachPlace(PlaceAction action) {
            workers.forEachSlice(ids.length, MIN_SLICE, (begin, end) -> {
                for (int slot = begin; slot < end; slot++) {
                    action.accept(slot, slot / k * n + ids[slot]);
                }
            });
        }
    }

    @FunctionalInterface
    private interface PlaceAction {
        void accept(int slot, int place);
    }

    /**
     * Explains how a selection would run, and why, with the estimated time of each method.
     *
     * @param rows number of rows, 1 or more
     * @param n values per row, 1 or more
     * @param k number of values per row, 1 to n
     * @param options order, sorting of the result, method
     * @return the method and its reason, and a line for each method
     * @throws IllegalArgumentException if k is out of range, or more than the method supports
     */
    public String explain(int rows, int n, int k, SelectionOptions options) {
        Checks.k(k, n);
        Workload work = new Workload(n, rows, 1, k);
        Plan choice = placement.preview(context -> SelectionStrategies.of(context, work, options.method()));
        return plan(choice, rows, n, k, options, "\n" + String.join("\n", choice.lines()))
                .explanation();
    }

    private static SelectionPlan plan(Plan choice, int rows, int n, int k, SelectionOptions options, String more) {
        SelectionOptions.Method method = SelectionStrategies.method(choice, options.method());
        String reason = (method == options.method() ? "asked for" : choice.reason()) + more;
        return SelectionStrategies.plan(Math.max(1, rows), n, k, choice.device(), method, reason);
    }

    /** Returns the number of values per row; k if there are no rows. */
    private static int columns(int values, int rows, int k) {
        Checks.atLeast("rows", rows, 0);
        if (rows == 0 ? values > 0 : values % rows != 0) {
            throw new IllegalArgumentException("values must be rows x n: values=" + values + ", rows=" + rows);
        }
        int n = rows == 0 ? Math.max(1, k) : values / rows;
        Checks.k(k, n);
        return n;
    }

    /**
     * A selection from rows, an array of floats or ints.
     *
     * @param shared whether several devices share the rows
     * @param found receives the ids, {@code rows x k}
     */
    private record Rows(Object matrix, int rows, int n, int k, SelectionOptions options, boolean shared, int[] found) {

        /** Selects by one device. */
        void select(Context context, Batches batches, SelectionPlan plan) {
            boolean whole = plan.method() == SelectionOptions.Method.SORT;
            boolean keys = whole || !context.onJvm();
            SelectionInput input = new SelectionInput(matrix, n, options.order(), keys, context.workers());
            batches.begin(rows);
            if (rows > 0 && whole) {
                sortWhole(input, rows, k, found, context.workers());
            } else if (rows > 0 && context.onJvm()) {
                onJvm(context, batches, input, plan);
            } else if (rows > 0) {
                new DeviceBatches(context, input, rows, k, plan.method()).run(batches, options.sorted(), found);
            }
        }

        private void onJvm(Context context, Batches batches, SelectionInput input, SelectionPlan plan) {
            int max = shared ? Math.max(context.workers().threads(), SHARED_VALUES / n) : rows;
            int batch = Math.min(max, SelectionProgram.batchRows(context, input, rows, k, plan.method()));
            SelectionProgram.Sizes sizes = SelectionProgram.Sizes.of(input, batch, k, plan.method(), rows);
            // The matrix itself can serve as a batch only if one device selects from all rows.
            Object[] given = shared || batch < rows ? new Object[0] : new Object[] {matrix};
            ResultOrder order = new ResultOrder(context.workers());
            try (Lease<SelectionProgram> lease = context.leaseOrOnce(sizes, null, given)) {
                RowValues values = lease.operation().values();
                RowSelection selection = lease.operation().selection();
                Batches.Batch next;
                while ((next = batches.next(batch)) != null) {
                    int count = next.count();
                    input.checkNumbers(next.first(), count);
                    input.fill(lease, values, next.first(), count);
                    lease.run(SelectionProgram.SELECT);
                    if (options.sorted() && !selection.isSorted()) {
                        order.arrange(selection.keys(), selection.ids(), count, k);
                    }
                    HostArrays.copy(selection.ids(), 0, found, next.first() * k, count * k, context.workers());
                    batches.done(next);
                }
            }
        }
    }

    /** Sorts each row on the host and keeps the beginning. */
    private static void sortWhole(SelectionInput input, int rows, int k, int[] found, Workers workers) {
        int n = input.columns();
        int[] keys = new int[n];
        int[] ids = new int[n];
        ResultOrder order = new ResultOrder(workers);
        for (int row = 0; row < rows; row++) {
            input.writeKeys(row, 1, keys);
            HostArrays.fillSequence(ids, n, workers);
            order.arrange(keys, ids, 1, n);
            System.arraycopy(ids, 0, found, row * k, k);
        }
    }
}
