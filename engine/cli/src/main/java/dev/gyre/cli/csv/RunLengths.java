package dev.gyre.cli.csv;

import java.util.Arrays;
import java.util.Objects;

/** Reads levels and the numbers of dictionary entries: runs of equal whole numbers, and numbers of some bits packed together. */
final class RunLengths {

    private static final int PAYLOAD = 0x7f;
    private static final int PAYLOAD_BITS = 7;

    private final byte[] bytes;
    private int at;

    private RunLengths(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    /**
     * Returns numbers.
     *
     * @param from where they begin
     * @param limit where the bytes end; what follows is not theirs
     * @param bits the bits of each, 0 to 32
     * @param count how many there are
     * @throws IndexOutOfBoundsException if the bytes end before
     */
    static int[] read(byte[] bytes, int from, int limit, int bits, int count) {
        int[] numbers = new int[count];
        RunLengths runs = new RunLengths(bytes, from);
        for (int done = 0; done < count; ) {
            int header = runs.header();
            long length = (header & 1) == 0 ? header >>> 1 : (header >>> 1) * (long) Byte.SIZE;
            int end = (int) Math.min(count, done + Math.max(1, length));
            if ((header & 1) == 0) {
                Arrays.fill(numbers, done, end, runs.little((bits + Byte.SIZE - 1) / Byte.SIZE));
            } else {
                runs.unpack(bits, numbers, done, end);
                runs.at += ((end - done) * bits + Byte.SIZE - 1) / Byte.SIZE;
            }
            done = end;
        }
        Objects.checkFromToIndex(from, runs.at, limit);
        return numbers;
    }

    /** Returns whether all of some numbers equal one; see {@link #read}. */
    static boolean areAll(int value, byte[] bytes, int from, int limit, int bits, int count) {
        RunLengths runs = new RunLengths(bytes, from);
        int[] some = new int[Byte.SIZE];
        boolean areEqual = true;
        for (int done = 0; done < count; ) {
            int header = runs.header();
            if ((header & 1) == 0) {
                areEqual &= runs.little((bits + Byte.SIZE - 1) / Byte.SIZE) == value;
                done += Math.max(1, header >>> 1);
                continue;
            }
            for (int group = header >>> 1; group > 0 && done < count; group--) {
                int held = Math.min(some.length, count - done);
                runs.unpack(bits, some, 0, held);
                for (int slot = 0; slot < held; slot++) {
                    areEqual &= some[slot] == value;
                }
                runs.at += (held * bits + Byte.SIZE - 1) / Byte.SIZE;
                done += held;
            }
        }
        Objects.checkFromToIndex(from, runs.at, limit);
        return areEqual;
    }

    private int header() {
        int value = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes[at++];
            value |= (next & PAYLOAD) << shift;
            shift += PAYLOAD_BITS;
        } while (next < 0);
        return value;
    }

    private int little(int size) {
        int value = 0;
        for (int slot = 0; slot < size; slot++) {
            value |= (bytes[at++] & 0xff) << slot * Byte.SIZE;
        }
        return value;
    }

    /** Reads packed numbers, the lowest bits of each byte first, and stays where they begin. */
    private void unpack(int bits, int[] numbers, int from, int to) {
        long mask = (1L << bits) - 1;
        long buffer = 0;
        int held = 0;
        int next = at;
        for (int slot = from; slot < to; slot++) {
            while (held < bits) {
                buffer |= (bytes[next++] & 0xffL) << held;
                held += Byte.SIZE;
            }
            numbers[slot] = (int) (buffer & mask);
            buffer >>>= bits;
            held -= bits;
        }
    }
}
