package dev.gyre.tasks.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.partition.SegmentSplit;
import dev.gyre.tasks.partition.SegmentedCount;
import dev.gyre.tasks.partition.SegmentedScatter;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SegmentKernelsTest {

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#all")
    void shouldLocateTheSegmentsAtTheBordersOfTiles(TileCase input) {
        int[] offsets = input.offsets(input.random());
        int[] located = new int[input.tiles() + 3];
        input.inSlices(
                located.length,
                (begin, end) -> SegmentLocate.locateTiles(begin, end, offsets, input.parameters(0, offsets), located));
        int[] expected = input.located(offsets);
        for (int item = 0; item < located.length; item++) {
            int at = item;
            assertEquals(expected[Math.min(item, input.tiles())], located[item], () -> input + ", item=" + at);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#all")
    void shouldCountSplitAndMoveKeysAroundThePivots(TileCase input) {
        Random random = input.random();
        int[] offsets = input.offsets(random);
        int segments = offsets.length - 1;
        int[] keys = random.ints(input.n(), -5, 5).toArray();
        int[] payload = random.ints(input.n()).toArray();
        int[] pivots = random.ints(segments, -6, 7).toArray();
        boolean[] below = below(keys, offsets, pivots);
        int[] belowBefore = new int[input.n() + 1];
        for (int i = 0; i < input.n(); i++) {
            belowBefore[i + 1] = belowBefore[i] + (below[i] ? 1 : 0);
        }
        int[] located = input.located(offsets);
        int[] parameters = input.parameters(0, offsets);
        int[] sums = new int[input.tiles()];
        int[] ranks = new int[segments];
        input.inSlices(
                input.tiles() + 1,
                (begin, end) ->
                        SegmentedCount.countBelow(begin, end, keys, offsets, pivots, located, parameters, sums, ranks));
        int[] bases = new int[input.tiles()];
        for (int tile = 0; tile < sums.length; tile++) {
            bases[tile] = belowBefore[tile * input.tile()];
            int end = Math.min(input.n(), (tile + 1) * input.tile());
            int at = tile;
            assertEquals(belowBefore[end] - bases[tile], sums[tile], () -> input + ", tile=" + at);
        }
        int[] total = {belowBefore[input.n()]};
        int[] starts = new int[segments];
        int[] splits = new int[segments];
        input.inSlices(
                segments + 2,
                (begin, end) -> SegmentSplit.splitSegments(
                        begin, end, offsets, parameters, bases, total, ranks, starts, splits));
        int[] outKeys = new int[input.n()];
        int[] outPayload = new int[input.n()];
        input.inSlices(
                input.tiles() + 1,
                (begin, end) -> SegmentedScatter.scatterSegments(
                        begin,
                        end,
                        keys,
                        payload,
                        offsets,
                        pivots,
                        located,
                        parameters,
                        bases,
                        starts,
                        splits,
                        outKeys,
                        outPayload));
        for (int s = 0; s < segments; s++) {
            int segment = s;
            Supplier<String> name = () -> input + ", segment=" + segment;
            int from = offsets[s];
            int to = offsets[s + 1];
            assertEquals(belowBefore[from], starts[s], name);
            assertEquals(from + belowBefore[to] - belowBefore[from], splits[s], name);
            int[] order = IntStream.concat(
                            IntStream.range(from, to).filter(i -> below[i]),
                            IntStream.range(from, to).filter(i -> !below[i]))
                    .toArray();
            for (int i = from; i < to; i++) {
                assertEquals(keys[order[i - from]], outKeys[i], name);
                assertEquals(payload[order[i - from]], outPayload[i], name);
            }
        }
    }

    private static boolean[] below(int[] keys, int[] offsets, int[] pivots) {
        boolean[] below = new boolean[keys.length];
        for (int s = 0; s < pivots.length; s++) {
            for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                below[i] = keys[i] < pivots[s];
            }
        }
        return below;
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#reductions")
    void shouldReduceIntsBySegments(TileCase input) {
        Random random = input.random();
        int[] values = random.ints(input.n()).toArray();
        int[] offsets = input.offsets(random);
        for (int mode = Reductions.SUM; mode <= Reductions.MAX; mode++) {
            int[] parameters = input.parameters(mode, offsets);
            int[] located = input.located(offsets);
            long[] neutral = {new long[] {0, Integer.MAX_VALUE, Integer.MIN_VALUE}[mode]};
            long[] heads = new long[input.tiles()];
            long[] results = new long[offsets.length - 1];
            input.inSlices(
                    input.tiles() + 1,
                    (begin, end) -> IntReduce.reduceTiles(
                            begin, end, values, offsets, located, parameters, neutral, heads, results));
            input.inSlices(
                    input.tiles() + 1,
                    (begin, end) -> IntReduceSpans.reduceSpans(
                            begin, end, offsets, located, parameters, neutral, heads, results));
            long[] expected = new long[results.length];
            for (int s = 0; s < results.length; s++) {
                expected[s] = neutral[0];
                for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                    expected[s] = Reductions.combine(mode, expected[s], (long) values[i]);
                }
            }
            assertArrayEquals(expected, results, input + ", mode=" + mode);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#reductions")
    void shouldReduceFloatsBySegments(TileCase input) {
        Random random = input.random();
        // Integers, so that the order does not matter here.
        float[] values = new float[input.n()];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(2_000_001) - 1_000_000;
        }
        int[] offsets = input.offsets(random);
        for (int mode = Reductions.SUM; mode <= Reductions.MAX; mode++) {
            double[] results = reduce(input, mode, values, offsets);
            for (int s = 0; s < results.length; s++) {
                double expected = neutral(mode);
                for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                    expected = Reductions.combine(mode, expected, (double) values[i]);
                }
                int ofMode = mode;
                int segment = s;
                assertEquals(expected, results[s], () -> input + ", mode=" + ofMode + ", segment=" + segment);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#reductions")
    void shouldAddFloatsInTheOrderThatTheOffsetsGive(TileCase input) {
        Random random = input.random();
        float[] values = new float[input.n()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * Math.exp(20 * random.nextGaussian()));
        }
        int[] offsets = input.offsets(random);
        double[] results = reduce(input, Reductions.SUM, values, offsets);
        for (int s = 0; s < results.length; s++) {
            int segment = s;
            assertEquals(
                    documentedSum(values, offsets[s], offsets[s + 1]),
                    results[s],
                    () -> input + ", segment=" + segment);
        }
    }

    private static double[] reduce(TileCase input, int mode, float[] values, int[] offsets) {
        int[] parameters = input.parameters(mode, offsets);
        int[] located = input.located(offsets);
        double[] neutral = {neutral(mode)};
        double[] heads = new double[input.tiles()];
        double[] results = new double[offsets.length - 1];
        input.inSlices(
                input.tiles() + 1,
                (begin, end) -> FloatReduce.reduceTiles(
                        begin, end, values, offsets, located, parameters, neutral, heads, results));
        input.inSlices(
                input.tiles() + 1,
                (begin, end) -> FloatReduceSpans.reduceSpans(
                        begin, end, offsets, located, parameters, neutral, heads, results));
        return results;
    }

    private static double neutral(int mode) {
        return new double[] {0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}[mode];
    }

    /** Adds the first tile's part, and the parts of the other tiles in lanes and a tree. */
    private static double documentedSum(float[] values, int from, int to) {
        int tile = Reductions.TILE;
        double first = documentedPart(values, from, Math.min(to, (from / tile + 1) * tile));
        if (from == to || (to - 1) / tile == from / tile) {
            return from == to ? 0 : first;
        }
        double[] lanes = new double[256];
        for (int at = from / tile + 1; at <= (to - 1) / tile; at++) {
            lanes[(at - from / tile - 1) % 256] += documentedPart(values, at * tile, Math.min(to, (at + 1) * tile));
        }
        return first + tree(lanes, 0, 256, 1);
    }

    /** Adds up a part of a tile: in 256 lanes and a tree if it is the whole tile, else in pieces of 16. */
    private static double documentedPart(float[] values, int from, int to) {
        double[] lanes = new double[256];
        if (to - from == Reductions.TILE) {
            for (int i = from; i < to; i++) {
                lanes[i % 256] += values[i];
            }
            return tree(lanes, 0, 256, 1);
        }
        double sum = 0;
        int at = from;
        while (at < to) {
            double piece = 0;
            do {
                piece += values[at++];
            } while (at < to && at % 16 != 0);
            sum += piece;
        }
        return sum;
    }

    /** Adds lane i to lane i + half of all, and so on: the leaves of a subtree are lanes with equal remainders. */
    private static double tree(double[] lanes, int lane, int count, int stride) {
        return count == 1
                ? lanes[lane]
                : tree(lanes, lane, count / 2, 2 * stride) + tree(lanes, lane + stride, count / 2, 2 * stride);
    }
}
