package dev.gyre.engine.join;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.device.Device;

/** Which method of joining is the fastest where: the one place that knows, from measurements. */
final class JoinTable {

    /**
     * Pairs from which a tree is built and searched by the JVM before all distances are known, for up to 2, 4, … 12 dimensions;
     * beyond them boxes are near to each other everywhere.
     */
    private static final double[] JVM_PAIRS = {2e6, 5e6, 5e7, 5e8, 4e9, 4e10};

    /** On a device it takes a second to compile the kernels of a tree, in which all distances of so many pairs are found. */
    private static final double DEVICE_PAIRS = 2e12;

    /** Up to here a tree was seen to be faster on a device once there are that many pairs. */
    private static final int DEVICE_DIMENSIONS = 6;

    /** The share of the points up to which neighbors were seen to be found faster in a tree. */
    private static final int FEW = 10;

    private JoinTable() {}

    static JoinMethod choose(Device device, long queries, long points, int dims, int k) {
        double pairs = (double) queries * points;
        double least = device.type() == Device.Type.JVM ? jvmPairs(dims) : devicePairs(dims);
        return pairs >= least && k <= points / FEW ? JoinMethod.KD_TREE : JoinMethod.BRUTE_FORCE;
    }

    private static double jvmPairs(int dims) {
        int step = (dims - 1) / 2;
        return step < JVM_PAIRS.length ? JVM_PAIRS[step] : Double.POSITIVE_INFINITY;
    }

    private static double devicePairs(int dims) {
        return dims <= DEVICE_DIMENSIONS ? DEVICE_PAIRS : Double.POSITIVE_INFINITY;
    }
}
