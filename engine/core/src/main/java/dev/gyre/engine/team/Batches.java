package dev.gyre.engine.team;

/**
 * The items of a call, such as its queries, from which a device takes one batch after the other. Safe for use by several threads.
 */
public interface Batches {

    /** Consecutive items. */
    record Batch(int first, int count) {

        /** The item after the last one. */
        public int end() {
            return first + count;
        }
    }

    /**
     * Says how many items the call has, before the first batch is taken. All devices of a call give the same number.
     *
     * @param items number of items, 0 or more
     */
    default void begin(int items) {
        begin(items, 1);
    }

    /**
     * Says how many items the call has, if some belong together: batches of several devices begin at multiples of a unit.
     *
     * @param items number of items, 0 or more
     * @param unit a power of two
     */
    void begin(int items, int unit);

    /**
     * Takes the next batch. If no items are left, but other devices may give some back, a device that has answered all its batches waits.
     *
     * @param max the largest number of items in the batch, 1 or more
     * @return the batch; null if no items are left, or if the device still has to answer batches
     * @throws dev.gyre.engine.program.DeviceException if the device has no room for a unit
     * @throws java.util.concurrent.CancellationException if the call ends without this device's work
     */
    Batch next(int max);

    /** Says that a batch is answered. If a device fails, another one answers the batches that the failed one took and did not answer. */
    void done(Batch batch);

    /**
     * Counts items that are answered without a batch, by a device that gets its items elsewhere. All devices of a call do so, or none.
     *
     * @param items number of items, 0 or more
     */
    void count(int items);

    /** Returns the items in their order, for a device that answers them alone. */
    static Batches inOrder() {
        return new Batches() {

            private int next;
            private int items;

            @Override
            public synchronized void begin(int number, int unit) {
                items = number;
            }

            @Override
            public synchronized Batch next(int max) {
                if (next == items) {
                    return null;
                }
                Batch batch = new Batch(next, Math.min(max, items - next));
                next = batch.end();
                return batch;
            }

            @Override
            public void done(Batch batch) {
                // No other device needs to know.
            }

            @Override
            public synchronized void count(int number) {
                next += number;
            }
        };
    }
}
