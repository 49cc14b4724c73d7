package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.CandidateStages;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.knn.KnnKernels;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.KnnParameters;
import java.util.ArrayList;
import java.util.List;

/** Searches by all distances over data on the device. */
final class KnnWork {

    /** The methods. */
    static final List<JoinMethod> METHODS = List.of(JoinMethod.FUSED, JoinMethod.TWO_STAGE);

    /** Most floats of a matrix of distances; larger ones are made in parts. A join has smaller ones, because it makes new ones. */
    private static final int MATRIX = 1 << 28;

    /** From so many dimensions on, a join on a GPU uses squared distances in their expanded form. */
    private static final int EXPANDED_DIMENSIONS = 64;

    private KnnWork() {}

    /**
     * A search from float32 columns, as a join has them, to candidates in no order within a query.
     *
     * @return the work; its outputs are the ids of batch after batch of queries, {@code rows x k} each
     */
    static ResidentWork of(JoinMethod method, Points queries, Points points, int k, Engine engine) {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("no stages of a search by " + method);
        }
        float[] pointImage;
        float[] queryImage;
        try (Workers workers = new Workers(engine.settings().threads())) {
            Float32Frame image = new Float32Frame(queries, points, Norm.EUCLIDEAN, workers);
            pointImage = image.of(points);
            queryImage = image.of(queries);
        }
        int dims = points.dims();
        int n = points.size();
        int stride = Float32Frame.stride(queries.size());
        List<Object> arrays = new ArrayList<>(List.of(pointImage, queryImage));
        List<Stage> stages = new ArrayList<>();
        List<Object> results = new ArrayList<>();
        boolean fused = method == JoinMethod.FUSED;
        int rows = fused ? queries.size() : Math.clamp(MATRIX / n, 1, queries.size());
        float[] matrix = new float[fused ? 1 : Math.multiplyExact(rows, n)];
        Layout layout = Layout.on(engine.device());
        boolean expanded =
                dims >= EXPANDED_DIMENSIONS && rows > 1 && engine.device().type() == Device.Type.GPU;
        for (int first = 0; first < queries.size(); first += rows) {
            int[] parameters = KnnKernels.parameters(n, stride, queries.size(), k, first);
            parameters[KnnParameters.ROWS] = rows;
            parameters[KnnParameters.COLUMNS] = n;
            CandidateStages batch = fused
                    ? CandidateStages.fused(pointImage, queryImage, parameters, rows, Norms.EUCLIDEAN, dims, layout)
                    : CandidateStages.twoStage(
                            pointImage,
                            queryImage,
                            parameters,
                            matrix,
                            expanded ? Norms.EXPANDED : Norms.EUCLIDEAN,
                            dims,
                            layout);
            arrays.add(parameters);
            arrays.addAll(List.of(batch.uploads()));
            stages.addAll(batch.stages());
            results.add(batch.ids());
        }
        return ResidentWork.of(arrays, stages, results);
    }
}
