package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.tasks.KnnParameters;
import dev.gyre.tasks.Norms;

/**
 * A search for candidates among all points as a program: a batch of queries at a time, a part of the points at a time.
 *
 * <p>Its arrays are those of one batch and one part, unless the queries are the points: see {@link #points()} and
 * {@link #queries()}, which are to be filled before they are uploaded.
 */
final class CandidateSearch {

    private static final String LOAD_POINTS = "load-points";
    private static final String LOAD_QUERIES = "load-queries";
    private static final String SEARCH = "search";

    private final KnnPlan plan;
    private final float[] points;
    private final float[] queries;
    private final int[] parameters = new int[KnnParameters.LENGTH];
    private final int[] ids;
    private final Program program;

    /**
     * A search.
     *
     * @param plan how
     * @param dims number of dimensions
     * @param norm code of the norm
     * @param shared whether queries are points: their array is the points' then
     * @param device where it will run
     */
    CandidateSearch(KnnPlan plan, int dims, int norm, boolean shared, Device device) {
        this.plan = plan;
        int stride = FloatImage.stride(plan.chunk());
        points = new float[Math.multiplyExact(dims, stride)];
        queries = shared ? points : new float[Math.multiplyExact(dims, plan.batch())];
        parameters[KnnParameters.POINT_STRIDE] = stride;
        parameters[KnnParameters.QUERY_STRIDE] = shared ? stride : plan.batch();
        parameters[KnnParameters.CAPACITY] = plan.capacity();
        int code = plan.expanded() ? Norms.EXPANDED : norm;
        CandidateStages work;
        if (plan.method() == JoinMethod.FUSED) {
            work = CandidateStages.fused(points, queries, parameters, plan.batch(), code, dims);
        } else {
            int kept = plan.inParts() ? plan.capacity() : 0;
            parameters[KnnParameters.ROWS] = plan.batch();
            parameters[KnnParameters.COLUMNS] = kept + plan.chunk();
            parameters[KnnParameters.KEPT] = kept;
            float[] matrix = new float[Math.multiplyExact(plan.batch(), kept + plan.chunk())];
            work = CandidateStages.twoStage(points, queries, parameters, matrix, code, dims, device);
        }
        ids = work.ids();
        Phase.Builder search = Phase.named(SEARCH).upload(parameters);
        work.stages().forEach(search::stage);
        program = Program.of(
                "knn-join",
                Phase.named(LOAD_POINTS)
                        .upload(points)
                        .upload(work.sizes().toArray())
                        .build(),
                Phase.named(LOAD_QUERIES).upload(queries).build(),
                search.download(ids).build());
    }

    Program program() {
        return program;
    }

    KnnPlan plan() {
        return plan;
    }

    /** Room for {@code dims x }{@link FloatImage#stride stride} coordinates of the points of a part. */
    float[] points() {
        return points;
    }

    /** Room for {@code dims x batch} coordinates of the queries of a batch. */
    float[] queries() {
        return queries;
    }

    /** Candidates of the batch, {@code batch x capacity} in any order within a row. */
    int[] ids() {
        return ids;
    }

    void loadPoints(Execution execution) {
        execution.run(LOAD_POINTS, Progress.NONE);
    }

    void loadQueries(Execution execution) {
        execution.run(LOAD_QUERIES, Progress.NONE);
    }

    /**
     * Searches the part of the points that was loaded for the batch that was loaded.
     *
     * @param firstQuery place of the first query in the array
     * @param endQuery after the last query of the batch
     * @param firstPoint id of the first point of the part
     * @param count points of the part
     */
    void run(Execution execution, int firstQuery, int endQuery, int firstPoint, int count, Progress progress) {
        parameters[KnnParameters.FIRST_QUERY] = firstQuery;
        parameters[KnnParameters.QUERIES] = endQuery;
        parameters[KnnParameters.FIRST_POINT] = firstPoint;
        parameters[KnnParameters.POINTS] = count;
        parameters[KnnParameters.CONTINUED] = firstPoint == 0 ? 0 : 1;
        execution.run(SEARCH, progress);
    }
}
