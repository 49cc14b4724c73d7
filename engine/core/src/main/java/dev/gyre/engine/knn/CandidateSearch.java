package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.KnnParameters;

/**
 * A program that searches for candidates among all points: one batch of queries and one part of the points at a time. It has capacities for
 * batches, parts and candidates.
 *
 * <p>Its arrays hold one batch and one part; queries that are the points share their array. Not safe for use by several threads.
 */
final class CandidateSearch implements Blueprint.Made {

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
    private final int[] parameters;
    private final CandidateStages work;
    private Float32Frame frame;
    private boolean exact;

    /**
     * The sizes of a search.
     *
     * @param plan the plan, with the largest capacity, batch and chunk
     * @param norm code of the norm
     * @param shared whether the queries are the points, and use the same array
     */
    record Sizes(KnnPlan plan, int norm, int dims, boolean shared) implements Blueprint<CandidateSearch> {

        /** The sizes for a norm, whose differences may be expanded. */
        static Sizes of(KnnPlan plan, Norm norm, int dims, boolean shared) {
            return new Sizes(plan, plan.expanded() ? Norms.EXPANDED : norm.code(), dims, shared && !plan.inParts());
        }

        @Override
        public CandidateSearch make(Layout layout) {
            return new CandidateSearch(this, layout);
        }
    }

    private CandidateSearch(Sizes sizes, Layout layout) {
        KnnPlan plan = sizes.plan();
        stride = Float32Frame.stride(plan.chunk());
        rows = plan.batch();
        points = layout.floats(sizes.dims(), stride);
        queries = sizes.shared() ? points : layout.floats(sizes.dims(), rows);
        queryStride = sizes.shared() ? stride : rows;
        parameters = layout.add(new int[KnnParameters.LENGTH]);
        parameters[KnnParameters.CAPACITY] = plan.capacity();
        if (plan.method() == JoinMethod.FUSED) {
            kept = 0;
            columns = 0;
            work = CandidateStages.fused(points, queries, parameters, rows, sizes.norm(), sizes.dims(), layout);
        } else {
            kept = plan.inParts() ? plan.capacity() : 0;
            columns = kept + plan.chunk();
            parameters[KnnParameters.ROWS] = rows;
            parameters[KnnParameters.COLUMNS] = columns;
            parameters[KnnParameters.KEPT] = kept;
            float[] matrix = layout.floats(rows, columns);
            work = CandidateStages.twoStage(points, queries, parameters, matrix, sizes.norm(), sizes.dims(), layout);
        }
    }

    @Override
    public Program program() {
        return Program.of(
                "knn-join",
                Phase.named(LOAD_POINTS).upload(points).upload(work.uploads()).build(),
                Phase.named(LOAD_QUERIES).upload(queries).build(),
                Phase.named(SEARCH)
                        .upload(parameters)
                        .stages(work.stages())
                        .download(work.ids())
                        .build());
    }

    /**
     * Borrows a search.
     *
     * @param points the points; a kept search may already have them on the device
     * @param shared whether the queries are the points
     */
    static Lease<CandidateSearch> lease(Context context, KnnPlan plan, Points points, Norm norm, boolean shared) {
        Sizes exact = Sizes.of(plan, norm, points.dims(), shared);
        Sizes rounded = Sizes.of(rounded(plan, context), norm, points.dims(), shared);
        return context.lease(context.shared(exact, rounded), points);
    }

    /** Rounds sizes up for more calls. Selections from a matrix need the exact number of candidates, and its rows whole tiles. */
    private static KnnPlan rounded(KnnPlan plan, Context context) {
        if (plan.inParts()) {
            return plan;
        }
        boolean fused = plan.method() == JoinMethod.FUSED;
        int candidates = plan.capacity();
        if (fused) {
            int most = candidates <= BruteForceKnnWorkGroup.MAX_CAPACITY
                    ? BruteForceKnnWorkGroup.MAX_CAPACITY
                    : Integer.MAX_VALUE;
            candidates = Math.min(most, Context.step(candidates));
        }
        int batch = fused ? context.capacity(plan.batch()) : Context.step(plan.batch());
        int chunk = context.capacity(plan.chunk());
        return new KnnPlan(plan.method(), candidates, batch, chunk, false, plan.expanded());
    }

    /** Candidates of the batch, {@code batch x capacity} in any order within a row. */
    int[] ids() {
        return work.ids();
    }

    /** Uploads all points, unless the device has them in the same frame. */
    void loadAll(Lease<?> lease, Points all, Float32Frame image, Workers workers) {
        if (lease.holds(all) && image.hasFrameOf(frame)) {
            image.keepExact(exact);
        } else {
            lease.hold(null);
            image.columns(all, 0, all.size(), points, stride, workers);
            lease.run(LOAD_POINTS);
            frame = image;
            exact = image.isExact();
            lease.hold(all);
        }
    }

    /** Uploads a part of the points. */
    void loadPart(Lease<?> lease, Points all, Float32Frame image, int first, int count, Workers workers) {
        image.columns(all, first, count, points, stride, workers);
        lease.run(LOAD_POINTS);
    }

    /** Uploads a batch of queries. */
    void loadQueries(Lease<?> lease, Points all, Float32Frame image, int first, int count, Workers workers) {
        image.columns(all, first, count, queries, queryStride, workers);
        lease.run(LOAD_QUERIES);
    }

    /**
     * Searches the part of the points that was loaded for the batch that was loaded.
     *
     * @param candidates candidates of each query
     * @param firstQuery index of the first query in the array
     * @param endQuery end of the batch, exclusive
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
