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

    /** Keys that a thread works out before it hands them over: 16 KiB, to stay in its cache. An estimate, to be measured. */
    private static final int CHUNK = 1 << 12;

    private KeyEncoder() {}

    /** Receives keys. */
    interface Target {

        /** Takes the first keys of an array; several threads call this at once. */
        void put(int[] keys, int at, int length);
    }

    /**
     * Works out the keys of {@code length} floats from {@code from} on.
     *
     * @throws NotANumber if there is NaN
     */
    static void write(float[] values, int from, int length, boolean largest, Target target, Workers workers) {
        workers.forEachSlice(
                length,
                MIN_SLICE,
                (begin, end) -> {
                    int[] keys = new int[Math.min(CHUNK, end - begin)];
                    for (int start = begin; start < end; start += keys.length) {
                        int count = Math.min(keys.length, end - start);
                        write(values, from + start, count, largest, keys);
                        target.put(keys, start, count);
                    }
                },
                Progress.NONE);
    }

    private static void write(float[] values, int from, int length, boolean largest, int[] keys) {
        int turn = largest ? -1 : 0;
        for (int i = 0; i < length; i++) {
            float value = values[from + i];
            if (Float.isNaN(value)) {
                throw new NotANumber();
            }
            int bits = Float.floatToRawIntBits(value);
            keys[i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE) ^ turn;
        }
    }

    /** Says that there is NaN somewhere. */
    public static final class NotANumber extends RuntimeException {

        private static final long serialVersionUID = 1;

        public NotANumber() {
            super("NaN", null, false, false);
        }
    }
}
