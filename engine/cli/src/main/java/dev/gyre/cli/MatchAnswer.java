package dev.gyre.cli;

import dev.gyre.cli.csv.MatchWriter;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The points within a radius of queries. */
record MatchAnswer(Matches matches, PointTable queries, PointTable points, double radius) implements CommandResult {

    @Override
    public void print(int rows, PrintWriter out) {
        MatchTable.print(matches, queries, points, rows, out);
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        MatchWriter.write(matches, queries, points, out);
    }

    @Override
    public String summary() {
        return Numbers.grouped(matches.queries()) + " queries, radius=" + radius + ", "
                + Numbers.grouped(matches.size()) + " matches";
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("queries", matches.queries());
        facts.put("radius", radius);
        facts.put("matches", matches.size());
        facts.put("method", ConstantName.nameOf(matches.report().method()));
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return Times.of(matches.report());
    }

    /** The device of the last line is the engine's. */
    @Override
    public String remark() {
        return matches.report().method() == JoinMethod.BRUTE_FORCE ? "all distances, on the threads of the host" : "";
    }
}
