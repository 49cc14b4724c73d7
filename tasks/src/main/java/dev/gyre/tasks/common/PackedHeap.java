package dev.gyre.tasks.common;

/**
 * The smallest of the (key, id) pairs seen so far, packed as {@code key << 32 | id}: a binary max-heap in an array, with the worst pair at
 * index 0. Ids are 0 or more. An empty slot holds {@link #EMPTY}, which is not better than any pair.
 */
public final class PackedHeap {

    static final long EMPTY = Long.MAX_VALUE;

    private PackedHeap() {}

    public static long pack(int key, int id) {
        return ((long) key << 32) | id;
    }

    public static int key(long pair) {
        return (int) (pair >> 32);
    }

    public static int id(long pair) {
        return (int) pair;
    }

    public static void clear(long[] heap, int capacity) {
        for (int slot = 0; slot < capacity; slot++) {
            heap[slot] = EMPTY;
        }
    }

    /** Replaces the worst pair by a better one and sifts it down: O(log capacity). */
    public static void replaceWorst(long[] heap, int capacity, long pair) {
        int hole = 0;
        int child = 1;
        while (child < capacity) {
            if (child + 1 < capacity && heap[child + 1] > heap[child]) {
                child++;
            }
            if (heap[child] <= pair) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
            child = 2 * hole + 1;
        }
        heap[hole] = pair;
    }

    /** Sorts the pairs in ascending order; they are then no longer a heap. O(capacity log capacity). */
    public static void arrange(long[] heap, int capacity) {
        for (int size = capacity - 1; size > 0; size--) {
            long worst = heap[0];
            replaceWorst(heap, size, heap[size]);
            heap[size] = worst;
        }
    }
}
