package dev.gyre.engine.knn;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.device.Timing;

/** A {@link CandidateSearch} on a device, fed with the images of queries and points. */
final class CandidateRun implements AutoCloseable {

    private final CandidateSearch search;
    private final Execution execution;
    private final FloatImage image;
    private final Points queries;
    private final Points points;
    private final boolean shared;

    /**
     * Brings a search to a device, and the points, if they all go there at once.
     *
     * @param backend the device
     * @param plan how
     * @param image the frame
     * @param queries the queries
     * @param points the points
     * @param norm code of the norm
     */
    CandidateRun(Backend backend, KnnPlan plan, FloatImage image, Points queries, Points points, int norm) {
        this.image = image;
        this.queries = queries;
        this.points = points;
        shared = queries == points && !plan.inParts();
        search = new CandidateSearch(plan, points.dims(), norm, shared, backend.device());
        execution = backend.prepare(search.program());
        if (!plan.inParts()) {
            loadPoints(0, points.size());
        }
    }

    private void loadPoints(int first, int count) {
        image.columns(
                points,
                first,
                count,
                search.points(),
                FloatImage.stride(search.plan().chunk()));
        search.loadPoints(execution);
    }

    /**
     * Finds the candidates of some queries.
     *
     * @param first the first query
     * @param count number of queries, the batch of the plan at most
     * @param progress of the batch
     * @return {@code count x capacity} ids, valid until the next call
     */
    int[] find(int first, int count, BatchProgress progress) {
        KnnPlan plan = search.plan();
        if (!shared) {
            image.columns(queries, first, count, search.queries(), plan.batch());
            search.loadQueries(execution);
        }
        int firstInArray = shared ? first : 0;
        for (int from = 0; from < points.size(); from += plan.chunk()) {
            int size = Math.min(plan.chunk(), points.size() - from);
            if (plan.inParts()) {
                loadPoints(from, size);
            }
            Progress part = new PartProgress(progress, from, size, points.size(), count);
            search.run(execution, firstInArray, firstInArray + count, from, size, part);
            progress.stopIfCancelled();
        }
        return search.ids();
    }

    KnnPlan plan() {
        return search.plan();
    }

    Timing timing() {
        return execution.timing();
    }

    @Override
    public void close() {
        execution.close();
    }

    /** Takes a search among some of the points for a share of the batch. */
    private record PartProgress(BatchProgress progress, int first, int size, int points, int count)
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
