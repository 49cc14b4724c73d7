package dev.gyre.engine.plan;

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
     * Says how many items the call has, before the first batch is taken. All devices of a call say the same.
     *
     * @param items number of items, 0 or more
     */
    default void begin(int items) {
        begin(items, 1);
    }

    /**
     * Says how many items the call has, some of which go together: batches of several devices begin at multiples of a unit.
     *
     * @param items number of items, 0 or more
     * @param unit a power of two
     */
    void begin(int items, int unit);

    /**
     * Takes the next batch. Where none is left, but others may give theirs back, a device that has answered all that it took waits.
     *
     * @param most most items of it, 1 or more
     * @return the batch; null where no items are left, or where the device has yet to answer what it took
     * @throws dev.gyre.engine.program.DeviceException if the device has no room for a unit
     * @throws java.util.concurrent.CancellationException if the call ends without this device's work
     */
    Batch next(int most);

    /** Says that a batch is answered. What a device takes and does not answer before it fails is answered by another one. */
    void done(Batch batch);

    /**
     * Counts items that are answered without a batch, where a device finds its items elsewhere. All devices of a call do so, or none.
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
            public synchronized Batch next(int most) {
                if (next == items) {
                    return null;
                }
                Batch batch = new Batch(next, Math.min(most, items - next));
                next = batch.end();
                return batch;
            }

            @Override
            public void done(Batch batch) {
                // Nobody else asks.
            }

            @Override
            public synchronized void count(int number) {
                next += number;
            }
        };
    }
}
