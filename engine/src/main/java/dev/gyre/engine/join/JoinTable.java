package dev.gyre.engine.join;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.device.Device;

/** Which method of joining is the fastest where: the one place that knows, from measurements. */
final class JoinTable {

    /** Dimensions beyond which boxes of a tree are as good as everywhere, unless there are very many points. */
    private static final int TREE_DIMENSIONS = 10;

    /** Pairs from which a tree is built and searched before all distances are known, on one thread and on many. */
    private static final double JVM_PAIRS = 2e6;

    /** On a device it takes a second to compile the kernels of a tree, in which all distances of so many pairs are found. */
    private static final double DEVICE_PAIRS = 1e12;

    private JoinTable() {}

    static JoinMethod choose(Device device, long queries, long points, int dims, int k) {
        double pairs = (double) queries * points;
        double least = device.type() == Device.Type.JVM ? JVM_PAIRS : DEVICE_PAIRS;
        boolean many = pairs >= least;
        // With a tenth of the points as neighbors, a search goes through most of the tree.
        boolean few = k <= points / 10;
        return many && few && dims <= TREE_DIMENSIONS ? JoinMethod.KD_TREE : JoinMethod.BRUTE_FORCE;
    }
}
