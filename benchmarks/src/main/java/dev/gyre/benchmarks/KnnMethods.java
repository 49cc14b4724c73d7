package dev.gyre.benchmarks;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.FloatImage;
import dev.gyre.engine.knn.KnnKernels;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The methods that a {@link KnnExperiment} compares: the one place to enter another one. */
final class KnnMethods {

    /** The searches. */
    static final List<JoinMethod> ALL = List.of(JoinMethod.BRUTE_FORCE);

    /** Names of the searches that write a matrix of distances and read it again. */
    static final Set<String> WITH_MATRIX = Set.of("two-stage");

    private KnnMethods() {}

    /**
     * A search as stages over data on the device, which {@link PreparedWork} runs again and again: from float32 columns, as a join
     * has them, to candidates in no order within a query.
     *
     * @param method how
     * @param queries the queries
     * @param points the points
     * @param k candidates per query
     * @param workers threads of the host
     * @return the work
     * @throws IllegalArgumentException if the method cannot be run that way
     */
    static ResidentWork resident(JoinMethod method, Points queries, Points points, int k, Workers workers) {
        if (method != JoinMethod.BRUTE_FORCE) {
            throw new IllegalArgumentException("no stages of a search by " + method);
        }
        FloatImage image = new FloatImage(queries, points, Norm.EUCLIDEAN, workers);
        float[] pointImage = image.of(points);
        float[] queryImage = image.of(queries);
        int dims = points.dims();
        int[] parameters =
                KnnKernels.parameters(points.size(), FloatImage.stride(queries.size()), queries.size(), dims, k, 0);
        float[] keys = new float[Math.multiplyExact(queries.size(), k)];
        int[] ids = new int[keys.length];
        return new ResidentWork(
                name(method),
                List.of(pointImage, queryImage, parameters),
                List.of(),
                List.of(KnnKernels.nearest(dims)
                        .stage(queries.size(), pointImage, queryImage, parameters, keys, ids, Norm.EUCLIDEAN.code())),
                List.of(keys, ids));
    }

    /** How a method is called in reports. */
    static String name(Enum<?> method) {
        return method.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
