package dev.gyre.engine.op;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sort.KeyBits;
import dev.gyre.engine.sort.RowKeys;

/**
 * Keys to sort by: a view of an array of one of four types. The array is not copied; the caller must not change it during a
 * sort.
 *
 * <p>The order is total. Floating-point keys: negative before positive, -0.0 before 0.0, infinities at the ends, and NaN last
 * in both orders.
 */
public abstract class Keys {

    private final int length;
    private final int columns;

    private Keys(int length, int columns) {
        this.length = length;
        this.columns = columns;
    }

    /**
     * Makes keys of type {@code int}.
     *
     * @param keys the array
     * @return a view of it
     */
    public static Keys of(int[] keys) {
        return new Ints(keys);
    }

    /**
     * Makes keys of type {@code long}.
     *
     * @param keys the array
     * @return a view of it
     */
    public static Keys of(long[] keys) {
        return new Longs(keys);
    }

    /**
     * Makes keys of type {@code float}.
     *
     * @param keys the array
     * @return a view of it
     */
    public static Keys of(float[] keys) {
        return new Floats(keys);
    }

    /**
     * Makes keys of type {@code double}.
     *
     * @param keys the array
     * @return a view of it
     */
    public static Keys of(double[] keys) {
        return new Doubles(keys);
    }

    /**
     * Returns the number of keys.
     *
     * @return the length of the array
     */
    public int length() {
        return length;
    }

    /** Returns the number of {@code int} columns of a key. */
    int columns() {
        return columns;
    }

    /** Writes the keys of a range of rows as columns of ints, which sort in the given order. */
    abstract void toColumns(int[] values, int stride, Order order, int begin, int end);

    /** Returns the columns, read where the keys are, which sort in the given order. */
    abstract RowKeys rows(Order order);

    /** Reads the keys of a range of rows back from the single column. */
    abstract void fromColumn(int[] values, Order order, int begin, int end);

    /** Sets the keys of a range to the given rows of other keys of the same type. */
    abstract void gather(Keys from, int[] rows, int begin, int end);

    /** Copies the keys to a new array. */
    abstract Keys copy(Workers workers);

    /** Columns of keys in an order. */
    private abstract static class Rows implements RowKeys {

        private final int columns;

        Rows(int columns) {
            this.columns = columns;
        }

        @Override
        public final int columns() {
            return columns;
        }
    }

    private static final class Ints extends Keys {

        private final int[] keys;

        Ints(int[] keys) {
            super(keys.length, 1);
            this.keys = keys;
        }

        @Override
        void toColumns(int[] values, int stride, Order order, int begin, int end) {
            int flip = flip(order);
            for (int i = begin; i < end; i++) {
                values[i] = keys[i] ^ flip;
            }
        }

        @Override
        RowKeys rows(Order order) {
            int flip = flip(order);
            return new Rows(1) {
                @Override
                public void writeBits(int begin, int end, long[] bits) {
                    for (int row = begin; row < end; row++) {
                        bits[row - begin] = (long) (keys[row] ^ flip) << Integer.SIZE ^ Long.MIN_VALUE;
                    }
                }

                @Override
                public int value(int row, int column) {
                    return keys[row] ^ flip;
                }

                @Override
                public int[] column() {
                    return flip == 0 ? keys : null;
                }
            };
        }

        @Override
        void fromColumn(int[] values, Order order, int begin, int end) {
            int flip = flip(order);
            for (int i = begin; i < end; i++) {
                keys[i] = values[i] ^ flip;
            }
        }

        @Override
        void gather(Keys from, int[] rows, int begin, int end) {
            int[] source = ((Ints) from).keys;
            for (int i = begin; i < end; i++) {
                keys[i] = source[rows[i]];
            }
        }

        @Override
        Keys copy(Workers workers) {
            return new Ints(HostArrays.copyOf(keys, keys.length, workers));
        }

        /** Returns the mask that inverts all bits, and so the order, if descending. */
        private static int flip(Order order) {
            return order == Order.ASCENDING ? 0 : -1;
        }
    }

    private static final class Floats extends Keys {

        private final float[] keys;

        Floats(float[] keys) {
            super(keys.length, 1);
            this.keys = keys;
        }

        @Override
        void toColumns(int[] values, int stride, Order order, int begin, int end) {
            for (int i = begin; i < end; i++) {
                values[i] = KeyBits.ordered(keys[i], order);
            }
        }

        @Override
        RowKeys rows(Order order) {
            return new Rows(1) {
                @Override
                public void writeBits(int begin, int end, long[] bits) {
                    for (int row = begin; row < end; row++) {
                        bits[row - begin] = (long) KeyBits.ordered(keys[row], order) << Integer.SIZE ^ Long.MIN_VALUE;
                    }
                }

                @Override
                public int value(int row, int column) {
                    return KeyBits.ordered(keys[row], order);
                }
            };
        }

        @Override
        void fromColumn(int[] values, Order order, int begin, int end) {
            boolean descending = order == Order.DESCENDING;
            for (int i = begin; i < end; i++) {
                int key = values[i];
                int ascending = descending && key != Integer.MAX_VALUE ? ~key : key;
                keys[i] = Float.intBitsToFloat(ascending ^ ((ascending >> 31) & Integer.MAX_VALUE));
            }
        }

        @Override
        void gather(Keys from, int[] rows, int begin, int end) {
            float[] source = ((Floats) from).keys;
            for (int i = begin; i < end; i++) {
                keys[i] = source[rows[i]];
            }
        }

        @Override
        Keys copy(Workers workers) {
            return new Floats(HostArrays.copyOf(keys, keys.length, workers));
        }
    }

    private abstract static class TwoColumns extends Keys {

        TwoColumns(int length) {
            super(length, 2);
        }

        @Override
        void fromColumn(int[] values, Order order, int begin, int end) {
            throw new UnsupportedOperationException("these keys need two columns");
        }
    }

    private static final class Longs extends TwoColumns {

        private final long[] keys;

        Longs(long[] keys) {
            super(keys.length);
            this.keys = keys;
        }

        @Override
        void toColumns(int[] values, int stride, Order order, int begin, int end) {
            long flip = order == Order.ASCENDING ? 0 : -1;
            for (int i = begin; i < end; i++) {
                KeyBits.split(keys[i] ^ flip, values, stride, i);
            }
        }

        @Override
        RowKeys rows(Order order) {
            long flip = order == Order.ASCENDING ? 0 : -1;
            return new Rows(2) {
                @Override
                public void writeBits(int begin, int end, long[] bits) {
                    for (int row = begin; row < end; row++) {
                        bits[row - begin] = keys[row] ^ flip ^ Long.MIN_VALUE;
                    }
                }

                @Override
                public int value(int row, int column) {
                    return KeyBits.column(keys[row] ^ flip, column);
                }
            };
        }

        @Override
        void gather(Keys from, int[] rows, int begin, int end) {
            long[] source = ((Longs) from).keys;
            for (int i = begin; i < end; i++) {
                keys[i] = source[rows[i]];
            }
        }

        @Override
        Keys copy(Workers workers) {
            return new Longs(HostArrays.copyOf(keys, keys.length, workers));
        }
    }

    private static final class Doubles extends TwoColumns {

        private final double[] keys;

        Doubles(double[] keys) {
            super(keys.length);
            this.keys = keys;
        }

        @Override
        void toColumns(int[] values, int stride, Order order, int begin, int end) {
            for (int i = begin; i < end; i++) {
                KeyBits.split(KeyBits.ordered(keys[i], order), values, stride, i);
            }
        }

        @Override
        RowKeys rows(Order order) {
            return new Rows(2) {
                @Override
                public void writeBits(int begin, int end, long[] bits) {
                    for (int row = begin; row < end; row++) {
                        bits[row - begin] = KeyBits.ordered(keys[row], order) ^ Long.MIN_VALUE;
                    }
                }

                @Override
                public int value(int row, int column) {
                    return KeyBits.column(KeyBits.ordered(keys[row], order), column);
                }
            };
        }

        @Override
        void gather(Keys from, int[] rows, int begin, int end) {
            double[] source = ((Doubles) from).keys;
            for (int i = begin; i < end; i++) {
                keys[i] = source[rows[i]];
            }
        }

        @Override
        Keys copy(Workers workers) {
            return new Doubles(HostArrays.copyOf(keys, keys.length, workers));
        }
    }
}
