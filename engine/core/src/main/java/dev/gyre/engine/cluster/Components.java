package dev.gyre.engine.cluster;

import dev.gyre.engine.jvm.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Components of the slots of a tree: a union-find. The larger of two roots is hung under the smaller, so the root of a component is its
 * least member, whatever the order in which members were united. Paths are halved while they are walked (Anderson and Woll, "Wait-free
 * parallel algorithms for the union-find problem", 1991).
 *
 * <p>Safe for use by several threads at once, without locks; {@link #flatten} only when no other thread unites. Memory: 4 bytes for each
 * slot.
 */
final class Components {

    /** Stands for no root. */
    static final int NONE = -1;

    private static final VarHandle PARENTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int MIN_SLICE = 4_096;

    private final int[] parents;

    /** Begins in an array of the caller's, which may be longer: {@link #begin} is still to be called for each slot. */
    Components(int[] parents) {
        this.parents = parents;
    }

    /** Begins with each slot in a component of its own, in an array of the caller's, which may be longer. */
    Components(int[] parents, int slots, Workers workers) {
        this(parents);
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                parents[slot] = slot;
            }
        });
    }

    /** Begins with a slot in the component of a root, its least member; before any thread unites. */
    void begin(int slot, int root) {
        parents[slot] = root;
    }

    /** The root of a slot: the least member of its component. Other threads may unite it with another one meanwhile. */
    int find(int slot) {
        int at = slot;
        int parent = (int) PARENTS.getAcquire(parents, at);
        while (parent != at) {
            int above = (int) PARENTS.getAcquire(parents, parent);
            if (above != parent) {
                PARENTS.weakCompareAndSet(parents, at, parent, above);
            }
            at = parent;
            parent = above;
        }
        return at;
    }

    /**
     * Unites the components of two slots.
     *
     * @return the root that is none any more, or {@link #NONE} if the two were of one component; of several threads that join the same two,
     *     one gets the root
     */
    int unite(int slot, int other) {
        int low = find(slot);
        int high = find(other);
        while (low != high) {
            if (low > high) {
                int swap = low;
                low = high;
                high = swap;
            }
            if (PARENTS.compareAndSet(parents, high, high, low)) {
                return high;
            }
            // Another thread has hung the root under another one.
            low = find(low);
            high = find(high);
        }
        return NONE;
    }

    /** Sets the parent of each of the first slots to its root, by all threads, and returns these roots: the array itself, not a copy. */
    int[] flatten(int slots, Workers workers) {
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                PARENTS.setRelease(parents, slot, find(slot));
            }
        });
        return parents;
    }
}
