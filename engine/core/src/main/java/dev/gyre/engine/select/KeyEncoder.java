package dev.gyre.engine.select;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;

/**
 * Floats as ints in the order asked for, worked out by the host.
 *
 * <p>Devices get these instead of floats: compiled with relaxed arithmetic, as TornadoVM does for OpenCL, a GPU takes
 * denormal floats for zero, and need not tell the zeros apart.
 */
public final class KeyEncoder {

    private static final int MIN_SLICE = 1 << 12;

    private KeyEncoder() {}

    /**
     * Writes the keys of {@code length} floats from {@code from} on to the beginning of an array.
     *
     * @throws NotANumber if there is NaN
     */
    static void write(float[] values, int from, int length, boolean largest, int[] keys, Workers workers) {
        int turn = largest ? -1 : 0;
        workers.forEachSlice(
                length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        float value = values[from + i];
                        if (Float.isNaN(value)) {
                            throw new NotANumber();
                        }
                        int bits = Float.floatToRawIntBits(value);
                        keys[i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE) ^ turn;
                    }
                },
                Progress.NONE);
    }

    /** Says that there is NaN somewhere. */
    public static final class NotANumber extends RuntimeException {

        private static final long serialVersionUID = 1;

        public NotANumber() {
            super("NaN", null, false, false);
        }
    }
}
