package dev.gyre.engine.verify;

import dev.gyre.engine.kdtree.KdSearchKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.tree.KdNearest;
import dev.gyre.tasks.tree.KdQueryParameters;
import dev.gyre.tasks.tree.KdRangeCount;
import dev.gyre.tasks.tree.KdRegions;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link KdSearchKernels}. */
final class KdSearchSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(KdSearchKernels.LOCATE, KdSearchSamples::sampleLocate, KdSearchSamples::sampleLocate),
            KernelSample.of(KdSearchKernels.NEAREST, KdSearchSamples::sampleNearest, KdSearchSamples::sampleNearest),
            KernelSample.of(
                    KdSearchKernels.RANGE_COUNT, KdSearchSamples::sampleRangeCount, KdSearchSamples::sampleRangeCount),
            KernelSample.of(
                    KdSearchKernels.RANGE_WRITE, KdSearchSamples::sampleRangeWrite, KdSearchSamples::sampleRangeWrite));

    private KdSearchSamples() {}

    private static final int MAX_SAMPLE_CAPACITY = 40;

    /** Those whose arithmetic is exact on few bits. */
    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, 3 * Norms.ONE};

    private static final int KINDS = 2;

    private static final double FAR = 0x1p60;

    /** Of the differences of powers: exact, and not one. */
    private static final double SCALE = 0.5;

    private static int norm(Random random) {
        return NORMS[random.nextInt(NORMS.length)];
    }

    /** The norm at the end of the scalars, or another one where its own arithmetic is not exact. */
    private static int norm(Sample sample, List<Object> scalars) {
        int norm = (Integer) scalars.get(scalars.size() - 1);
        for (int exact : NORMS) {
            if (norm == exact) {
                return norm;
            }
        }
        return norm(sample.random());
    }

    private static Sample withDims(Sample sample, List<Object> scalars) {
        return new Sample(sample.shape(), sample.size(), (Integer) scalars.get(0), sample.seed());
    }

    static Invocation sampleLocate(Sample sample) {
        return sampleLocate(sample, norm(sample.random()));
    }

    static Invocation sampleLocate(Sample sample, List<Object> scalars) {
        return sampleLocate(withDims(sample, scalars), norm(sample, scalars));
    }

    private static Invocation sampleLocate(Sample sample, int norm) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.build();
        double[] queries = queries(steps);
        int count = queries.length / steps.dims;
        int[] leaves = new int[count];
        return new Invocation(
                count,
                List.of(
                        steps.boxes,
                        queries,
                        new double[] {0, SCALE},
                        KdSearchKernels.parameters(steps.layout(), count, false),
                        leaves,
                        steps.dims,
                        norm),
                List.of(leaves));
    }

    static Invocation sampleNearest(Sample sample) {
        Random random = sample.random();
        return sampleNearest(sample, random.nextInt(2), norm(random));
    }

    static Invocation sampleNearest(Sample sample, List<Object> scalars) {
        return sampleNearest(withDims(sample, scalars), (Integer) scalars.get(1), norm(sample, scalars));
    }

    private static Invocation sampleNearest(Sample sample, int heap, int norm) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.build();
        boolean self = steps.random.nextBoolean();
        double[] queries = self ? steps.points : queries(steps);
        int count = queries.length / steps.dims;
        int[] parameters = KdSearchKernels.parameters(steps.layout(), count, self);
        parameters[KdQueryParameters.FIRST_QUERY] = steps.random.nextInt(count);
        int used = Math.ceilDiv(steps.size, 1 << steps.layout().leafBits());
        int[] order = steps.random.ints(count, 0, count).toArray();
        int[] starts = steps.random.ints(count, 0, used).toArray();
        int items = Math.min(200, count - parameters[KdQueryParameters.FIRST_QUERY] + steps.random.nextInt(3));
        int capacity = 1 + steps.random.nextInt(heap == 1 ? MAX_SAMPLE_CAPACITY : KdNearest.LIST);
        parameters[KdQueryParameters.CAPACITY] = capacity;
        double limit = steps.random.nextInt(3) == 0 ? steps.random.nextInt(64) / 16.0 : Double.MAX_VALUE;
        double[] keys = new double[items * capacity];
        int[] found = new int[items * capacity];
        return new Invocation(
                items,
                List.of(
                        steps.points,
                        steps.boxes,
                        steps.ids,
                        queries,
                        order,
                        starts,
                        parameters,
                        new double[] {limit, SCALE},
                        keys,
                        found,
                        steps.dims,
                        heap,
                        norm),
                List.of(keys, found));
    }

    static Invocation sampleRangeCount(Sample sample) {
        Random random = sample.random();
        return sampleRangeCount(sample, random.nextInt(KINDS), norm(random));
    }

    static Invocation sampleRangeCount(Sample sample, List<Object> scalars) {
        return sampleRangeCount(withDims(sample, scalars), (Integer) scalars.get(1), norm(sample, scalars));
    }

    private static Invocation sampleRangeCount(Sample sample, int kind, int norm) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.build();
        double[] regions = regions(steps, kind);
        int count = regions.length / KdSearchKernels.regionLength(kind, steps.dims);
        int[] counts = new int[count];
        return new Invocation(
                count,
                List.of(
                        steps.points,
                        steps.boxes,
                        regions,
                        KdSearchKernels.parameters(steps.layout(), count, false),
                        counts,
                        steps.dims,
                        kind,
                        norm),
                List.of(counts));
    }

    static Invocation sampleRangeWrite(Sample sample) {
        Random random = sample.random();
        return sampleRangeWrite(sample, random.nextInt(KINDS), norm(random));
    }

    static Invocation sampleRangeWrite(Sample sample, List<Object> scalars) {
        return sampleRangeWrite(withDims(sample, scalars), (Integer) scalars.get(1), norm(sample, scalars));
    }

    private static Invocation sampleRangeWrite(Sample sample, int kind, int norm) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.build();
        double[] regions = regions(steps, kind);
        int count = regions.length / KdSearchKernels.regionLength(kind, steps.dims);
        int[] parameters = KdSearchKernels.parameters(steps.layout(), count, false);
        int[] starts = new int[count];
        KdRangeCount.countInRange(
                0, count, steps.points, steps.boxes, regions, parameters, starts, steps.dims, kind, norm);
        int total = 0;
        for (int i = 0; i < count; i++) {
            int next = total + starts[i];
            starts[i] = total;
            total = next;
        }
        int[] found = new int[total];
        return new Invocation(
                count,
                List.of(
                        steps.points,
                        steps.boxes,
                        steps.ids,
                        regions,
                        starts,
                        parameters,
                        found,
                        steps.dims,
                        kind,
                        norm),
                List.of(found));
    }

    /** Regions around {@link #queries}, many of which end where points are; the first one has all points. */
    private static double[] regions(KdKernelSamples steps, int kind) {
        double[] queries = queries(steps);
        int dims = steps.dims;
        int length = KdSearchKernels.regionLength(kind, dims);
        double[] regions = new double[queries.length / dims * length];
        for (int i = 0; i < regions.length; i++) {
            int part = i % length;
            double width = i < length ? 64.0 : steps.random.nextInt(25) / 16.0;
            if (kind == KdRegions.BALL && part == dims + 1) {
                regions[i] = SCALE;
            } else if (part < dims) {
                regions[i] = i < length && kind == KdRegions.WINDOW ? -width : queries[i / length * dims + part];
            } else {
                regions[i] = kind == KdRegions.WINDOW ? regions[i - dims] + 2 * width : width * dims * width;
            }
        }
        return regions;
    }

    /** Queries in and around the points. */
    private static double[] queries(KdKernelSamples steps) {
        int count = 1 + steps.random.nextInt(50);
        double[] queries = new double[count * steps.dims];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = (steps.random.nextInt(49) - 24) / 16.0;
        }
        // From so far all points are equally far.
        for (int query = steps.random.nextInt(4); query < count; query += 4) {
            queries[query * steps.dims] = FAR;
        }
        return queries;
    }
}
