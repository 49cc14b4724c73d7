package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import java.util.List;

/**
 * Builds balanced kd-trees on a device and leaves them there, as phases for any program: for pipelines that go on with the
 * tree, and to run one prepared program again and again. {@link KdTree} is the way from points to answers.
 *
 * <pre>{@code
 * ResidentKdBuild build = ResidentKdBuild.of(coordinates, dims, engine.device());
 * try (Execution execution = engine.prepare(new Program("kd-tree", build.phases()))) {
 *     build.load(execution);
 *     int places = build.sort(execution, workers, Progress.NONE);
 *     build.arrange(execution, Progress.NONE);
 *     build.download(execution::run);
 * }
 * }</pre>
 *
 * <p>The steps are to be run in this order; each may be the last one, and all may be run again with other coordinates in the
 * same array. Points of equal coordinates share a place, for which the smallest of their rows stands. Where the nodes of a
 * tree of so many places are: {@link dev.gyre.tasks.tree.KdParameters}.
 *
 * <p>The method is that of Brown, "Building a Balanced k-d Tree in O(kn log n) Time", JCGT 2015. O(d n log n) for n points of
 * d dimensions. Memory on the device: {@link KdTree#buildBytes}; as much on the host, as each array has its place there.
 * Phases and arrays belong to one program. Not safe for use by several threads.
 */
public final class ResidentKdBuild {

    private final KdBuild build;
    private final int size;
    private double[] aside;

    private ResidentKdBuild(KdBuild build, int size) {
        this.build = build;
        this.size = size;
    }

    /**
     * A build of so many points.
     *
     * @param coordinates {@code size x dims} coordinates, row-major, finite; read by {@link #load} and
     *     {@link #sort}, which may change and restore them
     * @param dims number of dimensions, up to {@link KdLayout#MAX_DIMENSIONS}
     * @throws IllegalArgumentException if the array is not of {@code size x dims}, if there are no points, or if there are too
     *     many points or dimensions or too little memory on the device
     */
    public static ResidentKdBuild of(double[] coordinates, int dims, Device device) {
        if (coordinates.length == 0 || dims < 1 || coordinates.length % dims != 0) {
            throw new IllegalArgumentException("there must be size x dims coordinates, and points: coordinates="
                    + coordinates.length + ", dims=" + dims);
        }
        int size = coordinates.length / dims;
        checkSizes(size, dims, device);
        return new ResidentKdBuild(new KdBuild(coordinates, size, dims, device), size);
    }

    private static void checkSizes(int size, int dims, Device device) {
        if (size > KdLayout.MAX_SIZE
                || dims > KdLayout.MAX_DIMENSIONS
                || KdBuild.bytes(size, dims, device) > device.memoryBytes()) {
            throw new IllegalArgumentException("the tree does not fit " + device + ": size=" + size + ", dims=" + dims
                    + ", most dims=" + KdLayout.MAX_DIMENSIONS + ", memory=" + device.memoryBytes());
        }
    }

    /** What the program must have; it may have other phases beside them. */
    public List<Phase> phases() {
        return build.phases();
    }

    /**
     * Copies the coordinates to the device and makes sort keys of them.
     *
     * @param execution the program on the device
     */
    public void load(Execution execution) {
        double[] own = build.coordinates();
        build.prepare(own, size, KdCuts.of(own, size, own.length / size), from -> write(own, from));
        build.load(execution::run, Progress.NONE);
    }

    /** Ranks take the place of the coordinates for a while, which are kept aside until they come back. */
    private void write(double[] own, double[] from) {
        if (from != own) {
            aside = own.clone();
            System.arraycopy(from, 0, own, 0, from.length);
        } else if (aside != null) {
            System.arraycopy(aside, 0, own, 0, aside.length);
            aside = null;
        }
    }

    /**
     * Orders the points by super key and finds those that differ.
     *
     * @param execution the program on the device
     * @param workers threads for points that differ and have equal keys
     * @return number of places
     */
    public int sort(Execution execution, Workers workers, Progress progress) {
        return build.sort(execution::run, workers, true, progress).size();
    }

    /**
     * Makes the tree of the places.
     *
     * @param execution the program on the device
     */
    public void arrange(Execution execution, Progress progress) {
        build.arrange(execution::run, progress);
    }

    /**
     * Copies the tree to the host, into the arrays below.
     *
     * @param execution the program on the device
     */
    public void download(Execution execution) {
        build.download(execution::run);
    }

    /**
     * The coordinates of the places, for other phases of the program to read, and for the host after {@link #download}.
     *
     * @return {@code size x dims} coordinates, row-major, those of the places first; in the order of the leaves
     */
    public double[] points() {
        return build.arrays().points();
    }

    /**
     * The boxes around the places of the nodes, used in the same way.
     *
     * @return for each node, from 0, dims lower bounds and dims upper bounds; there is no node 0
     */
    double[] boxes() {
        return build.arrays().boxes();
    }

    /**
     * The rows that the places stand for, used in the same way.
     *
     * @return {@code size} rows, those of the places first
     */
    int[] ids() {
        return build.arrays().ids();
    }

    /** Binary logarithm of the places of a leaf. */
    int leafBits() {
        return build.most().leafBits();
    }
}
