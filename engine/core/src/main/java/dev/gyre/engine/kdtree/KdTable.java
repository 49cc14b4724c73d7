package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.Device;
import dev.gyre.tasks.tree.KdParameters;

/** The sizes that suit a device: the one place that knows, from measurements. */
final class KdTable {

    /** Slots of a leaf: on a GPU 8 are as fast as 16 in 2 dimensions, and 1.3 times faster in 6; on the JVM 16 are. */
    private static final int JVM_LEAF_BITS = 4;

    private static final int DEVICE_LEAF_BITS = 3;

    /** Binary logarithm of the slots that a thread of the JVM orders by itself, or half of them: they fit its first caches. */
    private static final int JVM_WINDOW_BITS = 13;

    private KdTable() {}

    static int leafBits(Device device) {
        return isJvm(device) ? JVM_LEAF_BITS : DEVICE_LEAF_BITS;
    }

    static int windowBits(Device device) {
        return isJvm(device) ? JVM_WINDOW_BITS : KdParameters.MAX_WINDOW_BITS;
    }

    private static boolean isJvm(Device device) {
        return device.type() == Device.Type.JVM;
    }
}
