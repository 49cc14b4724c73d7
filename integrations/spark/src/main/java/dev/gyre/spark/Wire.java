package dev.gyre.spark;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;

/** Writes and reads arrays of numbers as bytes, many at a time: an object stream would handle each number separately. */
final class Wire {

    private static final int CHUNK = 1 << 13;

    private Wire() {}

    /** Moves some numbers of an array, from an index on, to or from a buffer. */
    @FunctionalInterface
    private interface Chunk {
        void move(ByteBuffer buffer, int from, int some);
    }

    private static void write(ObjectOutput out, int count, int bytes, Chunk chunk) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * bytes);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            chunk.move(buffer, from, some);
            out.write(buffer.array(), 0, some * bytes);
        }
    }

    private static void read(ObjectInput in, int count, int bytes, Chunk chunk) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * bytes);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            in.readFully(buffer.array(), 0, some * bytes);
            chunk.move(buffer, from, some);
        }
    }

    static void writeDoubles(ObjectOutput out, double[] values, int count) throws IOException {
        write(
                out,
                count,
                Double.BYTES,
                (buffer, from, some) -> buffer.asDoubleBuffer().put(values, from, some));
    }

    static double[] readDoubles(ObjectInput in, int count) throws IOException {
        double[] values = new double[count];
        read(
                in,
                count,
                Double.BYTES,
                (buffer, from, some) -> buffer.asDoubleBuffer().get(values, from, some));
        return values;
    }

    static void writeLongs(ObjectOutput out, long[] values, int count) throws IOException {
        write(
                out,
                count,
                Long.BYTES,
                (buffer, from, some) -> buffer.asLongBuffer().put(values, from, some));
    }

    static long[] readLongs(ObjectInput in, int count) throws IOException {
        long[] values = new long[count];
        read(
                in,
                count,
                Long.BYTES,
                (buffer, from, some) -> buffer.asLongBuffer().get(values, from, some));
        return values;
    }

    static void writeInts(ObjectOutput out, int[] values, int count) throws IOException {
        write(
                out,
                count,
                Integer.BYTES,
                (buffer, from, some) -> buffer.asIntBuffer().put(values, from, some));
    }

    static int[] readInts(ObjectInput in, int count) throws IOException {
        int[] values = new int[count];
        read(
                in,
                count,
                Integer.BYTES,
                (buffer, from, some) -> buffer.asIntBuffer().get(values, from, some));
        return values;
    }
}
