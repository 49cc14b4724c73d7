package dev.gyre.spark;

/** Sizes of arrays that grow. */
final class Room {

    private static final int LEAST = 16;

    private Room() {}

    /**
     * Returns the next length of an array that is full.
     *
     * @throws IllegalStateException if no array can be longer
     */
    static int after(int full) {
        int most = Integer.MAX_VALUE - 8;
        if (full == most) {
            throw new IllegalStateException(
                    "a partition has more values than an array holds: set spark.gyre.partitions to more partitions");
        }
        return (int) Math.min(most, Math.max(LEAST, full + (long) (full >> 1)));
    }
}
