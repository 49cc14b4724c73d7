package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.FloatImage;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Builds trees of points that are on the host, and leaves them on the device too while it is open. */
final class KdBuilder implements AutoCloseable {

    private final Backend backend;
    private final Workers workers;
    private final Points points;
    private final Norm norm;
    private final FloatImage image;
    private final KdBuild build;
    private final Execution execution;
    private final long prepareNanos;
    private long sortNanos;
    private long arrangeNanos;

    /**
     * Brings points onto a device.
     *
     * @param points the points, in the space of the metric; 1 or more
     * @param second other points that the frame has to cover too, or the same object
     * @param more phases of the caller's that use the tree where it is; they may refer to {@link KdBuild#arrays}
     * @throws IllegalArgumentException if they do not fit the memory
     */
    KdBuilder(
            Backend backend,
            Workers workers,
            long memoryLimit,
            Points points,
            Points second,
            Norm norm,
            Function<KdBuild, List<Phase>> more) {
        this.backend = backend;
        this.workers = workers;
        this.points = points;
        this.norm = norm;
        long start = System.nanoTime();
        checkSizes(points.size(), points.dims(), backend.device(), memoryLimit);
        image = new FloatImage(points, second, norm, workers);
        build = new KdBuild(
                image.of(points), FloatImage.stride(points.size()), points.size(), points.dims(), backend.device());
        List<Phase> phases = new ArrayList<>(build.phases());
        phases.addAll(more.apply(build));
        prepareNanos = System.nanoTime() - start;
        execution = backend.prepare(new Program("kd-tree", phases));
    }

    /** Checks that a tree's boxes say something of distances. */
    static void checkMetric(Metric metric) {
        if (!metric.norm().isOfDifferences()) {
            throw new IllegalArgumentException(
                    "a kd-tree takes no metric but of differences between coordinates: metric=" + metric
                            + ", which brute force takes");
        }
    }

    /** Checks that a build of so many points fits. */
    static void checkSizes(int n, int dims, Device device, long memoryLimit) {
        if (n > KdLayout.MAX_SIZE || dims > KdTree.MAX_DIMENSIONS) {
            throw new IllegalArgumentException("a kd-tree takes up to " + KdLayout.MAX_SIZE + " points of up to "
                    + KdTree.MAX_DIMENSIONS + " dimensions: n=" + n + ", dims=" + dims);
        }
        long needed = KdBuild.bytes(n, dims, device);
        long limit = Math.min(memoryLimit, device.memoryBytes());
        long largest = Math.max(
                4L * dims * FloatImage.stride(n),
                16L * dims * KdLayout.of(n, dims, KdTable.leafBits(device)).leaves());
        if (needed > limit || largest > device.maxArrayBytes() || largest / 4 > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the tree does not fit the memory of " + device + ": needed=" + needed
                    + " bytes, limit=" + limit + ", largest array=" + largest + ", limit of an array="
                    + device.maxArrayBytes() + ", n=" + n + ", dims=" + dims);
        }
    }

    /** Builds the tree; it is on the device and on the host then. */
    KdIndex build(Progress progress) {
        execution.run(KdBuild.LOAD, progress);
        long start = System.nanoTime();
        KdLayout layout = build.sort(execution, points.size(), progress);
        KdGroups groups = layout.size() == points.size()
                ? KdGroups.single()
                : KdGroups.of(build.downloadGroups(execution, points.size()), points, workers);
        sortNanos = System.nanoTime() - start;
        start = System.nanoTime();
        build.arrange(execution, progress);
        arrangeNanos = System.nanoTime() - start;
        return new KdIndex(points, norm, image, layout, build.download(execution), build.splits(), groups);
    }

    Execution execution() {
        return execution;
    }

    BuildReport report() {
        return new BuildReport(backend.device(), prepareNanos, sortNanos, arrangeNanos, execution.timing());
    }

    long prepareNanos() {
        return prepareNanos;
    }

    @Override
    public void close() {
        execution.close();
    }
}
