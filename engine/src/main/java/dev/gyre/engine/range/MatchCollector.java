package dev.gyre.engine.range;

import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import java.util.ArrayList;
import java.util.List;

/** Collects parts into one result. Not safe for use by several threads. */
public final class MatchCollector implements MatchConsumer {

    private final int queries;
    private final int points;
    private final List<Matches> parts = new ArrayList<>();
    private long size;

    /**
     * An empty collector.
     *
     * @param queries number of queries
     * @param points number of points
     */
    public MatchCollector(int queries, int points) {
        this.queries = queries;
        this.points = points;
    }

    /**
     * Takes a part.
     *
     * @throws IllegalArgumentException if there are more matches than a result takes
     */
    @Override
    public void accept(int first, Matches matches) {
        size += matches.size();
        if (size > Matches.MAX_SIZE) {
            throw new IllegalArgumentException("matches must be below 2^31 - 8: queries=" + queries + ", points="
                    + points + ", matches of the first " + (first + matches.queries()) + " queries=" + size);
        }
        parts.add(matches);
    }

    /**
     * All parts.
     *
     * @param regions the regions, whether or not there are any
     * @param metric the metric
     * @param report where the work was done
     * @return the matches of all queries
     */
    public Matches result(Regions regions, Metric metric, JoinReport report) {
        return parts.isEmpty()
                ? new Matches(new int[1], new int[0], regions.hasKeys() ? new double[0] : null, metric, report)
                : Matches.concat(parts, report);
    }
}
