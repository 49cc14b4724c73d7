package dev.gyre.engine.select;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Lease;
import dev.gyre.tasks.select.SelectionParameters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/**
 * The rows of an array on the host, and the form in which a device gets them.
 *
 * <pre>
 * matrix         on the JVM    on other devices, and for sorts
 * int[]          unchanged     unchanged; as keys for a sort
 * float[]        unchanged     as keys, which the host computes
 * </pre>
 *
 * <p>Devices get keys instead of floats, ints in the requested order: with relaxed arithmetic, which TornadoVM's OpenCL uses, a GPU treats
 * denormal floats as zero, and may treat both zeros as equal.
 */
public final class SelectionInput {

    /** Keys that a thread computes before it passes them on: 16 KiB, to stay in its cache. An estimate, to be measured. */
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
        if (keys) {
            return 0;
        }
        int largest = order == Order.DESCENDING ? SelectionParameters.LARGEST : 0;
        return matrix instanceof float[] ? largest | SelectionParameters.FLOATS : largest;
    }

    /**
     * Refuses NaN if floats are not turned into keys.
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
            writeKeys(first, count, (found, at, length) -> lease.write(found, 0, batch.integers(), at, length));
        } else if (batch.array() != matrix) {
            lease.writeAll(matrix, first * columns, batch.array(), 0, count * columns);
        }
    }

    /** Writes the keys of rows, in the requested order, to the beginning of an array. */
    public void writeKeys(int first, int count, int[] found) {
        if (matrix instanceof float[]) {
            writeKeys(first, count, (part, at, length) -> System.arraycopy(part, 0, found, at, length));
        } else {
            boolean largest = order == Order.DESCENDING;
            System.arraycopy(matrix, first * columns, found, 0, count * columns);
            for (int i = 0; largest && i < count * columns; i++) {
                found[i] = ~found[i];
            }
        }
    }

    /**
     * Computes the keys of floats, in pieces.
     *
     * @throws NotANumber if there is NaN
     */
    private void writeKeys(int first, int count, KeyTarget target) {
        float[] values = (float[]) matrix;
        int turn = order == Order.DESCENDING ? -1 : 0;
        workers.forEachSlice(count * columns, CHUNK, (begin, end) -> {
            int[] found = new int[Math.min(CHUNK, end - begin)];
            ByteBuffer room = ByteBuffer.allocate(found.length * Float.BYTES).order(ByteOrder.nativeOrder());
            FloatBuffer floats = room.asFloatBuffer();
            IntBuffer bits = room.asIntBuffer();
            for (int start = begin; start < end; start += found.length) {
                int length = Math.min(found.length, end - start);
                floats.put(0, values, first * columns + start, length);
                bits.get(0, found, 0, length);
                toKeys(found, length, turn);
                target.put(found, start, length);
            }
        });
    }

    /** Turns bits of floats into keys. The JVM makes vectors of this loop, but not of one that reads floats as bits or leaves early. */
    private static void toKeys(int[] found, int length, int turn) {
        int beyond = 0;
        for (int i = 0; i < length; i++) {
            int bits = found[i];
            beyond |= INFINITY - (bits & Integer.MAX_VALUE);
            found[i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE) ^ turn;
        }
        if (beyond < 0) {
            throw new NotANumber();
        }
    }

    /** Receives keys. */
    private interface KeyTarget {

        /** Receives the first keys of an array; several threads call this at once. */
        void put(int[] keys, int at, int length);
    }

    /** Thrown if any value is NaN. */
    public static final class NotANumber extends RuntimeException {

        private static final long serialVersionUID = 1;

        public NotANumber() {
            super("NaN", null, false, false);
        }
    }
}
