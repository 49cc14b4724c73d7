package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.KnnParameters;

/**
 * A search for candidates among all points as a program: a batch of queries at a time, a part of the points at a time. Made for
 * batches, parts and candidates of up to a capacity.
 *
 * <p>Its arrays are those of one batch and one part, unless the queries are the points. Not safe for use by several threads.
 */
final class CandidateSearch {

    private static final String LOAD_POINTS = "load-points";
    private static final String LOAD_QUERIES = "load-queries";
    private static final String SEARCH = "search";

    private final float[] points;
    private final float[] queries;
    private final int stride;
    private final int queryStride;
    private final int columns;
    private final int kept;
    private final int rows;
    private final int[] parameters = new int[KnnParameters.LENGTH];
    private final int[] ids;
    private final Program program;
    private Float32Frame frame;
    private boolean exact;

    /** What a search can be used for again. */
    private record Key(
            JoinMethod method,
            int norm,
            int dims,
            boolean shared,
            boolean inParts,
            int batch,
            int chunk,
            int candidates) {

        /** A little more than its arrays take. */
        long bytes() {
            long perQuery = 4L * dims + 32L * candidates;
            long matrix = method == JoinMethod.FUSED ? 0 : 8L * batch * (chunk + candidates);
            return 4L * dims * chunk + perQuery * batch + matrix;
        }
    }

    private CandidateSearch(Key key, Device device) {
        stride = Float32Frame.stride(key.chunk());
        rows = key.batch();
        points = new float[Math.multiplyExact(key.dims(), stride)];
        queries = key.shared() ? points : new float[Math.multiplyExact(key.dims(), rows)];
        queryStride = key.shared() ? stride : rows;
        parameters[KnnParameters.CAPACITY] = key.candidates();
        CandidateStages work;
        if (key.method() == JoinMethod.FUSED) {
            kept = 0;
            columns = 0;
            work = CandidateStages.fused(points, queries, parameters, rows, key.norm(), key.dims());
        } else {
            kept = key.inParts() ? key.candidates() : 0;
            columns = kept + key.chunk();
            parameters[KnnParameters.ROWS] = rows;
            parameters[KnnParameters.COLUMNS] = columns;
            parameters[KnnParameters.KEPT] = kept;
            float[] matrix = new float[Math.multiplyExact(rows, columns)];
            work = CandidateStages.twoStage(points, queries, parameters, matrix, key.norm(), key.dims(), device);
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

    /**
     * Borrows a search.
     *
     * @param points the points, which a kept search may have on the device
     * @param norm code of the norm
     * @param shared whether queries are points: their array is the points' then
     */
    static Lease<CandidateSearch> lease(Context context, KnnPlan plan, Points points, int norm, boolean shared) {
        Key key = new Key(
                plan.method(),
                plan.expanded() ? Norms.EXPANDED : norm,
                points.dims(),
                shared,
                plan.inParts(),
                plan.batch(),
                plan.chunk(),
                plan.capacity());
        Key rounded = rounded(key, context);
        Key used = rounded.bytes() <= context.memoryLimit() ? rounded : key;
        return context.lease(used, points, () -> new CandidateSearch(used, context.device()), search -> search.program);
    }

    /** For more calls. Selections from a matrix are made for a number of candidates, and its rows for whole tiles. */
    private static Key rounded(Key key, Context context) {
        if (context.onJvm() || key.inParts()) {
            return key;
        }
        boolean fused = key.method() == JoinMethod.FUSED;
        int candidates = key.candidates();
        if (fused) {
            int most = candidates <= BruteForceKnnWorkGroup.MAX_CAPACITY
                    ? BruteForceKnnWorkGroup.MAX_CAPACITY
                    : Integer.MAX_VALUE;
            candidates = Math.min(most, Context.step(candidates));
        }
        return new Key(
                key.method(),
                key.norm(),
                key.dims(),
                key.shared(),
                false,
                fused ? context.capacity(key.batch()) : Context.step(key.batch()),
                context.capacity(key.chunk()),
                candidates);
    }

    /** Candidates of the batch, {@code batch x capacity} in any order within a row. */
    int[] ids() {
        return ids;
    }

    /** Brings all points to the device, unless it has them in the same frame. */
    void loadAll(Lease<?> lease, Points all, Float32Frame image) {
        if (lease.holds(all) && image.hasFrameOf(frame)) {
            image.keepExact(exact);
        } else {
            lease.hold(null);
            image.columns(all, 0, all.size(), points, stride);
            lease.run(LOAD_POINTS);
            frame = image;
            exact = image.isExact();
            lease.hold(all);
        }
    }

    /** Brings a part of the points to the device. */
    void loadPart(Lease<?> lease, Points all, Float32Frame image, int first, int count) {
        image.columns(all, first, count, points, stride);
        lease.run(LOAD_POINTS);
    }

    /** Brings a batch of queries to the device. */
    void loadQueries(Lease<?> lease, Points all, Float32Frame image, int first, int count) {
        image.columns(all, first, count, queries, queryStride);
        lease.run(LOAD_QUERIES);
    }

    /**
     * Searches the part of the points that was loaded for the batch that was loaded.
     *
     * @param candidates candidates of each query
     * @param firstQuery place of the first query in the array
     * @param endQuery after the last query of the batch
     * @param firstPoint id of the first point of the part
     */
    void run(
            Lease<?> lease,
            int candidates,
            int firstQuery,
            int endQuery,
            int firstPoint,
            int count,
            Progress progress) {
        parameters[KnnParameters.POINT_STRIDE] = stride;
        parameters[KnnParameters.QUERY_STRIDE] = queryStride;
        parameters[KnnParameters.CAPACITY] = candidates;
        parameters[KnnParameters.ROWS] = rows;
        parameters[KnnParameters.COLUMNS] = columns;
        parameters[KnnParameters.KEPT] = kept;
        parameters[KnnParameters.FIRST_QUERY] = firstQuery;
        parameters[KnnParameters.QUERIES] = endQuery;
        parameters[KnnParameters.FIRST_POINT] = firstPoint;
        parameters[KnnParameters.POINTS] = count;
        parameters[KnnParameters.CONTINUED] = firstPoint == 0 ? 0 : 1;
        lease.run(SEARCH, progress);
    }
}
