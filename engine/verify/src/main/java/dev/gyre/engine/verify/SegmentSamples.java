package dev.gyre.engine.verify;

import dev.gyre.engine.partition.SegmentedPartition;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.partition.SegmentSplit;
import dev.gyre.tasks.partition.SegmentedCount;
import dev.gyre.tasks.scan.RowScan;
import java.util.List;

/** Calls of the kernels of {@link SegmentedPartition}. */
final class SegmentSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(SegmentedPartition.LOCATE, SegmentSamples::sampleLocate),
            KernelSample.of(SegmentedPartition.COUNT, SegmentSamples::sampleCount),
            KernelSample.of(SegmentedPartition.SPLIT, SegmentSamples::sampleSplit),
            KernelSample.of(SegmentedPartition.SCATTER, SegmentSamples::sampleScatter));

    private SegmentSamples() {}

    private static Invocation sampleLocate(Sample sample) {
        Steps steps = new Steps(sample);
        int items = steps.tiles.tiles() + 1;
        return Invocation.of(items).in(steps.offsets, steps.tiles.parameters).out(steps.located);
    }

    private static Invocation sampleCount(Sample sample) {
        Steps steps = new Steps(sample);
        steps.locate();
        return Invocation.of(steps.tiles.tiles())
                .in(steps.keys, steps.offsets, steps.pivots, steps.located, steps.tiles.parameters)
                .out(steps.sums, steps.ranks);
    }

    private static Invocation sampleSplit(Sample sample) {
        Steps steps = new Steps(sample);
        steps.locate();
        steps.count();
        return Invocation.of(steps.pivots.length)
                .in(steps.offsets, steps.tiles.parameters, steps.sums, steps.total, steps.ranks)
                .out(steps.starts, steps.splits);
    }

    private static Invocation sampleScatter(Sample sample) {
        Steps steps = new Steps(sample);
        steps.locate();
        steps.count();
        steps.split();
        int[] outKeys = new int[steps.keys.length];
        int[] outPayload = new int[steps.keys.length];
        return Invocation.of(steps.tiles.tiles())
                .in(steps.keys, steps.payload, steps.offsets, steps.pivots, steps.located)
                .in(steps.tiles.parameters, steps.sums, steps.starts, steps.splits)
                .out(outKeys, outPayload);
    }

    /** The steps of a segmented partition on a sample: each kernel is checked on the output of the kernels before it. */
    private static final class Steps {

        private final TileSample tiles;
        private final int[] offsets;
        private final int[] keys;
        private final int[] payload;
        private final int[] pivots;
        private final int[] located;
        private final int[] sums;
        private final int[] ranks;
        private final int[] starts;
        private final int[] splits;
        private final int[] total = new int[1];

        Steps(Sample sample) {
            tiles = new TileSample(sample, 0);
            offsets = tiles.offsets();
            keys = tiles.ints();
            payload = tiles.random.ints(tiles.n).toArray();
            int segments = offsets.length - 1;
            pivots = tiles.random
                    .ints(segments, 0, tiles.n)
                    .map(i -> keys[i] + tiles.random.nextInt(2))
                    .toArray();
            located = new int[tiles.tiles() + 1];
            sums = new int[tiles.tiles()];
            ranks = new int[segments];
            starts = new int[segments];
            splits = new int[segments];
        }

        void locate() {
            SegmentLocate.locateTiles(0, located.length, offsets, tiles.parameters, located);
        }

        void count() {
            SegmentedCount.countBelow(0, sums.length, keys, offsets, pivots, located, tiles.parameters, sums, ranks);
            RowScan.scanRows(0, 1, sums, tiles.parameters, total);
        }

        void split() {
            SegmentSplit.splitSegments(0, splits.length, offsets, tiles.parameters, sums, total, ranks, starts, splits);
        }
    }
}
