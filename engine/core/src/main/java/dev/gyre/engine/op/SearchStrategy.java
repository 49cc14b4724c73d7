package dev.gyre.engine.op;

import java.util.Locale;

/** A way to answer a search of a {@link NeighborIndex}. All give the same answers. */
public enum SearchStrategy {

    /** All distances, on the threads of the JVM. */
    JVM_BRUTE_FORCE(false, false),

    /** A kd-tree, searched by the threads of the JVM. */
    JVM_KD_TREE(false, true),

    /** All distances, on the engine's device; there is none where the engine runs on the JVM. */
    DEVICE_BRUTE_FORCE(true, false),

    /** A kd-tree, searched by the engine's device; there is none where the engine runs on the JVM. */
    DEVICE_KD_TREE(true, true);

    private final boolean onDevice;
    private final boolean tree;

    SearchStrategy(boolean onDevice, boolean tree) {
        this.onDevice = onDevice;
        this.tree = tree;
    }

    /**
     * Whether it is for the engine's device, and not for the JVM.
     *
     * @return true for the device
     */
    public boolean isOnDevice() {
        return onDevice;
    }

    /**
     * Whether it searches in a tree, and not through all distances.
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
