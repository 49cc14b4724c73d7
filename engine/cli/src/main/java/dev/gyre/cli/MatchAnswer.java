package dev.gyre.cli;

import dev.gyre.cli.csv.MatchWriter;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** The points within a radius of queries. */
record MatchAnswer(Matches matches, PointTable queries, PointTable points, double radius) implements CommandResult {

    @Override
    public void print(int rows, PrintWriter out) {
        MatchTable.print(matches, queries, points, rows, out);
    }

    @Override
    public void write(Writer out) throws IOException {
        MatchWriter.write(matches, queries, points, out);
    }

    @Override
    public String summary() {
        return Numbers.grouped(matches.queries()) + " queries, radius=" + radius + ", "
                + Numbers.grouped(matches.size()) + " matches";
    }

    @Override
    public String times(long workNanos) {
        return Times.of(matches.report());
    }

    /** The device of the last line is the engine's. */
    @Override
    public String remark() {
        return matches.report().method() == JoinMethod.BRUTE_FORCE ? "all distances, on the threads of the host" : "";
    }
}
