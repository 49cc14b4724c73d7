package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.rtree.RTreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.rtree.FrontierMark;
import dev.gyre.tasks.rtree.FrontierParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link FrontierKernels}. Keys of distances are equal on all devices, whether exact or not. */
final class FrontierSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RTreeKernels.FRONTIER_BEGIN, FrontierSamples::sampleBegin),
            KernelSample.of(RTreeKernels.FRONTIER_MARK, FrontierSamples::sampleMark),
            KernelSample.of(RTreeKernels.FRONTIER_WRITE, FrontierSamples::sampleWrite),
            KernelSample.of(RTreeKernels.FRONTIER_ROWS, FrontierSamples::sampleRows));

    private static final int MOST_PAIRS = 300;

    private FrontierSamples() {}

    /** Two trees, and pairs of boxes of one level of each tree; the children of one box of a pair will replace it. */
    private static final class Step {

        final Random random;
        final RTreeSamples.Tree left;
        final RTreeSamples.Tree right;
        final BoxPredicate predicate;
        final int[] parameters = new int[FrontierParameters.LENGTH];
        final int pairs;
        final int[] leftPairs;
        final int[] rightPairs;
        final int[] counts;
        final long[] marks;

        Step(Sample sample) {
            left = RTreeSamples.Tree.whole(new Sample(sample.shape(), sample.size(), sample.dims(), sample.seed() + 1));
            right = RTreeSamples.Tree.whole(sample);
            random = right.random;
            predicate = BoxOracle.predicate(left.boxes, right.boxes, random);
            boolean ofLeft = random.nextBoolean();
            TreeLayout layout = ofLeft ? left.layout : right.layout;
            int level = 1 + random.nextInt(layout.levels());
            int other = random.nextInt((ofLeft ? right : left).layout.levels() + 1);
            parameters[FrontierParameters.LEFT] = ofLeft ? 1 : 0;
            parameters[FrontierParameters.RIGHT] = ofLeft ? 0 : 1;
            parameters[FrontierParameters.NODE_SIZE] = layout.nodeSize();
            parameters[FrontierParameters.START] = layout.starts()[level];
            parameters[FrontierParameters.BELOW] = layout.starts()[level - 1];
            parameters[FrontierParameters.RELATION] = predicate.code();
            pairs = 1 + random.nextInt(MOST_PAIRS);
            parameters[FrontierParameters.PAIRS] = pairs;
            leftPairs = boxes(left.layout, ofLeft ? level : other);
            rightPairs = boxes(right.layout, ofLeft ? other : level);
            counts = new int[pairs];
            marks = new long[pairs];
        }

        private int[] boxes(TreeLayout layout, int level) {
            return random.ints(pairs, layout.starts()[level], layout.starts()[level + 1])
                    .toArray();
        }

        /** Returns the number of pairs, or up to two more. */
        int items() {
            return pairs + random.nextInt(3);
        }
    }

    private static Invocation sampleBegin(Sample sample) {
        Step step = new Step(sample);
        step.parameters[FrontierParameters.FIRST] = step.random.nextInt(1000);
        step.parameters[FrontierParameters.ROOT] = step.random.nextInt(1000);
        return Invocation.of(step.items()).in(step.parameters).out(step.leftPairs, step.rightPairs);
    }

    private static Invocation sampleMark(Sample sample, Scalars scalars) {
        Step step = new Step(scalars.withDims(sample));
        int norm = step.random.nextBoolean()
                ? scalars.at(1, () -> step.predicate.metric().norm().code())
                : scalars.norm(1, step.random);
        int[] oldLeft = new int[step.pairs];
        int[] oldRight = new int[step.pairs];
        return Invocation.of(step.items())
                .in(
                        step.leftPairs,
                        step.rightPairs,
                        step.left.arrays.boxes(),
                        step.right.arrays.boxes(),
                        step.parameters)
                .in(new double[] {step.predicate.limit()})
                .out(step.counts, step.marks, oldLeft, oldRight)
                .in(step.right.boxes.dims(), norm);
    }

    private static Invocation sampleWrite(Sample sample) {
        Step step = new Step(sample);
        FrontierMark.markChildren(
                0,
                step.pairs,
                step.leftPairs,
                step.rightPairs,
                step.left.arrays.boxes(),
                step.right.arrays.boxes(),
                step.parameters,
                new double[] {step.predicate.limit()},
                step.counts,
                step.marks,
                new int[step.pairs],
                new int[step.pairs],
                step.right.boxes.dims(),
                step.predicate.metric().norm().code());
        // The first pair has at least one mark, so that something is written.
        step.counts[0] += (step.marks[0] & 1) == 0 ? 1 : 0;
        step.marks[0] |= 1;
        int[] starts = new int[step.pairs];
        for (int pair = 1; pair < step.pairs; pair++) {
            starts[pair] = starts[pair - 1] + step.counts[pair - 1];
        }
        int last = step.random.nextInt(3) == 0 ? step.random.nextInt(step.pairs) : step.pairs - 1;
        int written = starts[last] + step.counts[last];
        int more = last + 1 < step.pairs && step.counts[last + 1] > 1 ? 1 : 0;
        step.parameters[FrontierParameters.ROOM] = written + more;
        int[] left = new int[written];
        int[] right = new int[written];
        return Invocation.of(step.items())
                .in(step.leftPairs, step.rightPairs, step.marks, step.counts, starts, step.parameters)
                .out(left, right);
    }

    private static Invocation sampleRows(Sample sample) {
        Step step = new Step(sample);
        int first = step.random.nextInt(100);
        int count = 1 + step.random.nextInt(2 * MOST_PAIRS);
        int[] boxes = step.random.ints(step.pairs, first, first + count).toArray();
        Arrays.sort(boxes);
        step.parameters[FrontierParameters.FIRST_ROW] = first;
        step.parameters[FrontierParameters.ROWS] = count;
        int[] rows = new int[count + 1];
        return Invocation.of(rows.length + step.random.nextInt(2))
                .in(boxes, step.parameters)
                .out(rows);
    }
}
