package dev.gyre.engine;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.index.Calibrator;
import dev.gyre.engine.index.CostModel;
import dev.gyre.engine.index.DeviceCosts;
import dev.gyre.engine.index.NeighborIndex;
import dev.gyre.engine.index.NeighborIndexOptions;
import dev.gyre.engine.join.KnnJoins;
import dev.gyre.engine.join.RadiusJoins;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.kdtree.KdTreeOptions;
import dev.gyre.engine.kdtree.TreeFileException;
import dev.gyre.engine.partition.Partitioning;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.select.Selection;
import dev.gyre.engine.sort.Sorting;
import dev.gyre.engine.verify.CheckResult;
import dev.gyre.engine.verify.SelfCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Joins, searches, sorts, partitions and selections over points, on a device chosen when the engine opens.
 *
 * <pre>{@code
 * try (Engine engine = Engine.open()) {
 *     Points cities = Points.of(coordinates, 2);
 *     Neighbors near = engine.knnSelfJoin(cities, 5);
 * }
 * }</pre>
 *
 * <p>Answers are the same on every device: neighbors in ascending order of (key, id), where the key is calculated in
 * {@code double}, dimension by dimension: the sum of (a-b)², of |a-b| or of bits that differ, the largest |a-b|, …, as the metric has it
 * ({@link dev.gyre.engine.data.Norm}). Inputs are never changed.
 *
 * <p>Safe for use by several threads; each operation uses all threads of the engine. Closing frees threads and device and
 * can be repeated; an operation on a closed engine throws an {@link IllegalStateException}.
 */
public final class Engine implements AutoCloseable {

    private final Settings settings;
    private final Workers workers;
    private final Backend backend;
    private final String choice;
    private volatile boolean closed;

    private Engine(Settings settings) {
        this.settings = settings;
        this.workers = new Workers(settings.threads());
        try {
            Devices.Choice chosen = new Devices(settings).open(workers);
            this.backend = chosen.backend();
            this.choice = chosen.reason();
        } catch (RuntimeException | Error e) {
            workers.close();
            throw e;
        }
    }

    /**
     * Opens an engine with the settings of file and environment: {@link Settings#load()}.
     *
     * @return the engine, to be closed by the caller
     * @throws IllegalArgumentException if a setting cannot be read, or the device is unknown; the message lists the
     *     known ones
     * @throws dev.gyre.engine.device.DeviceException if the device cannot be opened
     */
    public static Engine open() {
        return open(Settings.load());
    }

    /**
     * Opens an engine.
     *
     * @param settings device, threads, memory limit
     * @return the engine, to be closed by the caller
     * @throws IllegalArgumentException if the device is unknown; the message lists the known ones
     * @throws dev.gyre.engine.device.DeviceException if the device cannot be opened
     */
    public static Engine open(Settings settings) {
        return new Engine(settings);
    }

    /**
     * The devices on this machine, this JVM first.
     *
     * @param settings gives the number of threads of the JVM
     * @return the devices
     */
    public static List<Device> devices(Settings settings) {
        return new Devices(settings).list();
    }

    /**
     * Where devices were looked for and with what result.
     *
     * @return a line for each source of devices
     */
    public static List<String> deviceSources() {
        return new Devices(Settings.DEFAULT).status();
    }

    /**
     * The device that this engine runs on.
     *
     * @return the device
     */
    public Device device() {
        return backend.device();
    }

    /**
     * Why this device: asked for, or the result of the automatic choice.
     *
     * @return one line
     */
    public String choice() {
        return choice;
    }

    /**
     * The settings that the engine was opened with.
     *
     * @return the settings
     */
    public Settings settings() {
        return settings;
    }

    /**
     * The k nearest other points of every point. A point is left out of its own neighbors by its row, not by its
     * coordinates, so that a duplicate is a neighbor at distance 0.
     *
     * <p>By whatever method is the fastest, see {@link #explainKnnJoin}. Memory: see {@link dev.gyre.engine.knn.KnnJoin} and
     * {@link dev.gyre.engine.kdtree.KdJoin}.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more; where there are fewer other points the remaining slots are unused
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException if k is less than 1, or if the result or the memory limit does not take the join
     */
    public Neighbors knnSelfJoin(Points points, int k) {
        return knnSelfJoin(points, k, JoinOptions.DEFAULT);
    }

    /**
     * {@link #knnSelfJoin(Points, int)} with options.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more
     * @param options metric, monitor, method
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException as above, or if the metric does not take the points
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public Neighbors knnSelfJoin(Points points, int k, JoinOptions options) {
        return knnJoin().self(points, k, options);
    }

    /**
     * The k nearest points of every query.
     *
     * <p>By whatever method is the fastest, see {@link #explainKnnJoin}. Memory: see {@link dev.gyre.engine.knn.KnnJoin} and
     * {@link dev.gyre.engine.kdtree.KdJoin}.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more; where there are fewer points the remaining slots are unused
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, or the result or the memory limit does
     *     not take the join
     */
    public Neighbors knnJoin(Points queries, Points points, int k) {
        return knnJoin(queries, points, k, JoinOptions.DEFAULT);
    }

    /**
     * {@link #knnJoin(Points, Points, int)} with options.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more
     * @param options metric, monitor, method
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException as above, or if the metric does not take the points
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public Neighbors knnJoin(Points queries, Points points, int k, JoinOptions options) {
        return knnJoin().between(queries, points, k, options);
    }

    /**
     * How a join of k nearest neighbors would be done.
     *
     * @param queries number of queries; that of the points for a self-join
     * @param points the points
     * @param k neighbors per query
     * @param options metric, method
     * @return the method and why, in one line
     */
    public String explainKnnJoin(int queries, Points points, int k, JoinOptions options) {
        return knnJoin().explain(queries, points, k, options);
    }

    /**
     * All other points within a radius of every point, the radius itself included. A point is left out of its own matches by
     * its row, not by its coordinates; each pair is found from both sides.
     *
     * <p>By way of a kd-tree where that applies, see {@link #explainRadiusJoin}. To hand out a result of any size part by part,
     * build a {@link #kdTree} and search it.
     *
     * @param points the points
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the matches, one row per point, each ascending by (key, id)
     * @throws IllegalArgumentException if the radius is negative or no number, or if the result or the memory limit does not take
     *     the join
     */
    public Matches radiusSelfJoin(Points points, double radius) {
        return radiusSelfJoin(points, radius, JoinOptions.DEFAULT);
    }

    /**
     * {@link #radiusSelfJoin(Points, double)} with options.
     *
     * @param points the points
     * @param radius largest distance
     * @param options metric, monitor, method
     * @return the matches, one row per point
     * @throws IllegalArgumentException as above, or if the metric does not take the points
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public Matches radiusSelfJoin(Points points, double radius, JoinOptions options) {
        return radiusJoins().self(points, radius, options);
    }

    /**
     * All right points within a distance of every left point, the distance itself included.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the matches, one row per left point, each ascending by (key, id)
     * @throws IllegalArgumentException as {@link #radiusSelfJoin(Points, double)}, or if the dimensions differ
     */
    public Matches distanceJoin(Points left, Points right, double radius) {
        return distanceJoin(left, right, radius, JoinOptions.DEFAULT);
    }

    /**
     * {@link #distanceJoin(Points, Points, double)} with options.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param radius largest distance
     * @param options metric, monitor, method
     * @return the matches, one row per left point
     * @throws IllegalArgumentException as above, or if the metric does not take the points
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public Matches distanceJoin(Points left, Points right, double radius, JoinOptions options) {
        return radiusJoins().between(left, right, radius, options);
    }

    /**
     * How a join of all pairs within a distance would be done: by a kd-tree on the device, or by all distances on the threads
     * of the host, where a tree does not apply. The report of the matches says it too.
     *
     * @param points the points, the right ones of a join of two sets
     * @param options metric, method
     * @return the method and why, in one line
     */
    public String explainRadiusJoin(Points points, JoinOptions options) {
        return radiusJoins().explain(points, options);
    }

    /**
     * Builds a kd-tree, to search it again and again.
     *
     * @param points the points
     * @return the tree, good until the engine is closed
     * @throws IllegalArgumentException if there are too many points or dimensions, or the build does not fit the memory
     */
    public KdTree kdTree(Points points) {
        return kdTree(points, KdTreeOptions.DEFAULT);
    }

    /**
     * {@link #kdTree(Points)} with options.
     *
     * @param points the points
     * @param options metric, duplicates, monitor
     * @return the tree, good until the engine is closed
     * @throws IllegalArgumentException as above, or if the metric does not take the points, or there are duplicates and they
     *     are to be refused
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public KdTree kdTree(Points points, KdTreeOptions options) {
        checkOpen();
        return KdTree.build(backend, workers, settings.memoryLimit(), points, options);
    }

    /**
     * Reads a kd-tree that {@link KdTree#save} wrote, on whatever device.
     *
     * @param file the file
     * @return the tree, good until the engine is closed
     * @throws TreeFileException if the file cannot be read as a tree; the message says why
     * @throws IllegalArgumentException if the tree does not fit the memory
     * @throws java.util.concurrent.CancellationException if an interrupt ended it
     */
    public KdTree loadKdTree(Path file) throws TreeFileException {
        checkOpen();
        return KdTree.load(backend, workers, settings.memoryLimit(), file);
    }

    /**
     * Makes an index of points, for searches of nearest neighbors of which each takes the fastest way: all distances or a
     * kd-tree, on the JVM or on this engine's device.
     *
     * @param points the points
     * @return the index, good until the engine is closed
     * @throws IllegalArgumentException if the file of measured costs is malformed; the message names file, line and key
     */
    public NeighborIndex neighborIndex(Points points) {
        return neighborIndex(points, NeighborIndexOptions.DEFAULT);
    }

    /**
     * {@link #neighborIndex(Points)} with options.
     *
     * @param points the points
     * @param options metric, expected searches, ways that may be taken, monitor
     * @return the index, good until the engine is closed
     * @throws IllegalArgumentException as above, or if the metric does not take the points, or if none of the ways can be taken
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public NeighborIndex neighborIndex(Points points, NeighborIndexOptions options) {
        checkOpen();
        CostModel costs = CostModel.load(settings.calibration(), settings.threads());
        return NeighborIndex.build(backend, workers, settings.memoryLimit(), costs, points, options);
    }

    /**
     * Measures what searches for neighbors cost on this engine's device, for {@link #neighborIndex}.
     *
     * @param longest seconds that a measured call may take, about; all of it takes about 100 times as long
     * @param monitor watches the measurements
     * @return the costs
     * @throws IllegalArgumentException if the seconds are not in 0 to 60
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public DeviceCosts measureCosts(double longest, Monitor monitor) {
        checkOpen();
        return new Calibrator(backend, workers, settings.memoryLimit(), longest, monitor).measure();
    }

    /**
     * Sorting on this engine's device.
     *
     * @return the operations, to be used while the engine is open
     */
    public Sorting sorting() {
        checkOpen();
        return new Sorting(backend, workers, settings.memoryLimit());
    }

    /**
     * Scan, reduction, histogram, compaction, partition, gather and scatter of arrays.
     *
     * @return the operations, on this engine's device and under its memory limit; they end with the engine
     */
    public Partitioning partitioning() {
        checkOpen();
        return new Partitioning(backend, workers, settings.memoryLimit());
    }

    /**
     * Selections of the k smallest or largest values, with their ids, of lists and of the rows of matrices.
     *
     * <p>Memory: see {@link Selection}.
     *
     * @return selections on this engine's device, good until the engine is closed; safe for use by several threads
     */
    public Selection selection() {
        checkOpen();
        return new Selection(backend, workers, settings.memoryLimit());
    }

    /**
     * Brings a program onto this engine's device: the way to run kernels of one's own, or to run one phase many times
     * over arrays that stay on the device.
     *
     * @param program the program
     * @return an execution, to be closed by the caller before the engine; not safe for use by several threads
     * @throws dev.gyre.engine.device.DeviceException if the device cannot take it
     */
    public Execution prepare(Program program) {
        checkOpen();
        return backend.prepare(program);
    }

    /**
     * Runs every kernel and operation on this engine's device and compares with the sequential JVM and an oracle.
     *
     * @param cases cases per kernel and operation, 1 or more
     * @param seed seed of the cases
     * @param listener told each result as soon as it is there
     * @return all results
     */
    public List<CheckResult> verify(int cases, long seed, Consumer<CheckResult> listener) {
        checkOpen();
        return SelfCheck.run(backend, workers, cases, seed, listener);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            workers.close();
            backend.close();
        }
    }

    private KnnJoins knnJoin() {
        checkOpen();
        return new KnnJoins(backend, workers, settings.memoryLimit());
    }

    private RadiusJoins radiusJoins() {
        checkOpen();
        return new RadiusJoins(backend, workers, settings.memoryLimit());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
    }
}
