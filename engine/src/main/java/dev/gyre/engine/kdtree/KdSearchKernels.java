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
import java.util.List;

/** The kernels that search a kd-tree. */
public final class KdSearchKernels implements KernelCatalog {

    /** The leaf where a query belongs, as {@link KdLocate#locateLeaves}. */
    static final Kernel LOCATE = Kernel.of(
            "kd-locate",
            (KernelFunction.Of6<float[], float[], int[], int[], Integer, Integer>) KdLocate::locateLeaves,
            KdSearchKernels::sampleLocate);

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
                    KdNearestFlat::nearest);

    private static final int MAX_SAMPLE_CAPACITY = 40;
    private static final int NORMS = 3;

    /** For the service loader. */
    public KdSearchKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(LOCATE, NEAREST);
    }

    private static Invocation sampleLocate(Sample sample) {
        KdSteps steps = KdSteps.small(sample);
        steps.build();
        float[] queries = queries(steps);
        int count = queries.length / steps.dims;
        int[] leaves = new int[count];
        return new Invocation(
                count,
                List.of(
                        steps.boxes,
                        queries,
                        parameters(steps.layout(), count, false),
                        leaves,
                        steps.dims,
                        steps.random.nextInt(NORMS)),
                List.of(leaves));
    }

    private static Invocation sampleNearest(Sample sample) {
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
        int capacity = 1 + steps.random.nextInt(MAX_SAMPLE_CAPACITY);
        parameters[KdQueryParameters.CAPACITY] = capacity;
        boolean heap = capacity > KdNearest.LIST || steps.random.nextBoolean();
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
                        heap ? 1 : 0,
                        steps.random.nextInt(NORMS)),
                List.of(keys, found));
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
