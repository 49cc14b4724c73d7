package dev.gyre.engine.op;

import java.util.Locale;

/** A method to answer a search of a {@link NeighborIndex}, with its device. All give the same answers. */
public enum SearchStrategy {

    /** Brute force on the threads of the JVM. */
    JVM_BRUTE_FORCE(false, false),

    /** A kd-tree on the threads of the JVM. */
    JVM_KD_TREE(false, true),

    /** Brute force on the engine's device; not available if the engine runs on the JVM. */
    DEVICE_BRUTE_FORCE(true, false),

    /** A kd-tree on the engine's device; not available if the engine runs on the JVM. */
    DEVICE_KD_TREE(true, true);

    private final boolean onDevice;
    private final boolean tree;

    SearchStrategy(boolean onDevice, boolean tree) {
        this.onDevice = onDevice;
        this.tree = tree;
    }

    /**
     * Returns whether it runs on the engine's device, not on the JVM.
     *
     * @return true for the device
     */
    public boolean isOnDevice() {
        return onDevice;
    }

    /**
     * Returns whether it searches a tree, instead of computing all distances.
     *
     * @return true for a tree
     */
    public boolean isTree() {
        return tree;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
