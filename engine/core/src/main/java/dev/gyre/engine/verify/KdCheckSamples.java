package dev.gyre.engine.verify;

import dev.gyre.engine.kdtree.KdCheckKernels;
import dev.gyre.engine.kdtree.KdGroups;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.KdRowMarks;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link KdCheckKernels}. */
final class KdCheckSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(KdCheckKernels.NODES, KdCheckSamples::sampleNodes),
            KernelSample.of(KdCheckKernels.MARKS, KdCheckSamples::sampleMarks),
            KernelSample.of(KdCheckKernels.ROWS, KdCheckSamples::sampleRows));

    private KdCheckSamples() {}

    private static final int MAX_FAULTS = 4;

    private static Invocation sampleNodes(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.build();
        Random random = steps.random;
        for (int fault = random.nextInt(MAX_FAULTS); fault > 0; fault--) {
            double[] broken = random.nextBoolean() ? steps.points : steps.boxes;
            broken[random.nextInt(broken.length)] += (random.nextInt(9) - 4) / 16.0;
        }
        int[] findings = new int[2 * steps.layout().leaves()];
        return new Invocation(
                findings.length,
                List.of(steps.points, steps.boxes, steps.cuts, steps.splits, steps.parameters, findings),
                List.of(findings));
    }

    /** Every row is led to from a slot and from a row, so that every mark is made, and made once. */
    private static Invocation sampleMarks(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.parameters[KdParameters.ROWS] = steps.size;
        int[] ids = steps.shuffled(steps.size);
        int[] next = steps.shuffled(steps.size);
        int[] holders = new int[steps.size];
        int[] before = new int[steps.size];
        return new Invocation(
                steps.size, List.of(ids, next, steps.parameters, holders, before), List.of(holders, before));
    }

    private static Invocation sampleRows(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        Random random = steps.random;
        int rows = steps.size;
        int[] next = new int[rows];
        Arrays.fill(next, KdGroups.NONE);
        int[] heads = new int[rows];
        int[] tails = new int[rows];
        int size = 0;
        int variety = 1 + random.nextInt(8);
        for (int row = 0; row < rows; row++) {
            int chain = random.nextInt(variety) == 0 && size > 0 ? random.nextInt(size) : size;
            if (chain == size) {
                heads[size++] = row;
            } else {
                next[tails[chain]] = row;
            }
            tails[chain] = row;
        }
        int[] ids = Arrays.copyOf(heads, size);
        for (int fault = random.nextInt(MAX_FAULTS); fault > 0; fault--) {
            int[] broken = random.nextBoolean() ? ids : next;
            broken[random.nextInt(broken.length)] = random.nextInt(rows + 4) - 2;
        }
        steps.parameters[KdParameters.ROWS] = rows;
        steps.parameters[KdParameters.SIZE] = size;
        int[] holders = random.ints(rows, -2, rows + 2).toArray();
        int[] before = random.ints(rows, -2, rows + 2).toArray();
        KdRowMarks.markRows(0, rows, ids, next, steps.parameters, holders, before);
        int[] findings = new int[rows];
        return new Invocation(rows, List.of(ids, next, holders, before, steps.parameters, findings), List.of(findings));
    }
}
