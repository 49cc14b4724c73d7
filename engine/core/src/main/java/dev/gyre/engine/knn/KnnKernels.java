package dev.gyre.engine.knn;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.BruteForceKnn;
import dev.gyre.tasks.distance.BruteForceKnnJvm;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.CandidateCarry;
import dev.gyre.tasks.distance.DistanceRows;
import dev.gyre.tasks.distance.DistanceRowsJvm;
import dev.gyre.tasks.distance.DistanceTiles;
import dev.gyre.tasks.distance.DistanceTilesWorkGroup;
import dev.gyre.tasks.distance.KnnParameters;

/** The kernels of searches over all points. */
public final class KnnKernels {

    /** Distance and selection in one pass over all points, for any number of dimensions. */
    public static final Kernel SCAN = Kernel.of(BruteForceKnn.class)
            .withJvmVariant(BruteForceKnnJvm.class)
            .withProofOfScalars();

    /** The same with points in local memory, if the device has it: for limited dimensions and candidates. */
    public static final Kernel SCAN_IN_GROUPS = SCAN.named("knn-scan-in-groups")
            .withWorkGroupVariant(
                    WorkGroupVariant.itemsPerThread(BruteForceKnnWorkGroup.class, BruteForceKnnWorkGroup.QUERIES));

    /** Keys of rows of a matrix, as {@link DistanceRows#fill}. */
    public static final Kernel DISTANCE_ROWS =
            Kernel.of(DistanceRows.class).withJvmVariant(DistanceRowsJvm.class).withProofOfScalars();

    /** Keys of tiles of a matrix, as {@link DistanceTiles#fill}. */
    public static final Kernel DISTANCE_TILES = Kernel.of(DistanceTiles.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DistanceTilesWorkGroup.class, DistanceTilesWorkGroup.THREADS))
            .withProofOfScalars();

    /** Loads candidates of earlier parts into the first columns of a matrix, as {@link CandidateCarry#load}. */
    public static final Kernel LOAD = Kernel.of(CandidateCarry.class, "load");

    /** Selects the best of earlier and new candidates, as {@link CandidateCarry#merge}. */
    public static final Kernel MERGE = Kernel.of(CandidateCarry.class, "merge");

    /** Stores the best candidates for the next part, as {@link CandidateCarry#store}. */
    public static final Kernel STORE = Kernel.of(CandidateCarry.class, "store");

    /**
     * Coordinates that a thread of the JVM compares at a time, unless those of {@link Stage#SLICE} queries are more: 30 ms (AMD EPYC, Zen 2).
     */
    private static final long SLICE_COORDINATES = 1 << 29;

    private KnnKernels() {}

    /**
     * Distance and selection in one pass. Its arguments are those of {@link BruteForceKnn#nearest}.
     *
     * @param capacity candidates per query
     * @return the kernel for these numbers of dimensions and candidates
     */
    static Kernel nearest(int dims, int capacity) {
        return dims <= BruteForceKnnWorkGroup.MAX_DIMENSIONS && capacity <= BruteForceKnnWorkGroup.MAX_CAPACITY
                ? SCAN_IN_GROUPS
                : SCAN;
    }

    /**
     * Queries that a thread of the JVM answers at a time.
     *
     * @param coordinates coordinates of all points; 0 in a layout that is only measured
     */
    static int slice(int coordinates) {
        return Math.clamp(SLICE_COORDINATES / Math.max(1, coordinates), Stage.SLICE, BruteForceKnnJvm.QUERIES);
    }

    /** A matrix of keys, by the kernel that suits rows and device. */
    static Stage distances(
            int rows,
            int columns,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] matrix,
            int norm,
            int dims,
            Device device) {
        boolean byRows = rows <= KnnStrategies.FEW_ROWS || norm >= Norms.ONE || device.type() == Device.Type.JVM;
        return byRows
                ? DISTANCE_ROWS.stage(columns, points, queries, parameters, matrix, norm, dims)
                : DISTANCE_TILES.stage(tiles(rows, columns), points, queries, parameters, matrix, norm, dims);
    }

    /** The number of tiles of a matrix. */
    public static int tiles(int rows, int columns) {
        return Math.multiplyExact(Math.ceilDiv(rows, DistanceTiles.TILE), Math.ceilDiv(columns, DistanceTiles.TILE));
    }

    /**
     * A parameter array for {@link #nearest}: see {@link KnnParameters}. The search covers all points: the first one has id 0.
     *
     * @param queryStride column stride of the queries
     * @param capacity candidates kept per query
     * @param firstQuery the query of item 0
     */
    public static int[] parameters(int points, int queryStride, int queries, int capacity, int firstQuery) {
        int[] parameters = new int[KnnParameters.LENGTH];
        parameters[KnnParameters.POINTS] = points;
        parameters[KnnParameters.POINT_STRIDE] = Float32Frame.stride(points);
        parameters[KnnParameters.QUERY_STRIDE] = queryStride;
        parameters[KnnParameters.QUERIES] = queries;
        parameters[KnnParameters.CAPACITY] = capacity;
        parameters[KnnParameters.FIRST_QUERY] = firstQuery;
        return parameters;
    }
}
