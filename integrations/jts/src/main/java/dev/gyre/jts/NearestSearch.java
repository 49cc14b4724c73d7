package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.program.Device;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;

/**
 * The nearest right rows of each left row. For each part of a left row, the right parts come in the order of the distances of their boxes;
 * the search ends when boxes are farther than k rows are.
 */
final class NearestSearch<F extends Facets> {

    private static final int MIN_SLICE = 16;

    /** Longest array that every JVM can allocate. */
    private static final int MAX_SLOTS = Integer.MAX_VALUE - 8;

    private final Space<F> space;
    private final Layer left;
    private final Layer right;
    private final boolean isSelf;
    private final int slots;
    private final double largest;
    private final RTree tree;

    /** The row of each right part. */
    private final int[] rows;

    /** The right parts; null for a layer of points. */
    private final List<PreparedPart<F>> parts;

    private final Boxes boxes;

    /** Sum of the sides of the largest box of a right part. */
    private final double extent;

    private final int blockBits;
    private final int[][] ids;

    /** First measures, then keys. */
    private final double[][] keys;

    /** Searches that no thread uses at the moment. */
    private final Deque<OfRow> idle = new ArrayDeque<>();

    /**
     * A search.
     *
     * @param isSelf whether a row is not its own neighbor
     * @param slots most neighbors of a row
     * @param distance largest distance
     * @param found the right parts
     * @param tree their boxes
     */
    private NearestSearch(
            Space<F> space,
            Layer left,
            Layer right,
            boolean isSelf,
            int slots,
            double distance,
            Parts found,
            RTree tree) {
        this.space = space;
        this.left = left;
        this.right = right;
        this.isSelf = isSelf;
        this.slots = slots;
        this.tree = tree;
        largest = space.largest(distance);
        rows = found.rows();
        boxes = found.boxes();
        parts = right.pointsOrNull() == null ? prepared(right, space) : null;
        double max = 0;
        for (int part = 0; part < boxes.size(); part++) {
            double sides = 0;
            for (int dim = 0; dim < space.dims(); dim++) {
                sides += boxes.upper(part, dim) - boxes.lower(part, dim);
            }
            max = Math.max(max, sides);
        }
        extent = max;
        blockBits = Neighbors.blockBits(slots);
        int blocks = Math.ceilDiv(left.size(), 1 << blockBits);
        ids = new int[blocks][];
        keys = new double[blocks][];
    }

    /** Finds the nearest right rows of each left row; see {@link SpatialJoin#nearest(Engine, Layer, Layer, int, double, SpatialJoinOptions)}. */
    static Neighbors find(
            Engine engine,
            Layer left,
            Layer right,
            boolean isSelf,
            int k,
            double distance,
            SpatialJoinOptions options) {
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k);
        }
        // False for NaN too.
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("distance must be 0 or more: distance=" + distance);
        }
        int slots = Math.min(k, Math.max(1, right.size() - (isSelf ? 1 : 0)));
        if ((long) left.size() * slots > MAX_SLOTS) {
            throw new IllegalArgumentException(
                    "left rows x k must be below 2^31 - 8: left rows=" + left.size() + ", k=" + slots);
        }
        return find(Space.of(options), engine, left, right, isSelf, slots, distance, options.monitor())
                .withSlots(k);
    }

    private static <F extends Facets> Neighbors find(
            Space<F> space,
            Engine engine,
            Layer left,
            Layer right,
            boolean isSelf,
            int slots,
            double distance,
            Monitor monitor) {
        long start = System.nanoTime();
        try (Workers workers = new Workers(engine.settings().threads())) {
            Parts ofRight = Parts.of(right, space, workers);
            if (!isSelf) {
                check(left, space, workers);
            }
            try (RTree tree = engine.rTree(ofRight.boxes(), RTreeOptions.DEFAULT.withMonitor(waiting(monitor)))) {
                checkMayRunOnHost(engine.settings(), tree.report().device());
                NearestSearch<F> search =
                        new NearestSearch<>(space, left, right, isSelf, slots, distance, ofRight, tree);
                long built = System.nanoTime();
                search.run(engine, workers, ofRight, monitor);
                Device host = JvmBackend.device(workers.threads());
                ExecutionReport report = ExecutionReport.noTime(host, JoinMethod.R_TREE)
                        .withPreparation(built - start)
                        .withRefinement(System.nanoTime() - built);
                return new Neighbors(left.size(), slots, search.ids, search.keys, space.metric(), report);
            }
        }
    }

    /** Refuses coordinates that a space does not have; those of geometries are read for their boxes. */
    private static void check(Layer layer, Space<?> space, Workers workers) {
        if (layer.pointsOrNull() != null) {
            space.check(layer.pointsOrNull());
        } else {
            Parts.of(layer, space, workers);
        }
    }

    /** Refuses the work of the host, if other devices were named and the settings are strict. */
    private static void checkMayRunOnHost(Settings settings, Device device) {
        List<String> named = List.of(settings.device().toLowerCase(Locale.ROOT).split("\\+"));
        if (settings.strict()
                && device.type() != Device.Type.JVM
                && Stream.of(Settings.AUTO, Settings.ALL, Settings.JVM).noneMatch(named::contains)) {
            throw new IllegalArgumentException(
                    "a search for nearest geometries runs on the threads of the host, not on " + device.id()
                            + ", and the settings are strict: no device has a method for it");
        }
    }

    /** Reports no progress of the build, which needs a small part of the time, but lets the monitor cancel it. */
    private static Monitor waiting(Monitor monitor) {
        return (done, total) -> monitor.progress(0, 1);
    }

    private static <F extends Facets> List<PreparedPart<F>> prepared(Layer layer, Space<F> space) {
        List<PreparedPart<F>> prepared = new ArrayList<>();
        for (int row = 0; row < layer.size(); row++) {
            int parts = layer.parts(row);
            for (int part = 0; part < parts; part++) {
                Geometry geometry = layer.part(row, part);
                if (!geometry.isEmpty()) {
                    prepared.add(new PreparedPart<>(geometry, space));
                }
            }
        }
        return prepared;
    }

    private void run(Engine engine, Workers workers, Parts found, Monitor monitor) {
        workers.forEach(ids.length, block -> {
            int size = Math.min(left.size() - (block << blockBits), 1 << blockBits) * slots;
            ids[block] = new int[size];
            keys[block] = new double[size];
        });
        MonitoredProgress progress = new MonitoredProgress(monitor, left.size());
        boolean areGroups = left.pointsOrNull() != null && !isSelf && boxes.size() > 0;
        SmallParts<F> small = areGroups ? SmallParts.ofOrNull(space, parts, boxes) : null;
        if (small == null) {
            workers.forEachSlice(left.size(), MIN_SLICE, this::search, progress);
        } else {
            Points points = left.pointsOrNull();
            int[] order = PointOrder.of(engine, workers, points);
            new NearestOfPoints<>(space, points, order, tree, found, small, slots, largest, extent, ids, keys)
                    .run(workers, progress);
        }
        // A short loop hears its monitor at its end alone.
        if (progress.cancelled()) {
            throw new CancellationException("cancelled: nearest geometries of " + left.size() + " rows");
        }
    }

    private void search(int begin, int end) {
        OfRow search;
        synchronized (idle) {
            search = idle.poll();
        }
        if (search == null) {
            search = new OfRow();
        }
        for (int row = begin; row < end; row++) {
            search.run(row);
        }
        synchronized (idle) {
            idle.push(search);
        }
    }

    /** The search for one left row after another. */
    private final class OfRow {

        private final NearestRows nearest = new NearestRows(slots, right.size());

        void run(int row) {
            nearest.clear(largest);
            Coordinate point = left.pointOrNull(row);
            if (point != null) {
                search(row, point);
            } else {
                for (int part = 0; part < left.parts(row); part++) {
                    Geometry geometry = left.part(row, part);
                    if (!geometry.isEmpty()) {
                        search(row, new PreparedPart<>(geometry, space));
                    }
                }
            }
            write(row);
        }

        private void search(int row, Coordinate point) {
            F asEdge = space.edges(point);
            FacetDistance<F> distances = space.from(asEdge);
            double[] box = asEdge.bounds(asEdge.top());
            forEachPart(row, box, part -> {
                if (parts == null) {
                    return space.measure(box, boxes, part);
                }
                PreparedPart<F> other = parts.get(part);
                return other.covers(point, asEdge) ? 0 : distances.to(other.edges(), nearest.limit());
            });
        }

        private void search(int row, PreparedPart<F> asked) {
            FacetDistance<F> distances = space.from(asked.edges());
            forEachPart(row, space.box(asked), part -> {
                if (parts != null) {
                    return parts.get(part).measure(asked, distances, nearest.limit());
                }
                Coordinate point = right.pointOrNull(rows[part]);
                F asEdge = space.edges(point);
                return asked.covers(point, asEdge) ? 0 : distances.to(asEdge, nearest.limit());
            });
        }

        /** Takes in the rows of the right parts around the box, until no farther box can have a part that is near enough. */
        private void forEachPart(int row, double[] box, IntToDoubleFunction measure) {
            double sides = extent;
            for (int dim = 0; dim < space.dims(); dim++) {
                sides += box[space.dims() + dim] - box[dim];
            }
            double sum = sides;
            tree.forEachNearest(box, Metric.EUCLIDEAN, (part, ofBoxes) -> {
                if (space.min(ofBoxes, sum) > nearest.limit()) {
                    return false;
                }
                if (!isSelf || rows[part] != row) {
                    nearest.add(rows[part], measure.applyAsDouble(part));
                }
                return true;
            });
        }

        private void write(int row) {
            int block = row >> blockBits;
            int from = (row & (1 << blockBits) - 1) * slots;
            int to = from + nearest.write(ids[block], keys[block], from);
            for (int slot = from; slot < to; slot++) {
                keys[block][slot] = space.key(keys[block][slot]);
            }
            Arrays.fill(ids[block], to, from + slots, Neighbors.NONE);
            Arrays.fill(keys[block], to, from + slots, Double.POSITIVE_INFINITY);
        }
    }
}
