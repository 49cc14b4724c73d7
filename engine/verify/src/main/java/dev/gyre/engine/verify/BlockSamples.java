package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.sort.BlockSort;
import dev.gyre.engine.sort.KeyBits;
import dev.gyre.tasks.sort.BlockParameters;
import dev.gyre.tasks.sort.KeyNormalize;
import dev.gyre.tasks.sort.KeyRange;
import dev.gyre.tasks.sort.KeySpan;
import dev.gyre.tasks.sort.SegmentParameters;
import dev.gyre.tasks.sort.SpanBest;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.list.primitive.MutableIntList;

/** Calls of the kernels of {@link BlockSort}. */
final class BlockSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(BlockSort.RANGE, BlockSamples::sampleRange),
            KernelSample.of(BlockSort.SPAN, BlockSamples::sampleSpan),
            KernelSample.of(BlockSort.NORMALIZE, BlockSamples::sampleNormalize),
            KernelSample.of(BlockSort.BOUNDS, BlockSamples::sampleBounds),
            KernelSample.of(BlockSort.GATHER_RUNS, BlockSamples::sampleGather),
            KernelSample.of(BlockSort.SPAN_BEST, BlockSamples::sampleSpanBest),
            KernelSample.of(BlockSort.BLOCK_BEST, BlockSamples::sampleBlockBest));

    private BlockSamples() {}

    private static Invocation sampleRange(Sample sample) {
        Case drawn = new Case(sample);
        int[] ranges = new int[2 * drawn.tiles()];
        return Invocation.of(drawn.tiles()).in(drawn.columns, drawn.parameters).out(ranges);
    }

    private static Invocation sampleSpan(Sample sample) {
        Case drawn = new Case(sample);
        int[] ranges = new int[2 * drawn.tiles()];
        KeyRange.rangeOfTiles(0, drawn.tiles(), drawn.columns, drawn.parameters, ranges);
        int[] span = new int[KeySpan.LENGTH];
        return Invocation.of(1).in(ranges, drawn.parameters).out(span);
    }

    private static Invocation sampleNormalize(Sample sample) {
        Case drawn = new Case(sample);
        int[] keys = new int[drawn.n];
        int[] rows = new int[drawn.n];
        return Invocation.of(drawn.n + drawn.random.nextInt(3))
                .in(drawn.columns, drawn.parameters, drawn.span())
                .out(keys, rows);
    }

    private static Invocation sampleBounds(Sample sample) {
        Case drawn = new Case(sample);
        int bits = 8 * (1 + drawn.random.nextInt(2));
        int mask = (1 << Integer.SIZE - bits) - 1;
        drawn.parameters[BlockParameters.LOW_MASK] = mask;
        int[] order = SortOracle.order(
                0, drawn.keys.length, (a, b) -> Integer.compare(drawn.keys[a] & ~mask, drawn.keys[b] & ~mask));
        int[] keys = Arrays.stream(order).map(row -> drawn.keys[row]).toArray();
        int[] starts = drawn.starts();
        drawn.parameters[BlockParameters.BLOCKS] = starts.length;
        int[] lows = new int[starts.length];
        int[] highs = new int[starts.length];
        return Invocation.of(starts.length + drawn.random.nextInt(3))
                .in(keys, starts, drawn.parameters)
                .out(lows, highs);
    }

    private static Invocation sampleGather(Sample sample) {
        Case drawn = new Case(sample);
        int[] starts = drawn.starts();
        int[] offsets = new int[starts.length + 1];
        for (int run = 0; run < starts.length; run++) {
            int end = run + 1 < starts.length ? starts[run + 1] : drawn.n;
            offsets[run + 1] = offsets[run] + 1 + drawn.random.nextInt(end - starts[run]);
        }
        int gathered = offsets[starts.length];
        int[] places = new int[gathered];
        int[] rows = new int[gathered];
        return Invocation.of(gathered + drawn.random.nextInt(3))
                .in(drawn.rows, starts, offsets, new int[] {gathered, starts.length})
                .out(places, rows);
    }

    private static Invocation sampleSpanBest(Sample sample) {
        Case drawn = new Case(sample);
        Spans spans = new Spans(drawn);
        int count = spans.bounds.length / 2;
        int[] best = new int[count];
        return Invocation.of(count + drawn.random.nextInt(3))
                .in(spans.bounds, drawn.keys, drawn.rows, drawn.columns, spans.parameters)
                .out(best);
    }

    private static Invocation sampleBlockBest(Sample sample) {
        Case drawn = new Case(sample);
        Spans spans = new Spans(drawn);
        int[] best = new int[spans.bounds.length / 2];
        SpanBest.bestOfSpans(
                0, best.length, spans.bounds, drawn.keys, drawn.rows, drawn.columns, spans.parameters, best);
        return Invocation.of(spans.offsets.length - 1 + drawn.random.nextInt(3))
                .in(spans.offsets, spans.bounds, best, drawn.keys, drawn.columns, spans.parameters)
                .out(drawn.rows);
    }

    /** Rows of the sample's shape in one or two columns of keys, of which the first may be a label; and normalized keys. */
    private static final class Case {

        private final Random random;
        private final int n;
        private final int[] columns;
        private final int[] keys;
        private final int[] rows;
        private final int[] parameters = new int[BlockParameters.LENGTH];

        Case(Sample sample) {
            random = sample.random();
            n = 1 + sample.size() * (1 + random.nextInt(6));
            double[] values = sample.shape().rows(n, 1, random);
            columns = new int[2 * n];
            boolean narrow = random.nextBoolean();
            for (int row = 0; row < n; row++) {
                columns[row] = narrow ? (int) (values[row] * 10) : KeyBits.ordered((float) values[row]);
                columns[n + row] = (int) (4L * row / n);
            }
            int bits = random.nextInt(3) * 2;
            parameters[BlockParameters.SIZE] = n;
            parameters[BlockParameters.TILES] = 1 + random.nextInt(4);
            parameters[BlockParameters.TILE] = Math.ceilDiv(n, 1 + random.nextInt(tiles()));
            parameters[BlockParameters.LABEL_START] = n;
            parameters[BlockParameters.LABEL_BITS] = bits;
            parameters[BlockParameters.KEY_MASK] = -1 >>> bits;
            keys = new int[n];
            rows = new int[n];
            KeyNormalize.normalizeKeys(0, n, columns, parameters, span(), keys, rows);
        }

        int tiles() {
            return parameters[BlockParameters.TILES];
        }

        int[] span() {
            int[] ranges = new int[2 * tiles()];
            int[] span = new int[KeySpan.LENGTH];
            KeyRange.rangeOfTiles(0, tiles(), columns, parameters, ranges);
            KeySpan.spanOfRanges(0, 1, ranges, parameters, span);
            return span;
        }

        /** Draws the positions where blocks of any length begin. */
        int[] starts() {
            int longest = 1 + random.nextInt(n);
            MutableIntList starts = IntLists.mutable.empty();
            for (int at = 0; at < n; at += 1 + random.nextInt(longest)) {
                starts.add(at);
            }
            return starts.toArray();
        }
    }

    /** Blocks of all rows, each with some spans. */
    private static final class Spans {

        private final int[] bounds;
        private final int[] offsets;
        private final int[] parameters = new int[SegmentParameters.LENGTH];

        Spans(Case drawn) {
            int[] starts = drawn.starts();
            bounds = new int[2 * starts.length];
            for (int span = 0; span < starts.length; span++) {
                bounds[2 * span] = starts[span];
                bounds[2 * span + 1] = span + 1 < starts.length ? starts[span + 1] : drawn.n;
            }
            MutableIntList blocks = IntLists.mutable.empty();
            for (int span = 0; span < starts.length; span += 1 + drawn.random.nextInt(4)) {
                blocks.add(span);
            }
            offsets = blocks.with(starts.length).toArray();
            parameters[SegmentParameters.SIZE] = offsets.length - 1;
            parameters[SegmentParameters.SEGMENTS] = starts.length;
            parameters[SegmentParameters.COLUMNS] = 2;
            parameters[SegmentParameters.STRIDE] = drawn.n;
        }
    }
}
