package dev.gyre.engine;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.join.KnnJoins;
import dev.gyre.engine.join.RadiusJoins;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.NeighborIndexOptions;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Calibration;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.plan.Workload;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.verify.CheckResult;
import dev.gyre.engine.verify.SelfCheck;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Joins, searches, sorts, partitions and selections over points, on the device that is asked for, or for each call on the one
 * that does it the soonest: {@link Planner} says how that is found out.
 *
 * <pre>{@code
 * try (Engine engine = Engine.open()) {
 *     Points cities = Points.of(coordinates, 2);
 *     Neighbors near = engine.knnSelfJoin(cities, 5);
 * }
 * }</pre>
 *
 * <p>Answers are the same on every device: neighbors in ascending order of (key, id), where the key is calculated in {@code double}
 * as the metric's {@link dev.gyre.engine.data.Norm} says. Inputs are never changed.
 *
 * <p>Safe for use by several threads; each operation uses all threads of the engine. An operation that a monitor or an interrupt
 * ends throws a {@link java.util.concurrent.CancellationException}; points that a metric does not take, and whatever else is wrong
 * with the input, throw an {@link IllegalArgumentException}. After any of them the engine is usable. Closing frees threads and
 * device and can be repeated; an operation on a closed engine throws an {@link IllegalStateException}.
 */
public final class Engine implements AutoCloseable {

    /** What is asked of each point of a tree from a file, as far as the choice of a device is concerned. */
    private static final int LOADED_TREE_NEIGHBORS = 10;

    private final Settings settings;
    private final Workers workers;
    private final Planner planner;
    private volatile boolean closed;

    /** With other devices than this machine's, for tests. */
    Engine(Settings settings, Devices devices) {
        this.settings = settings;
        this.workers = new Workers(settings.threads());
        try {
            this.planner = devices.planner(workers);
        } catch (RuntimeException | Error e) {
            workers.close();
            throw e;
        }
    }

    /**
     * Opens an engine with the settings of file and environment: {@link Settings#load()}.
     *
     * @return the engine, to be closed by the caller
     * @throws IllegalArgumentException if a setting cannot be read
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
     * @throws dev.gyre.engine.program.DeviceException if the device cannot be opened
     */
    public static Engine open(Settings settings) {
        return new Engine(settings, new Devices(settings));
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
     * Where devices were looked for and with what result, and what is wrong with the records of {@code gyre verify}.
     *
     * @param settings tells where the records are
     * @return a line for each source of devices, and one for damaged records
     */
    public static List<String> deviceSources(Settings settings) {
        Devices devices = new Devices(settings);
        return Stream.concat(
                        devices.status().stream(), Stream.of(devices.records().damage()))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /**
     * What is known of the devices on this machine from {@code gyre verify}. Opens each device for that.
     *
     * @param settings tells where the records are: beside the calibration
     * @return for each device, this JVM first, {@code not verified}, or the outcome and its date
     */
    public static Map<Device, String> verifications(Settings settings) {
        return new Devices(settings).verifications();
    }

    /**
     * The version of Gyre.
     *
     * @return such as {@code 0.1.0}
     */
    public static String version() {
        Properties build = new Properties();
        try (InputStream in = Engine.class.getResourceAsStream("version.properties")) {
            build.load(in);
            return build.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the version of Gyre", e);
        }
    }

    /**
     * The device that this engine runs on. With the automatic choice each call has a device of its own, which the report of its
     * result names: this is the one of the latest call, and before any call the JVM.
     *
     * @return the device
     */
    public Device device() {
        return planner.latest().device();
    }

    /**
     * Why this device: asked for, or what the automatic choice has found so far. It takes no device that failed
     * {@code gyre verify} or a first probe, and none again that failed in a call: that call throws, later ones run on the JVM.
     *
     * @return one line
     */
    public String choice() {
        return planner.reason();
    }

    /**
     * Memory of the programs that are kept between calls, with their arrays and the data that they have, so that a later call of
     * their kind compiles nothing; at most {@link Settings#keptMemory()} on a device, least recently used ones go first.
     *
     * @return bytes on devices, and as many on the host
     */
    public long keptMemory() {
        return planner.keptBytes();
    }

    /** Frees all programs that are kept and not in use. The next call of a kind compiles anew. */
    public void release() {
        planner.release();
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
     * <p>By whatever method is the fastest, see {@link #explainKnnJoin}.
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
     */
    public Neighbors knnSelfJoin(Points points, int k, JoinOptions options) {
        return knnJoin().self(points, k, options);
    }

    /**
     * The k nearest points of every query.
     *
     * <p>By whatever method is the fastest, see {@link #explainKnnJoin}.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more; where there are fewer points the remaining slots are unused
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException as {@link #knnSelfJoin(Points, int)}, or if the dimensions differ
     */
    public Neighbors knnJoin(Points queries, Points points, int k) {
        return knnJoin(queries, points, k, JoinOptions.DEFAULT);
    }

    /**
     * {@link #knnJoin(Points, Points, int)} with options.
     *
     * @param queries the queries
     * @param points the points
     * @param k neighbors per query
     * @param options metric, monitor, method
     * @return the neighbors, one row per query
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
     * @return the method and why, what each way is estimated to take in each place, and where the estimates are from
     */
    public String explainKnnJoin(int queries, Points points, int k, JoinOptions options) {
        return knnJoin().explain(queries, points, k, options);
    }

    /**
     * All other points within a radius of every point, the radius itself included. A point is left out of its own matches by
     * its row, not by its coordinates; each pair is found from both sides.
     *
     * <p>By a kd-tree where that applies, see {@link #explainRadiusJoin}. A {@link #kdTree} hands out results of any size.
     *
     * @param points the points
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the matches, one row per point, each ascending by (key, id)
     * @throws IllegalArgumentException if the radius is negative or no number, or result or memory limit do not take the join
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
     */
    public Matches distanceJoin(Points left, Points right, double radius, JoinOptions options) {
        return radiusJoins().between(left, right, radius, options);
    }

    /**
     * How a self-join of few matches would be done: by a kd-tree, or by all distances on the threads of the host, where a tree
     * does not apply. The report of the matches says it too.
     *
     * @param points the points, the right ones of a join of two sets
     * @param options metric, method
     * @return the method and why, what it is estimated to take in each place, and where the estimates are from
     */
    public String explainRadiusJoin(Points points, JoinOptions options) {
        return radiusJoins().explain(points, options);
    }

    /**
     * Builds a kd-tree, to be searched where it was built: with the automatic choice, where it is built the soonest.
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
     * @throws IllegalArgumentException as above, or if there are duplicates and they are to be refused
     */
    public KdTree kdTree(Points points, KdTreeOptions options) {
        checkOpen();
        int dims = options.metric().spaceDims(points.dims());
        Workload work = new Workload(points.size(), 0, dims, 1);
        return KdTree.build(planner.at(Operation.BUILD, work), points, options);
    }

    /**
     * Reads a kd-tree that {@link KdTree#save} wrote, on whatever device. With the automatic choice it is searched where as many
     * queries as it has points are answered the soonest.
     *
     * @param file the file
     * @return the tree, good until the engine is closed
     * @throws TreeFileException if the file cannot be read as a tree; the message says why
     * @throws IllegalArgumentException if the tree does not fit the memory
     */
    public KdTree loadKdTree(Path file) throws TreeFileException {
        checkOpen();
        KdTree tree = KdTree.load(planner.jvm(), file);
        Points points = tree.points();
        int dims = tree.metric().spaceDims(points.dims());
        Context context =
                planner.at(Operation.SEARCH, new Workload(points.size(), points.size(), dims, LOADED_TREE_NEIGHBORS));
        return context == planner.jvm() ? tree : tree.on(context);
    }

    /**
     * Makes an index of points, for searches of nearest neighbors of which each takes the fastest way: all distances or a
     * kd-tree, on the JVM or on the device.
     *
     * @param points the points
     * @return the index, good until the engine is closed
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
     */
    public NeighborIndex neighborIndex(Points points, NeighborIndexOptions options) {
        checkOpen();
        return NeighborIndex.build(planner, points, options);
    }

    /**
     * Measures what operations cost on the device of {@link #verify}, and writes it into a file of {@link Settings#calibration},
     * from which later engines choose device and way. What the file has of other devices stays, if it is of this machine and of
     * as many threads. The file changes when everything is measured, or not at all.
     *
     * @param file the file, which need not be there yet
     * @param longest seconds that a measured call may take, about; all takes about 100 times as long, and the compilation
     * @param monitor watches the measurements
     * @throws IllegalArgumentException if the seconds are not in 0 to 60, or the file is there and is no calibration
     * @throws IOException if the file cannot be written, which is known before anything is measured
     */
    public void calibrate(Path file, double longest, Monitor monitor) throws IOException {
        checkOpen();
        Context context = planner.best();
        Calibrator calibrator = new Calibrator(context, longest, monitor);
        Calibration older = Files.exists(file) ? Calibration.read(file) : null;
        OutputFile.create(file).close();
        Calibration measured =
                Calibration.ofThisMachine(version(), settings.threads()).with(context.device(), calibrator.measure());
        try (OutputFile output = OutputFile.create(file)) {
            (older == null ? measured : measured.over(older)).write(output.writer());
            output.commit();
        }
    }

    /**
     * Sorting of keys, segments and points.
     *
     * @return the operations, to be used while the engine is open
     */
    public Sorting sorting() {
        checkOpen();
        return new Sorting(planner);
    }

    /**
     * Scan, reduction, histogram, compaction, partition, gather and scatter of arrays.
     *
     * @return the operations, to be used while the engine is open
     */
    public Partitioning partitioning() {
        checkOpen();
        return new Partitioning(planner);
    }

    /**
     * Selections of the k smallest or largest values, with their ids, of lists and of the rows of matrices.
     *
     * @return the operations, to be used while the engine is open
     */
    public Selection selection() {
        checkOpen();
        return new Selection(planner);
    }

    /**
     * Brings a program onto this engine's device, to run kernels of one's own over arrays that stay there. With the automatic
     * choice that is the accelerator that it finds, which is opened for that if need be, or else the JVM.
     *
     * @param program the program
     * @return an execution, to be closed by the caller before the engine; not safe for use by several threads
     */
    public Execution prepare(Program program) {
        checkOpen();
        return planner.best().backend().prepare(program);
    }

    /**
     * Runs every kernel and operation on this engine's device, or the accelerator that the automatic choice finds, or else the
     * JVM, and compares with the sequential JVM and an oracle.
     *
     * @param cases cases per kernel and operation, 1 or more
     * @param seed seed of the cases
     * @param listener told each result as soon as it is there
     * @return all results
     */
    public List<CheckResult> verify(int cases, long seed, Consumer<CheckResult> listener) {
        checkOpen();
        return SelfCheck.run(planner.best(), cases, seed, listener);
    }

    /**
     * What tells the device of {@link #verify}, its driver and the software between from others, for records of what was checked.
     *
     * @return one line
     */
    public String identity() {
        checkOpen();
        return planner.best().backend().identity();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            planner.close();
            workers.close();
        }
    }

    private KnnJoins knnJoin() {
        checkOpen();
        return new KnnJoins(planner);
    }

    private RadiusJoins radiusJoins() {
        checkOpen();
        return new RadiusJoins(planner);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
    }
}
