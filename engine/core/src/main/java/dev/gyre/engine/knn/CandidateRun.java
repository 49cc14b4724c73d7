package dev.gyre.engine.knn;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;

/** A {@link CandidateSearch} on a device, which reads images of queries and points. */
final class CandidateRun implements AutoCloseable {

    private final KnnPlan plan;
    private final Lease<CandidateSearch> lease;
    private final CandidateSearch search;
    private final Float32Frame image;
    private final Points queries;
    private final Points points;
    private final Workers workers;
    private final boolean shared;

    /**
     * Borrows a search, and uploads the points unless they are searched in parts.
     *
     * @param image the frame of queries and points
     */
    CandidateRun(Context context, KnnPlan plan, NeighborJoin join, Float32Frame image) {
        this.plan = plan;
        this.image = image;
        queries = join.queries();
        points = join.space();
        workers = context.workers();
        shared = queries == points && !plan.inParts();
        lease = CandidateSearch.lease(context, plan, points, join.norm(), shared);
        search = lease.operation();
        if (!plan.inParts()) {
            lease.prepared(() -> search.loadAll(lease, points, image, workers));
        }
    }

    /**
     * Finds the candidates of some queries.
     *
     * @param count number of queries, at most those of a batch
     * @return candidates in the form of {@link CandidateSearch#ids}, valid until the next call
     */
    int[] find(int first, int count, BatchProgress progress) {
        if (!shared) {
            search.loadQueries(lease, queries, image, first, count, workers);
        }
        int firstInArray = shared ? first : 0;
        for (int from = 0; from < points.size(); from += plan.chunk()) {
            int size = Math.min(plan.chunk(), points.size() - from);
            if (plan.inParts()) {
                search.loadPart(lease, points, image, from, size, workers);
            }
            Progress part = new ShareProgress(progress, from, size, points.size(), count);
            search.run(lease, plan.capacity(), firstInArray, firstInArray + count, from, size, part);
            progress.stopIfCancelled();
        }
        return search.ids();
    }

    KnnPlan plan() {
        return plan;
    }

    Timing timing() {
        return lease.timing();
    }

    @Override
    public void close() {
        lease.close();
    }

    /** Counts a search among some of the points as a share of the batch. */
    private record ShareProgress(BatchProgress progress, int first, int size, int points, int count)
            implements Progress {

        @Override
        public void completed(long items) {
            long pairs = (long) first * count + Math.min(items, count) * size;
            progress.completed(pairs / points);
        }

        @Override
        public boolean cancelled() {
            return progress.cancelled();
        }
    }
}
