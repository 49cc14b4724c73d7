package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.scan.FloatReduce;
import dev.gyre.tasks.scan.FloatReduceSpans;
import dev.gyre.tasks.scan.FloatReduceSpansWorkGroup;
import dev.gyre.tasks.scan.FloatReduceWorkGroup;
import dev.gyre.tasks.scan.IntReduce;
import dev.gyre.tasks.scan.IntReduceSpans;
import dev.gyre.tasks.scan.IntReduceSpansWorkGroup;
import dev.gyre.tasks.scan.IntReduceWorkGroup;
import dev.gyre.tasks.scan.Reductions;
import java.util.List;

/**
 * Sum, smallest or largest element of each of many segments, as stages for a {@link dev.gyre.engine.program.Phase}. A reduction of all
 * elements has one segment.
 *
 * <p>Made for given arrays. Their lengths are the capacities for elements and segments: a phase with these stages serves all smaller sizes
 * too, see {@link #setSize}. Three launches for any number of segments: segments are cut at the borders of tiles of 4,096 elements, each
 * tile reduces its parts of the segments, and if a segment continues in later tiles, the tile in which it begins collects the rest. O(n +
 * s). Temporary memory: {@code 12 ceil(n / 4096) + 32} bytes.
 *
 * <p>Ints are added up in {@code long}, floats in {@code double} in an order that depends only on the offsets, so that every device gives
 * the same bits. The rounding error of a sum of n floats is below {@code (n / 1,048,576 + 300) 2^-53} times the sum of their magnitudes. A
 * segment without elements has the operator's neutral value.
 *
 * <p>Offsets must ascend from 0 to n. This class does not check that, because a device may have made them.
 *
 * <p>Not safe for use by several threads.
 */
public final class Reduction implements Steps {

    /** Reduces ints by tiles, as {@link IntReduce#reduceTiles}. */
    public static final Kernel INTS = Kernel.of(IntReduce.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(IntReduceWorkGroup.class, IntReduceWorkGroup.THREADS));

    /** Reduces ints across the borders of tiles, as {@link IntReduceSpans#reduceSpans}. */
    public static final Kernel INT_SPANS = Kernel.of(IntReduceSpans.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(IntReduceSpansWorkGroup.class, IntReduceSpansWorkGroup.THREADS));

    /** Reduces floats by tiles, as {@link FloatReduce#reduceTiles}. */
    public static final Kernel FLOATS = Kernel.of(FloatReduce.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(FloatReduceWorkGroup.class, FloatReduceWorkGroup.THREADS));

    /** Reduces floats across the borders of tiles, as {@link FloatReduceSpans#reduceSpans}. */
    public static final Kernel FLOAT_SPANS = Kernel.of(FloatReduceSpans.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(FloatReduceSpansWorkGroup.class, FloatReduceSpansWorkGroup.THREADS));

    /** Combines two elements. */
    public enum Operator {
        /** Adds them. Neutral: 0. */
        SUM(Reductions.SUM, 0, 0),
        /** Keeps the smaller one. Neutral: the largest int, or positive infinity. */
        MIN(Reductions.MIN, Integer.MAX_VALUE, Double.POSITIVE_INFINITY),
        /** Keeps the larger one. Neutral: the smallest int, or negative infinity. */
        MAX(Reductions.MAX, Integer.MIN_VALUE, Double.NEGATIVE_INFINITY);

        private final int mode;
        private final int intNeutral;
        private final double floatNeutral;

        Operator(int mode, int intNeutral, double floatNeutral) {
            this.mode = mode;
            this.intNeutral = intNeutral;
            this.floatNeutral = floatNeutral;
        }

        public int mode() {
            return mode;
        }

        /** Returns the result of a segment without ints. */
        public int intNeutral() {
            return intNeutral;
        }

        /** Returns the result of a segment without floats. */
        public double floatNeutral() {
            return floatNeutral;
        }
    }

    private final Tiling tiling;
    private final Object values;
    private final int[] offsets;
    private final int segments;
    private final int[] located;
    private final Object neutral;
    private final Object heads;
    private final Object results;

    /**
     * Makes a reduction of ints or floats, with the capacities as sizes.
     *
     * @param values the elements, n; none of them NaN
     * @param offsets segments + 1; segment i has the elements {@code offsets[i] .. offsets[i+1]-1}
     * @param results for the results, one per segment: longs for ints, doubles for floats; if a segment's result is a zero, its sign may be
     *     that of any zero there
     * @param layout declares the temporary arrays
     * @throws IllegalArgumentException if there is no element or no segment, or if the numbers of results and segments differ
     */
    public Reduction(Operator operator, Object values, int[] offsets, Object results, Layout layout) {
        this.values = values;
        this.offsets = offsets;
        this.results = results;
        segments = layout.length(offsets) - 1;
        Checks.sameLength("results", layout.length(results), "segments", segments);
        tiling = Tiling.ofTile(layout.length(values), Reductions.TILE, operator.mode, layout);
        int tiles = tiling.tiles();
        located = layout.ints(tiles + 1L);
        boolean ints = values instanceof int[];
        neutral = layout.add(ints ? new long[] {operator.intNeutral} : new double[] {operator.floatNeutral});
        heads = ints ? layout.longs(tiles) : layout.doubles(tiles);
        setSize(tiling.capacity(), segments);
    }

    /**
     * Sets the numbers of elements and segments of the next run. Upload the arrays of {@link #uploads} after that.
     *
     * @param n number of elements, 0 to capacity
     * @param newSegments number of segments, 1 to capacity
     * @throws IllegalArgumentException if a size is out of range
     */
    public void setSize(int n, int newSegments) {
        Checks.size("segments", newSegments, 1, segments);
        tiling.setSize(n);
        tiling.setSegments(newSegments);
    }

    @Override
    public Object[] uploads() {
        return new Object[] {tiling.parameters(), neutral};
    }

    @Override
    public List<Stage> stages() {
        int tiles = tiling.tiles();
        int[] parameters = tiling.parameters();
        boolean ints = values instanceof int[];
        Kernel tileKernel = ints ? INTS : FLOATS;
        Kernel spanKernel = ints ? INT_SPANS : FLOAT_SPANS;
        return List.of(
                SegmentedPartition.LOCATE.stage(tiles + 1, offsets, parameters, located),
                tileKernel.stage(tiles + 1, values, offsets, located, parameters, neutral, heads, results),
                spanKernel.stage(tiles - 1, offsets, located, parameters, neutral, heads, results));
    }

    @Override
    public Object[] results() {
        return new Object[] {results};
    }
}
