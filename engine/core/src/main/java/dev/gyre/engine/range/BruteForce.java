package dev.gyre.engine.range;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.search.BatchProgress;

/** All points as candidates of every query, on the threads of the host: O(d n) for each query, no memory. */
public final class BruteForce {

    private static final int MAX_QUERIES = 1 << 12;

    /** Coordinates that a thread compares before it checks whether to stop: about ten milliseconds. */
    private static final int PIECE = 1 << 23;

    private BruteForce() {}

    /**
     * Hands all candidates over.
     *
     * @param points the points, in the space of the metric
     * @param work receives the candidates
     * @return the report of the time
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public static ExecutionReport run(int queries, Points points, Workers workers, RangeWork work, Monitor monitor) {
        long start = System.nanoTime();
        Candidates all = (query, rows) -> {
            for (int row = 0; row < points.size(); row++) {
                rows.accept(row, points, row);
            }
        };
        long pieces = Math.max(1, PIECE / Math.max(1, (long) points.size() * points.dims()));
        int batch = (int) Math.min(MAX_QUERIES, pieces * workers.threads() * MatchRows.PIECES_PER_THREAD);
        for (int first = 0; first < queries; first += batch) {
            int count = Math.min(batch, queries - first);
            BatchProgress progress = new BatchProgress(monitor, first, count, queries);
            work.take(all, first, count, progress);
            progress.stopIfCancelled();
        }
        return report(workers, System.nanoTime() - start);
    }

    /** A report for the JVM, whatever the engine's device is. */
    private static ExecutionReport report(Workers workers, long nanos) {
        return ExecutionReport.noTime(JvmBackend.device(workers.threads()), JoinMethod.BRUTE_FORCE)
                .withRefinement(nanos);
    }
}
