package dev.gyre.jts;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Decides which candidates satisfy a predicate. */
final class Refinement {

    /** Least pairs of a thread's slice: a pair of a point and an area needs about a microsecond, others more. */
    private static final int MIN_SLICE = 32;

    private final Layer left;
    private final Layer right;
    private final SpatialPredicate predicate;
    private final Candidates candidates;
    private final SpatialJoinOptions options;
    private final boolean[] holds;
    private final Queue<IncomparableException> failures = new ConcurrentLinkedQueue<>();

    /** Tells of pairs on the sphere; null in the plane. */
    private final SpherePairs onSphere;

    /** Whether the geometries of the left layer are prepared; else those of the right layer are. */
    private final boolean preparesLeft;

    /** The prepared rows of that layer; null for rows without candidates and for points. */
    private final PreparedRow[] prepared;

    Refinement(Layer left, Layer right, SpatialPredicate predicate, Candidates candidates, SpatialJoinOptions options) {
        this.options = options;
        this.left = left;
        this.right = right;
        this.predicate = predicate;
        this.candidates = candidates;
        holds = new boolean[candidates.size()];
        int[] ofLeft = new int[left.size()];
        Arrays.setAll(ofLeft, row -> candidates.offsets()[row + 1] - candidates.offsets()[row]);
        int[] ofRight = candidates.countsOfRights(right.size());
        preparesLeft = switch (predicate.relation()) {
            case CONTAINS, COVERS -> true;
            case WITHIN, COVERED_BY -> false;
            default -> spared(left, ofLeft) >= spared(right, ofRight);
        };
        onSphere = options.sphere() ? new SpherePairs(left, right, predicate.distance(), Sphere.of(options)) : null;
        prepared = options.sphere() ? null : prepare(preparesLeft ? left : right, preparesLeft ? ofLeft : ofRight);
    }

    /** Returns the number of coordinates that need not be read again if a layer is prepared. */
    private static double spared(Layer layer, int... counts) {
        double spared = 0;
        for (int row = 0; row < counts.length; row++) {
            spared += counts[row] < 2 ? 0 : (counts[row] - 1.0) * (layer.vertices(row) - 1);
        }
        return spared;
    }

    private static PreparedRow[] prepare(Layer layer, int... counts) {
        PreparedRow[] rows = new PreparedRow[counts.length];
        for (int row = 0; row < counts.length; row++) {
            if (counts[row] > 0 && layer.vertices(row) > 1) {
                rows[row] = new PreparedRow(layer.compared(row), counts[row] > 1);
            }
        }
        return rows;
    }

    /** Tests all candidates; returns the start of the kept pairs of each left row, then their number. */
    int[] run(Workers workers) {
        workers.forEachSlice(
                candidates.size(),
                MIN_SLICE,
                this::settle,
                new MonitoredProgress(options.monitor(), candidates.size()));
        if (!failures.isEmpty()) {
            failures.stream()
                    .sorted(Comparator.comparingInt(IncomparableException::left)
                            .thenComparingInt(IncomparableException::right))
                    .forEach(options.failures());
        }
        int[] offsets = new int[left.size() + 1];
        for (int row = 0; row < left.size(); row++) {
            int kept = 0;
            for (int pair = candidates.offsets()[row]; pair < candidates.offsets()[row + 1]; pair++) {
                kept += holds[pair] ? 1 : 0;
            }
            offsets[row + 1] = offsets[row] + kept;
        }
        return offsets;
    }

    /** Returns the right rows of the kept pairs. */
    int[] kept(int... offsets) {
        int[] rows = new int[offsets[left.size()]];
        int count = 0;
        for (int pair = 0; pair < holds.length; pair++) {
            if (holds[pair]) {
                rows[count++] = candidates.rights()[pair];
            }
        }
        return rows;
    }

    private void settle(int begin, int end) {
        int found = Arrays.binarySearch(candidates.offsets(), begin);
        int row = found >= 0 ? found : -found - 2;
        for (int pair = begin; pair < end; pair++) {
            while (pair >= candidates.offsets()[row + 1]) {
                row++;
            }
            int other = candidates.rights()[pair];
            try {
                holds[pair] = holds(row, other);
            } catch (CancellationException e) {
                throw e;
            } catch (RuntimeException e) {
                IncomparableException failure = new IncomparableException(row, other, e);
                if (options.failures() == null) {
                    throw failure;
                }
                failures.add(failure);
            }
        }
    }

    private boolean holds(int leftRow, int rightRow) {
        if (onSphere != null) {
            return onSphere.holds(leftRow, rightRow);
        }
        PreparedRow row = prepared[preparesLeft ? leftRow : rightRow];
        if (row == null) {
            return PreparedRow.holds(predicate, left, leftRow, right, rightRow);
        }
        double distance = predicate.distance();
        return preparesLeft
                ? row.holds(predicate.relation(), distance, right, rightRow)
                : row.holds(predicate.relation().converse(), distance, left, leftRow);
    }
}
