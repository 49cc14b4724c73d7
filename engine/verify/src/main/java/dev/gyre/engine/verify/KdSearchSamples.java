package dev.gyre.engine.verify;

import dev.gyre.engine.kdtree.NearestSearch;
import dev.gyre.engine.kdtree.RangeSearch;
import dev.gyre.engine.kdtree.SearchRegions;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.tree.KdMatches;
import dev.gyre.tasks.tree.KdNearest;
import dev.gyre.tasks.tree.KdQueryParameters;
import java.util.List;

/** Calls of the kernels of {@link NearestSearch} and {@link RangeSearch}. */
final class KdSearchSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(NearestSearch.LOCATE, KdSearchSamples::sampleLocate),
            KernelSample.of(NearestSearch.NEAREST, KdSearchSamples::sampleNearest),
            KernelSample.of(RangeSearch.MATCHES, KdSearchSamples::sampleMatches));

    private KdSearchSamples() {}

    private static final int MAX_SAMPLE_CAPACITY = 40;

    /** Norms whose arithmetic is exact on few bits. */
    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, 3 * Norms.ONE};

    private static final int KINDS = 2;

    private static final double FAR = 0x1p60;

    /** Scale of the differences for powers: exact, and not 1. */
    private static final double SCALE = 0.5;

    private static KdKernelSamples built(Sample sample, Scalars scalars) {
        KdKernelSamples steps = KdKernelSamples.small(scalars.withDims(sample));
        steps.build();
        return steps;
    }

    private static Invocation sampleLocate(Sample sample, Scalars scalars) {
        KdKernelSamples steps = built(sample, scalars);
        int norm = scalars.among(1, NORMS, steps.random);
        double[] queries = queries(steps);
        int count = queries.length / steps.dims;
        int[] leaves = new int[count];
        return Invocation.of(count)
                .in(steps.boxes, queries, new double[] {0, SCALE})
                .in(steps.layout().queryParameters(count, false))
                .out(leaves)
                .in(steps.dims, norm);
    }

    private static Invocation sampleNearest(Sample sample, Scalars scalars) {
        KdKernelSamples steps = built(sample, scalars);
        int heap = scalars.flag(1, steps.random);
        int norm = scalars.among(2, NORMS, steps.random);
        boolean self = steps.random.nextBoolean();
        double[] queries = self ? steps.points : queries(steps);
        int count = queries.length / steps.dims;
        int[] parameters = steps.layout().queryParameters(count, self);
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
        return Invocation.of(items)
                .in(steps.points, steps.boxes, steps.ids, queries, order, starts, parameters)
                .in(new double[] {limit, SCALE})
                .out(keys, found)
                .in(steps.dims, heap, norm);
    }

    private static Invocation sampleMatches(Sample sample, Scalars scalars) {
        KdKernelSamples steps = built(sample, scalars);
        int kind = scalars.at(1, () -> steps.random.nextInt(KINDS));
        int norm = scalars.among(2, NORMS, steps.random);
        int asked = scalars.flag(3, steps.random);
        double[] regions = regions(steps, kind);
        int[] starts = new int[regions.length / SearchRegions.length(kind, steps.dims)];
        int[] parameters = steps.layout().queryParameters(starts.length, false);
        return KernelSamples.matches(
                RangeSearch.MATCHES,
                starts,
                asked,
                (found, write) -> Invocation.of(starts.length)
                        .in(steps.points, steps.boxes, steps.ids, regions, starts, parameters, found)
                        .in(steps.dims, kind, norm, write));
    }

    /** Draws regions around {@link #queries}; many end exactly at points, and the first one has all points. */
    private static double[] regions(KdKernelSamples steps, int kind) {
        double[] queries = queries(steps);
        int dims = steps.dims;
        int length = SearchRegions.length(kind, dims);
        double[] regions = new double[queries.length / dims * length];
        for (int i = 0; i < regions.length; i++) {
            int part = i % length;
            double width = i < length ? 64.0 : steps.random.nextInt(25) / 16.0;
            if (kind == KdMatches.BALL && part == dims + 1) {
                regions[i] = SCALE;
            } else if (part < dims) {
                regions[i] = i < length && kind == KdMatches.WINDOW ? -width : queries[i / length * dims + part];
            } else {
                regions[i] = kind == KdMatches.WINDOW ? regions[i - dims] + 2 * width : width * dims * width;
            }
        }
        return regions;
    }

    /** Draws queries in and around the points. */
    private static double[] queries(KdKernelSamples steps) {
        int count = 1 + steps.random.nextInt(50);
        double[] queries = new double[count * steps.dims];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = (steps.random.nextInt(49) - 24) / 16.0;
        }
        // From this far, all points have the same distance.
        for (int query = steps.random.nextInt(4); query < count; query += 4) {
            queries[query * steps.dims] = FAR;
        }
        return queries;
    }
}
