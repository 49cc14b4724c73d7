package dev.gyre.spark;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;

/** Writes and reads arrays of numbers as bytes, many at a time: an object stream would handle each number by itself. */
final class Wire {

    private static final int CHUNK = 1 << 13;

    private Wire() {}

    static void writeDoubles(ObjectOutput out, double[] values, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * Double.BYTES);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            buffer.asDoubleBuffer().put(values, from, some);
            out.write(buffer.array(), 0, some * Double.BYTES);
        }
    }

    static double[] readDoubles(ObjectInput in, int count) throws IOException {
        double[] values = new double[count];
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * Double.BYTES);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            in.readFully(buffer.array(), 0, some * Double.BYTES);
            buffer.asDoubleBuffer().get(values, from, some);
        }
        return values;
    }

    static void writeLongs(ObjectOutput out, long[] values, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * Long.BYTES);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            buffer.asLongBuffer().put(values, from, some);
            out.write(buffer.array(), 0, some * Long.BYTES);
        }
    }

    static long[] readLongs(ObjectInput in, int count) throws IOException {
        long[] values = new long[count];
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * Long.BYTES);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            in.readFully(buffer.array(), 0, some * Long.BYTES);
            buffer.asLongBuffer().get(values, from, some);
        }
        return values;
    }

    static void writeInts(ObjectOutput out, int[] values, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * Integer.BYTES);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            buffer.asIntBuffer().put(values, from, some);
            out.write(buffer.array(), 0, some * Integer.BYTES);
        }
    }

    static int[] readInts(ObjectInput in, int count) throws IOException {
        int[] values = new int[count];
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK) * Integer.BYTES);
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            in.readFully(buffer.array(), 0, some * Integer.BYTES);
            buffer.asIntBuffer().get(values, from, some);
        }
        return values;
    }
}
