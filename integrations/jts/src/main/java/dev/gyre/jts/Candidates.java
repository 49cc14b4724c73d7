package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Envelope;

/**
 * The pairs of rows that have parts whose boxes meet, ascending by left, then right row. No other pair can satisfy a predicate.
 *
 * @param offsets start of the right rows of each left row, then the number of all pairs
 * @param rights right rows; entries after the last pair are unused
 * @param report the device and the times of the search
 */
record Candidates(int[] offsets, int[] rights, ExecutionReport report) {

    private static final int MIN_SLICE = 64;

    /** So many rows are compared with all points of the other side, if these are many. */
    private static final int FEW_ROWS = 8;

    private static final int MANY_POINTS = 1 << 17;

    static Candidates find(
            Engine engine,
            Workers workers,
            Layer left,
            Layer right,
            SpatialPredicate predicate,
            SpatialJoinOptions options) {
        Points points = options.sphere() ? null : right.pointsOrNull();
        if (points != null && points.size() >= MANY_POINTS && left.size() <= FEW_ROWS && isFree(engine)) {
            return scan(workers, left, points, predicate, options.monitor());
        }
        Space<?> space = Space.of(options);
        Parts lefts = options.sphere() ? Parts.of(left, space, workers) : Parts.withEnvelopes(left, workers);
        Parts rights = options.sphere() ? Parts.of(right, space, workers) : Parts.withEnvelopes(right, workers);
        BoxPredicate meets = predicate.relation() == Relation.WITHIN_DISTANCE
                ? BoxPredicate.withinDistance(
                        space.reach(predicate.distance(), Math.max(lefts.magnitude(), rights.magnitude())))
                : BoxPredicate.INTERSECTS;
        // The join builds a tree of its right boxes, so the smaller side becomes the right one; these predicates of
        // boxes are symmetric.
        boolean flipped = lefts.boxes().size() < rights.boxes().size();
        Parts indexed = flipped ? lefts : rights;
        Parts queries = flipped ? rights : lefts;
        Matches found = engine.boxJoin(
                queries.boxes(),
                indexed.boxes(),
                meets,
                BoxJoinOptions.DEFAULT.withMonitor(waiting(options.monitor())));
        return ofRows(left.size(), found, queries.rows(), indexed.rows(), flipped, workers);
    }

    /** Whether the work may be done on the host: no device was named, or that one. */
    private static boolean isFree(Engine engine) {
        String device = engine.settings().device();
        return device.equalsIgnoreCase(Settings.AUTO) || device.equalsIgnoreCase(Settings.JVM);
    }

    /** Compares the boxes of few rows with all points, which takes less time than the boxes of all points alone. */
    private static Candidates scan(
            Workers workers, Layer left, Points points, SpatialPredicate predicate, Monitor monitor) {
        double[] coordinates = points.array();
        double magnitude = Parts.withEnvelopes(left, workers).magnitude();
        for (double coordinate : coordinates) {
            magnitude = Math.max(magnitude, Math.abs(coordinate));
        }
        double distance = predicate.relation() == Relation.WITHIN_DISTANCE ? predicate.distance() : 0;
        double reach = Plane.PLANE.reach(distance, magnitude);
        int[][] found = new int[left.size()][];
        MonitoredProgress progress = new MonitoredProgress(waiting(monitor), left.size());
        workers.forEachSlice(
                left.size(),
                1,
                (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        Envelope box = left.geometry(row).getEnvelopeInternal();
                        box.expandBy(reach);
                        found[row] = IntStream.range(0, points.size())
                                .filter(point -> box.covers(coordinates[2 * point], coordinates[2 * point + 1]))
                                .toArray();
                    }
                },
                progress);
        if (progress.cancelled()) {
            throw new CancellationException("cancelled: a join of " + left.size() + " geometries and points");
        }
        int[] offsets = new int[found.length + 1];
        for (int row = 0; row < found.length; row++) {
            offsets[row + 1] = Math.addExact(offsets[row], found[row].length);
        }
        int[] rights = Arrays.stream(found).flatMapToInt(Arrays::stream).toArray();
        return new Candidates(
                offsets, rights, ExecutionReport.noTime(JvmBackend.device(workers.threads()), JoinMethod.BRUTE_FORCE));
    }

    /** Reports no progress of the search, which needs a small part of the time, but lets the monitor cancel it. */
    private static Monitor waiting(Monitor monitor) {
        return (done, total) -> monitor.progress(0, 1);
    }

    /** Returns the pairs of rows that have pairs of parts, each once. */
    private static Candidates ofRows(
            int size, Matches found, int[] rowsOfQueries, int[] rowsOfMatches, boolean flipped, Workers workers) {
        int[] next = new int[size + 1];
        for (int query = 0; query < found.queries(); query++) {
            for (int rank = 0; rank < found.count(query); rank++) {
                next[flipped ? rowsOfMatches[found.id(query, rank)] : rowsOfQueries[query]]++;
            }
        }
        int[] starts = new int[size + 1];
        for (int row = 0; row < size; row++) {
            starts[row + 1] = starts[row] + next[row];
        }
        System.arraycopy(starts, 0, next, 0, size);
        int[] rights = new int[found.size()];
        for (int query = 0; query < found.queries(); query++) {
            for (int rank = 0; rank < found.count(query); rank++) {
                int match = rowsOfMatches[found.id(query, rank)];
                int row = flipped ? match : rowsOfQueries[query];
                rights[next[row]++] = flipped ? rowsOfQueries[query] : match;
            }
        }
        workers.forEachSlice(size, MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                next[row] = distinct(rights, starts[row], starts[row + 1]);
            }
        });
        return compacted(starts, next, rights, found.report());
    }

    /** Sorts a part of an array and drops duplicates; returns the end of the remaining values. */
    private static int distinct(int[] values, int from, int to) {
        boolean ascending = true;
        for (int i = from + 1; i < to && ascending; i++) {
            ascending = values[i - 1] <= values[i];
        }
        if (!ascending) {
            Arrays.sort(values, from, to);
        }
        int end = Math.min(from + 1, to);
        for (int i = from + 1; i < to; i++) {
            if (values[i] != values[i - 1]) {
                values[end++] = values[i];
            }
        }
        return end;
    }

    private static Candidates compacted(int[] starts, int[] ends, int[] rights, ExecutionReport report) {
        int[] offsets = new int[starts.length];
        for (int row = 0; row + 1 < starts.length; row++) {
            int count = ends[row] - starts[row];
            System.arraycopy(rights, starts[row], rights, offsets[row], count);
            offsets[row + 1] = offsets[row] + count;
        }
        return new Candidates(offsets, rights, report);
    }

    int size() {
        return offsets[offsets.length - 1];
    }

    /** Returns the number of candidates of each right row. */
    int[] countsOfRights(int rows) {
        int[] counts = new int[rows];
        for (int i = 0; i < size(); i++) {
            counts[rights[i]]++;
        }
        return counts;
    }
}
