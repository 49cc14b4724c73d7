package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.sample.Sample;
import dev.gyre.tasks.KdLocate;
import dev.gyre.tasks.KdNearest;
import dev.gyre.tasks.KdNearestFlat;
import dev.gyre.tasks.KdQueryParameters;
import dev.gyre.tasks.KdRangeCount;
import dev.gyre.tasks.KdRangeWrite;
import dev.gyre.tasks.KdRegions;
import dev.gyre.tasks.Norms;
import java.util.List;
import java.util.Random;

/** The kernels that search a kd-tree. */
public final class KdSearchKernels implements KernelCatalog {

    /** The leaf where a query belongs, as {@link KdLocate#locateLeaves}. */
    static final Kernel LOCATE = Kernel.of(
                    "kd-locate",
                    (KernelFunction.Of6<float[], float[], int[], int[], Integer, Integer>) KdLocate::locateLeaves,
                    KdSearchKernels::sampleLocate)
            .withScalarCheck((sample, scalars) -> sampleLocate(withDims(sample, scalars), norm(sample, scalars)));

    /** The nearest points, as {@link KdNearest#nearest}. */
    static final Kernel NEAREST = Kernel.of(
                    "kd-nearest",
                    (KernelFunction.Of13<
                                    float[],
                                    float[],
                                    int[],
                                    float[],
                                    int[],
                                    int[],
                                    int[],
                                    float[],
                                    float[],
                                    int[],
                                    Integer,
                                    Integer,
                                    Integer>)
                            KdNearest::nearest,
                    KdSearchKernels::sampleNearest)
            .withJvmVariant((KernelFunction.Of13<
                            float[],
                            float[],
                            int[],
                            float[],
                            int[],
                            int[],
                            int[],
                            float[],
                            float[],
                            int[],
                            Integer,
                            Integer,
                            Integer>)
                    KdNearestFlat::nearest)
            .withScalarCheck((sample, scalars) ->
                    sampleNearest(withDims(sample, scalars), (Integer) scalars.get(1), norm(sample, scalars)));

    /** How many slots are in each region, as {@link KdRangeCount#countInRange}. */
    static final Kernel RANGE_COUNT = Kernel.of(
                    "kd-range-count",
                    (KernelFunction.Of8<float[], float[], float[], int[], int[], Integer, Integer, Integer>)
                            KdRangeCount::countInRange,
                    KdSearchKernels::sampleRangeCount)
            .withScalarCheck((sample, scalars) ->
                    sampleRangeCount(withDims(sample, scalars), (Integer) scalars.get(1), norm(sample, scalars)));

    /** The slots in each region, as {@link KdRangeWrite#writeInRange}. */
    static final Kernel RANGE_WRITE = Kernel.of(
                    "kd-range-write",
                    (KernelFunction.Of10<
                                    float[], float[], int[], float[], int[], int[], int[], Integer, Integer, Integer>)
                            KdRangeWrite::writeInRange,
                    KdSearchKernels::sampleRangeWrite)
            .withScalarCheck((sample, scalars) ->
                    sampleRangeWrite(withDims(sample, scalars), (Integer) scalars.get(1), norm(sample, scalars)));

    private static final int MAX_SAMPLE_CAPACITY = 40;

    /** Those whose arithmetic is exact on few bits. */
    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, 3 * Norms.ONE};

    private static final int KINDS = 2;

    /** For the service loader. */
    public KdSearchKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(LOCATE, NEAREST, RANGE_COUNT, RANGE_WRITE);
    }

    private static int norm(Random random) {
        return NORMS[random.nextInt(NORMS.length)];
    }

    /** The norm at the end of the scalars, or another one where its own arithmetic is not exact. */
    private static int norm(Sample sample, List<Object> scalars) {
        int norm = (Integer) scalars.get(scalars.size() - 1);
        int other = norm(sample.random());
        for (int exact : NORMS) {
            if (norm == exact) {
                return norm;
            }
        }
        return other;
    }

    private static Sample withDims(Sample sample, List<Object> scalars) {
        return new Sample(sample.shape(), sample.size(), (Integer) scalars.get(0), sample.seed());
    }

    private static Invocation sampleLocate(Sample sample) {
        return sampleLocate(sample, norm(sample.random()));
    }

    private static Invocation sampleLocate(Sample sample, int norm) {
        KdSteps steps = KdSteps.small(sample);
        steps.build();
        float[] queries = queries(steps);
        int count = queries.length / steps.dims;
        int[] leaves = new int[count];
        return new Invocation(
                count,
                List.of(steps.boxes, queries, parameters(steps.layout(), count, false), leaves, steps.dims, norm),
                List.of(leaves));
    }

    private static Invocation sampleNearest(Sample sample) {
        Random random = sample.random();
        return sampleNearest(sample, random.nextInt(2), norm(random));
    }

    private static Invocation sampleNearest(Sample sample, int heap, int norm) {
        KdSteps steps = KdSteps.small(sample);
        steps.build();
        boolean self = steps.random.nextBoolean();
        float[] queries = self ? steps.points : queries(steps);
        int count = queries.length / steps.dims;
        int[] parameters = parameters(steps.layout(), count, self);
        parameters[KdQueryParameters.FIRST_QUERY] = steps.random.nextInt(count);
        int used = Math.ceilDiv(steps.size, 1 << steps.layout().leafBits());
        int[] order = steps.random.ints(count, 0, count).toArray();
        int[] starts = steps.random.ints(count, 0, used).toArray();
        int items = Math.min(200, count - parameters[KdQueryParameters.FIRST_QUERY] + steps.random.nextInt(3));
        int capacity = 1 + steps.random.nextInt(heap == 1 ? MAX_SAMPLE_CAPACITY : KdNearest.LIST);
        parameters[KdQueryParameters.CAPACITY] = capacity;
        float limit = steps.random.nextInt(3) == 0 ? steps.random.nextInt(64) / 16f : Float.MAX_VALUE;
        float[] keys = new float[items * capacity];
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
                        new float[] {limit},
                        keys,
                        found,
                        steps.dims,
                        heap,
                        norm),
                List.of(keys, found));
    }

    private static Invocation sampleRangeCount(Sample sample) {
        Random random = sample.random();
        return sampleRangeCount(sample, random.nextInt(KINDS), norm(random));
    }

    private static Invocation sampleRangeCount(Sample sample, int kind, int norm) {
        KdSteps steps = KdSteps.small(sample);
        steps.build();
        float[] regions = regions(steps, kind);
        int count = regions.length / regionFloats(kind, steps.dims);
        int[] counts = new int[count];
        return new Invocation(
                count,
                List.of(
                        steps.points,
                        steps.boxes,
                        regions,
                        parameters(steps.layout(), count, false),
                        counts,
                        steps.dims,
                        kind,
                        norm),
                List.of(counts));
    }

    private static Invocation sampleRangeWrite(Sample sample) {
        Random random = sample.random();
        return sampleRangeWrite(sample, random.nextInt(KINDS), norm(random));
    }

    private static Invocation sampleRangeWrite(Sample sample, int kind, int norm) {
        KdSteps steps = KdSteps.small(sample);
        steps.build();
        float[] regions = regions(steps, kind);
        int count = regions.length / regionFloats(kind, steps.dims);
        int[] parameters = parameters(steps.layout(), count, false);
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
    private static float[] regions(KdSteps steps, int kind) {
        float[] queries = queries(steps);
        int dims = steps.dims;
        int floats = regionFloats(kind, dims);
        float[] regions = new float[queries.length / dims * floats];
        for (int i = 0; i < regions.length; i++) {
            int part = i % floats;
            float width = i < floats ? 64f : steps.random.nextInt(25) / 16f;
            if (part < dims) {
                regions[i] = i < floats && kind == KdRegions.WINDOW ? -width : queries[i / floats * dims + part];
            } else {
                regions[i] = kind == KdRegions.WINDOW ? regions[i - dims] + 2 * width : width * dims * width;
            }
        }
        return regions;
    }

    /** Floats that describe a region. */
    static int regionFloats(int kind, int dims) {
        return kind == KdRegions.WINDOW ? 2 * dims : dims + 1;
    }

    /** Queries in and around the points. */
    private static float[] queries(KdSteps steps) {
        int count = 1 + steps.random.nextInt(50);
        float[] queries = new float[count * steps.dims];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = (steps.random.nextInt(49) - 24) / 16f;
        }
        return queries;
    }

    /**
     * Parameters of a search in all of a tree.
     *
     * @param self whether the queries are the tree's own points, in the order of the slots
     */
    static int[] parameters(KdLayout layout, int queries, boolean self) {
        int[] parameters = new int[KdQueryParameters.LENGTH];
        parameters[KdQueryParameters.SIZE] = layout.size();
        parameters[KdQueryParameters.LEAF_BITS] = layout.leafBits();
        parameters[KdQueryParameters.HEIGHT] = layout.height();
        parameters[KdQueryParameters.QUERIES] = queries;
        parameters[KdQueryParameters.SELF] = self ? 1 : 0;
        return parameters;
    }
}
