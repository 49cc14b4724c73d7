package dev.gyre.engine.select;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Lease;
import dev.gyre.tasks.select.SelectionParameters;

/**
 * The rows of an array on the host, and the form in which a device gets them.
 *
 * <pre>
 * matrix         on the JVM    on other devices, and for sorts
 * int[]          unchanged     unchanged; as keys for a sort
 * float[]        unchanged     their bits; as keys for a sort
 * </pre>
 *
 * <p>Devices get the bits of floats, as ints, and make keys of them: with relaxed arithmetic, which TornadoVM's OpenCL uses, a GPU treats
 * denormal floats as zero, and may treat both zeros as equal.
 */
public final class SelectionInput {

    /** Keys that a thread computes at a time, at least. */
    private static final int CHUNK = 1 << 12;

    /** The bits of infinity: those of NaN, without the sign, are more. */
    private static final int INFINITY = 0x7f800000;

    private final Object matrix;
    private final int columns;
    private final Order order;
    private final boolean keys;
    private final Workers workers;

    /** Makes rows of an array of floats or ints; with {@code keys}, the host turns floats into keys. */
    public SelectionInput(Object matrix, int columns, Order order, boolean keys, Workers workers) {
        this.matrix = matrix;
        this.columns = columns;
        this.order = order;
        this.keys = keys && matrix instanceof float[];
        this.workers = workers;
    }

    public int columns() {
        return columns;
    }

    /** Returns bits of {@link SelectionParameters}. */
    int form() {
        int largest = order == Order.DESCENDING ? SelectionParameters.LARGEST : 0;
        if (keys) {
            return largest | SelectionParameters.BITS;
        }
        return matrix instanceof float[] ? largest | SelectionParameters.FLOATS : largest;
    }

    /**
     * Refuses NaN, unless a device looks for it.
     *
     * @throws NotANumber if there is NaN in the rows
     */
    public void checkNumbers(int first, int count) {
        if (!keys && matrix instanceof float[] values) {
            int from = first * columns;
            if (Checks.firstIndex(count * columns, i -> Float.isNaN(values[from + i]), workers) >= 0) {
                throw new NotANumber();
            }
        }
    }

    /** Copies rows into the room of a batch, an array of a program. */
    public void fill(Lease<?> lease, RowValues batch, int first, int count) {
        if (keys) {
            lease.writeBits((float[]) matrix, first * columns, batch.integers(), 0, count * columns);
        } else if (batch.array() != matrix) {
            lease.writeAll(matrix, first * columns, batch.array(), 0, count * columns);
        }
    }

    /**
     * Writes the keys of rows, in the requested order, to the beginning of an array.
     *
     * @throws NotANumber if there is NaN
     */
    public void writeKeys(int first, int count, int[] found) {
        int from = first * columns;
        int turn = order == Order.DESCENDING ? -1 : 0;
        workers.forEachSlice(count * columns, CHUNK, (begin, end) -> {
            int beyond = 0;
            for (int i = begin; i < end; i++) {
                if (matrix instanceof float[] values) {
                    int bits = Float.floatToRawIntBits(values[from + i]);
                    beyond |= INFINITY - (bits & Integer.MAX_VALUE);
                    found[i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE) ^ turn;
                } else {
                    found[i] = ((int[]) matrix)[from + i] ^ turn;
                }
            }
            if (beyond < 0) {
                throw new NotANumber();
            }
        });
    }

    /** Thrown if any value is NaN. */
    public static final class NotANumber extends RuntimeException {

        private static final long serialVersionUID = 1;

        public NotANumber() {
            super("NaN", null, false, false);
        }
    }
}
