package dev.gyre.engine.knn;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.Overlap;
import dev.gyre.engine.search.RisingMonitor;
import dev.gyre.engine.team.Batches;
import java.util.Arrays;

/**
 * Answers the queries in batches: a device finds the candidates of one batch while the host orders those of the one before.
 * Switches to squared distances in the direct form if the expanded form leaves too many queries undecided.
 */
final class KnnWork implements AutoCloseable {

    /**
     * The share of queries that may be answered again before the direct form is used: each triggers a full scan on the host.
     */
    private static final double MAX_DOUBTFUL = 0.001;

    private final Context context;
    private final Workers workers;
    private final NeighborJoin join;
    private final Float32Frame image;
    private final Refinement refinement;
    private final boolean overlapped;
    private KnnPlan plan;
    private Lease<CandidateSearch> lease;
    private Timing earlier = Timing.ZERO;
    private long refineNanos;

    /**
     * Work for a join.
     *
     * @param refinement orders candidates, and writes the answers
     */
    KnnWork(Context context, KnnPlan plan, NeighborJoin join, Float32Frame image, Refinement refinement) {
        this.context = context;
        this.workers = context.workers();
        this.join = join;
        this.image = image;
        this.refinement = refinement;
        // The JVM's own threads are busy with the candidates.
        overlapped = !context.onJvm();
        // In the expanded form, rounding errors would be as large for all points as for the outliers.
        this.plan = image.hasOutliers() ? plan.direct() : plan;
        lease = CandidateSearch.lease(context, this.plan, join, image);
    }

    /** Answers queries. */
    void answer(Batches batches, Monitor monitor) {
        Monitor rising = new RisingMonitor(monitor);
        int queries = join.queries().size();
        batches.begin(queries);
        BatchProgress waiting = new BatchProgress(rising, 0, 0, queries);
        try (Overlap overlap = new Overlap(batches, overlapped, waiting)) {
            Batches.Batch next;
            while ((next = overlap.next(plan.batch())) != null) {
                Batches.Batch batch = next;
                BatchProgress progress = new BatchProgress(rising, batch.first(), batch.count(), queries);
                int[] found = find(batch, progress);
                KnnPlan by = plan;
                // The device writes candidates of the next batch into the same array.
                int[] candidates = overlapped ? Arrays.copyOf(found, batch.count() * by.capacity()) : found;
                Progress watched = overlap.watched(progress);
                overlap.take(
                        batch,
                        () -> order(batch, candidates, by, watched),
                        doubtful -> settle(batch, by, doubtful, progress));
            }
            refineNanos += overlap.waitedNanos();
        }
    }

    private int[] find(Batches.Batch batch, BatchProgress progress) {
        return lease.operation().find(lease, plan, join, image, batch.first(), batch.count(), workers, progress);
    }

    private int[] order(Batches.Batch batch, int[] candidates, KnnPlan by, Progress progress) {
        return refinement.order(workers, batch.first(), batch.count(), candidates, by, progress);
    }

    /** Answers the queries of a batch that its candidates leave undecided. */
    private void settle(Batches.Batch batch, KnnPlan by, int[] doubtful, BatchProgress progress) {
        int[] undecided = doubtful;
        if (by.expanded() && doubtful.length > batch.count() * MAX_DOUBTFUL) {
            takeDirectForm();
            long start = System.nanoTime();
            int[] candidates = find(batch, progress);
            // Meanwhile, the host only waits for the device.
            refineNanos -= System.nanoTime() - start;
            undecided = order(batch, candidates, plan, progress);
        }
        refinement.answerAgain(workers, undecided, batch.count(), progress);
        progress.stopIfCancelled();
    }

    private void takeDirectForm() {
        if (plan.expanded()) {
            earlier = timing();
            lease.close();
            plan = plan.direct();
            lease = CandidateSearch.lease(context, plan, join, image);
        }
    }

    /** Time on the device. */
    Timing timing() {
        return earlier.plus(lease.timing());
    }

    /** Time in which the host ordered candidates while the device waited. */
    long refineNanos() {
        return refineNanos;
    }

    @Override
    public void close() {
        lease.close();
    }
}
