package dev.gyre.engine.methods.hybrid;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * The queries of a hybrid join, from those with most work to those with least (Gowanlock 2021, section 4.5): the device takes batches from the front, large
 * ones first and then small ones; the host takes small ones from the back. Queries for which the device found too few neighbors come back, and the host takes
 * them before others; the device takes them again once its radius has grown and no others are left. Safe for use by several threads.
 */
final class HybridQueue {

    private static final long WAIT_MILLIS = 20;

    private final HybridGridOptions options;
    private final int size;
    private final IntArrayList returned = new IntArrayList();
    private int[] order;
    private int front;
    private int back;
    private double monolithic;
    private int returnedAt = -1;
    private int done;

    /** A queue of a number of queries; {@link #open} sets their order. */
    public HybridQueue(int size, HybridGridOptions options) {
        this.size = size;
        this.options = options;
        monolithic = options.monolithic();
    }

    /**
     * Opens the queue.
     *
     * @param newOrder the queries, from most to least work
     */
    public synchronized void open(int[] newOrder) {
        order = newOrder;
        back = size;
        notifyAll();
    }

    /**
     * Takes a batch for the device.
     *
     * @param generation how often its radius has grown
     * @return the queries; none if nothing is left for it
     */
    public synchronized int[] forDevice(int generation) {
        int left = back - front;
        int count = 0;
        if (monolithic > 0) {
            count = (int) Math.min(monolithic * size, left - Math.ceil(options.reserved() * size));
            monolithic = count > small(options.deviceBatch()) ? monolithic / 2 : 0;
        }
        if (monolithic == 0) {
            count = Math.min(small(options.deviceBatch()), left);
        }
        if (count == 0 && !returned.isEmpty() && generation > returnedAt) {
            return takeReturned(small(options.deviceBatch()));
        }
        front += count;
        return order == null ? new int[0] : Arrays.copyOfRange(order, front - count, front);
    }

    /**
     * Takes a batch for the host; waits while the device may give queries back.
     *
     * @param progress says whether to end
     * @return the queries; none if all have their neighbors
     * @throws CancellationException if the progress asked for it
     */
    public synchronized int[] forHost(Progress progress) {
        boolean interrupted = false;
        try {
            while (true) {
                if (progress.cancelled()) {
                    throw new CancellationException("cancelled: queries=" + done + " of " + size);
                }
                if (done == size) {
                    return new int[0];
                }
                int max = small(options.hostBatch());
                if (!returned.isEmpty()) {
                    return takeReturned(max);
                }
                if (front < back) {
                    int count = Math.min(max, back - front);
                    back -= count;
                    return Arrays.copyOfRange(order, back, back + count);
                }
                try {
                    wait(WAIT_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private int[] takeReturned(int max) {
        int count = Math.min(max, returned.size());
        int[] batch = new int[count];
        for (int i = 0; i < count; i++) {
            batch[i] = returned.removeAtIndex(returned.size() - 1);
        }
        return batch;
    }

    /** Queries of a small batch, half as many near the end. */
    private int small(double part) {
        double ofAll = done >= options.end() * size ? part / 2 : part;
        return (int) Math.max(1, ofAll * size);
    }

    /** Gives back queries that have no neighbors yet. */
    public synchronized void giveBack(int[] queries, int generation) {
        returned.addAll(queries);
        returnedAt = generation;
        notifyAll();
    }

    /** Notes that queries have their neighbors. */
    public synchronized void done(int queries) {
        done += queries;
        notifyAll();
    }
}
