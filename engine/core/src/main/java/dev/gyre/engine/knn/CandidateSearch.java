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
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.PartProgress;
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
     * Borrows a search, and uploads the points unless they are searched in parts.
     *
     * @param image the frame of queries and points
     */
    static Lease<CandidateSearch> lease(Context context, KnnPlan plan, NeighborJoin join, Float32Frame image) {
        Points points = join.space();
        boolean shared = join.queries() == points;
        Sizes exact = Sizes.of(plan, join.norm(), points.dims(), shared);
        Sizes rounded = Sizes.of(rounded(plan, context), join.norm(), points.dims(), shared);
        Lease<CandidateSearch> lease = context.lease(context.shared(exact, rounded), points);
        return plan.inParts()
                ? lease
                : lease.prepared(() -> lease.operation().loadAll(lease, points, image, context.workers()));
    }

    /** Rounds sizes up for more calls. Selections from a matrix need the exact number of candidates, and its rows whole tiles. */
    private static KnnPlan rounded(KnnPlan plan, Context context) {
        if (plan.inParts()) {
            return plan;
        }
        boolean fused = plan.method() == JoinMethod.FUSED;
        int candidates = plan.capacity();
        if (fused) {
            int max = candidates <= BruteForceKnnWorkGroup.MAX_CAPACITY
                    ? BruteForceKnnWorkGroup.MAX_CAPACITY
                    : Integer.MAX_VALUE;
            candidates = Math.min(max, Context.step(candidates));
        }
        int batch = fused ? context.capacity(plan.batch()) : Context.step(plan.batch());
        int chunk = context.capacity(plan.chunk());
        return new KnnPlan(plan.method(), candidates, batch, chunk, false, plan.expanded());
    }

    /** Uploads all points, unless the device has them in the same frame. */
    private void loadAll(Lease<?> lease, Points all, Float32Frame image, Workers workers) {
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

    /**
     * Finds the candidates of some queries.
     *
     * @param first the first query
     * @param count number of queries, at most those of a batch
     * @return candidates, {@code batch x capacity} in any order within a row, valid until the next call
     */
    int[] find(
            Lease<?> lease,
            KnnPlan plan,
            NeighborJoin join,
            Float32Frame image,
            int first,
            int count,
            Workers workers,
            BatchProgress progress) {
        Points all = join.space();
        if (queries != points) {
            image.columns(join.queries(), first, count, queries, queryStride, workers);
            lease.run(LOAD_QUERIES);
        }
        int firstInArray = queries == points ? first : 0;
        for (int from = 0; from < all.size(); from += plan.chunk()) {
            int size = Math.min(plan.chunk(), all.size() - from);
            if (plan.inParts()) {
                image.columns(all, from, size, points, stride, workers);
                lease.run(LOAD_POINTS);
            }
            // Each query is done as far as its share of the points.
            long before = (long) from * count / all.size();
            Progress part = new PartProgress(progress, before, size, all.size(), count);
            run(lease, plan.capacity(), firstInArray, firstInArray + count, from, size, part);
            progress.stopIfCancelled();
        }
        return work.ids();
    }

    /**
     * Searches the part of the points that was loaded for the batch that was loaded.
     *
     * @param candidates candidates of each query
     * @param firstQuery index of the first query in the array
     * @param endQuery end of the batch, exclusive
     * @param firstPoint id of the first point of the part
     */
    private void run(
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
