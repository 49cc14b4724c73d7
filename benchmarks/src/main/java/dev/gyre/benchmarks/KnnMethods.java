package dev.gyre.benchmarks;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.CandidateStages;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.knn.KnnKernels;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.KnnParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The methods that a {@link KnnExperiment} compares: the one place to enter another one. */
final class KnnMethods {

    /** The searches. */
    static final List<JoinMethod> ALL = List.of(JoinMethod.FUSED, JoinMethod.TWO_STAGE);

    /** Names of the searches that write a matrix of distances and read it again. */
    static final Set<String> WITH_MATRIX = Set.of("two-stage");

    /** Floats of a matrix of distances; larger ones are made in parts. A join has smaller ones, as it makes them anew. */
    private static final int MATRIX = 1 << 28;

    /** From here on a join on a GPU takes squared distances in their expanded form. */
    private static final int EXPANDED_DIMENSIONS = 64;

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
     * @param device where it will run
     * @return the work
     * @throws IllegalArgumentException if the method cannot be run that way
     */
    static ResidentWork resident(
            JoinMethod method, Points queries, Points points, int k, Workers workers, Device device) {
        if (!ALL.contains(method)) {
            throw new IllegalArgumentException("no stages of a search by " + method);
        }
        Float32Frame image = new Float32Frame(queries, points, Norm.EUCLIDEAN, workers);
        float[] pointImage = image.of(points);
        float[] queryImage = image.of(queries);
        int dims = points.dims();
        int n = points.size();
        int stride = Float32Frame.stride(queries.size());
        List<Object> arrays = new ArrayList<>(List.of(pointImage, queryImage));
        List<Stage> stages = new ArrayList<>();
        List<Object> results = new ArrayList<>();
        int rows = method == JoinMethod.FUSED ? queries.size() : Math.clamp(MATRIX / n, 1, queries.size());
        float[] matrix = new float[method == JoinMethod.FUSED ? 1 : Math.multiplyExact(rows, n)];
        boolean expanded = dims >= EXPANDED_DIMENSIONS && rows > 1 && device.type() == Device.Type.GPU;
        for (int first = 0; first < queries.size(); first += rows) {
            int[] parameters = KnnKernels.parameters(n, stride, queries.size(), k, first);
            parameters[KnnParameters.ROWS] = rows;
            parameters[KnnParameters.COLUMNS] = n;
            CandidateStages batch = method == JoinMethod.FUSED
                    ? CandidateStages.fused(pointImage, queryImage, parameters, rows, Norms.EUCLIDEAN, dims)
                    : CandidateStages.twoStage(
                            pointImage,
                            queryImage,
                            parameters,
                            matrix,
                            expanded ? Norms.EXPANDED : Norms.EUCLIDEAN,
                            dims,
                            device);
            arrays.add(parameters);
            arrays.addAll(batch.sizes());
            stages.addAll(batch.stages());
            results.add(batch.ids());
        }
        return new ResidentWork(name(method), arrays, List.of(), stages, results);
    }

    /** How a method is called in reports. */
    static String name(Enum<?> method) {
        return method.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
