package dev.gyre.engine.knn;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Answers the queries in batches: a device finds the candidates of one batch while the host orders those of the one before.
 * Switches to squared distances in the direct form if the expanded form leaves too many queries undecided.
 */
final class KnnWork implements AutoCloseable {

    /**
     * The share of queries that may be answered again before the direct form is used: each triggers a full scan on the host.
     */
    private static final double MOST_DOUBTFUL = 0.001;

    private final Context context;
    private final Workers workers;
    private final Float32Frame image;
    private final Points queries;
    private final Points points;
    private final Norm norm;
    private final Refinement refinement;
    private final boolean overlapped;
    private CandidateRun run;
    private Batch pending;
    private Timing earlier = Timing.ZERO;
    private long refineNanos;

    /** A batch whose candidates are found. */
    private record Batch(
            Batches.Batch queries,
            Batches from,
            KnnPlan plan,
            BatchProgress progress,
            CompletableFuture<int[]> doubtful) {}

    /**
     * Work for a join.
     *
     * @param image the frame
     * @param refinement where answers go
     */
    KnnWork(
            Context context,
            KnnPlan plan,
            Float32Frame image,
            Points queries,
            Points points,
            Norm norm,
            Refinement refinement) {
        this.context = context;
        this.workers = context.workers();
        this.image = image;
        this.queries = queries;
        this.points = points;
        this.norm = norm;
        this.refinement = refinement;
        // The JVM's own threads are busy with the candidates.
        overlapped = !context.onJvm();
        // The expanded form rounds as much for all points as for the outliers.
        run = run(image.hasOutliers() ? plan.direct() : plan);
    }

    private CandidateRun run(KnnPlan plan) {
        return new CandidateRun(context, plan, image, queries, points, norm.code());
    }

    /** Answers queries. */
    void answer(Batches batches, Monitor monitor) {
        answerInBatches(batches, new Rising(monitor));
    }

    /** Keeps back that a batch is done where the device is further already: a monitor is told ever more. */
    private static final class Rising implements Monitor {

        private final Monitor monitor;
        private long reported;

        Rising(Monitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public boolean progress(long done, long total) {
            reported = Math.max(reported, done);
            return monitor.progress(reported, total);
        }
    }

    private void answerInBatches(Batches batches, Monitor monitor) {
        int batch = run.plan().batch();
        batches.begin(queries.size());
        Batches.Batch next;
        while ((next = next(batches, batch)) != null) {
            int first = next.first();
            int count = next.count();
            BatchProgress progress = new BatchProgress(monitor, first, count, queries.size());
            int[] candidates = run.find(first, count, progress);
            KnnPlan plan = run.plan();
            finish();
            pending = new Batch(next, batches, plan, progress, order(first, count, candidates, plan, progress));
            if (!overlapped) {
                finish();
            }
        }
    }

    /** The next batch; where none is left, the one before is finished, since another device may give more back only then. */
    private Batches.Batch next(Batches batches, int batch) {
        Batches.Batch next = batches.next(batch);
        if (next == null && pending != null) {
            finish();
            return batches.next(batch);
        }
        return next;
    }

    private CompletableFuture<int[]> order(
            int first, int count, int[] candidates, KnnPlan plan, BatchProgress progress) {
        if (!overlapped) {
            long start = System.nanoTime();
            int[] doubtful = refinement.order(workers, first, count, candidates, plan, progress);
            refineNanos += System.nanoTime() - start;
            return CompletableFuture.completedFuture(doubtful);
        }
        // The device writes the next batch's into the same array.
        int[] copy = Arrays.copyOf(candidates, count * plan.capacity());
        // It only waits for the threads of the engine; the monitor is asked by the caller's thread alone.
        return CompletableFuture.supplyAsync(
                () -> refinement.order(workers, first, count, copy, plan, Progress.NONE),
                task -> Thread.ofVirtual().start(task));
    }

    /** Brings the batch that is under way to its end. */
    private void finish() {
        if (pending == null) {
            return;
        }
        Batch batch = pending;
        pending = null;
        long start = System.nanoTime();
        int[] doubtful = await(batch.doubtful());
        int count = batch.queries().count();
        if (batch.plan().expanded() && doubtful.length > count * MOST_DOUBTFUL) {
            takeDirectForm();
            refineNanos += System.nanoTime() - start;
            int[] candidates = run.find(batch.queries().first(), count, batch.progress());
            start = System.nanoTime();
            doubtful =
                    refinement.order(workers, batch.queries().first(), count, candidates, run.plan(), batch.progress());
        }
        refinement.answerAgain(workers, doubtful, count, batch.progress());
        refineNanos += System.nanoTime() - start;
        batch.progress().stopIfCancelled();
        batch.from().done(batch.queries());
    }

    private static int[] await(CompletableFuture<int[]> doubtful) {
        try {
            return doubtful.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            throw e;
        }
    }

    private void takeDirectForm() {
        if (run.plan().expanded()) {
            KnnPlan direct = run.plan().direct();
            earlier = timing();
            run.close();
            run = run(direct);
        }
    }

    /** Time on the device. */
    Timing timing() {
        return earlier.plus(run.timing());
    }

    /** Time that the host ordered candidates while the device waited. */
    long refineNanos() {
        return refineNanos;
    }

    @Override
    public void close() {
        if (pending != null) {
            // What went wrong there is of no interest any more.
            pending.doubtful().exceptionally(failure -> null).join();
        }
        run.close();
    }
}
