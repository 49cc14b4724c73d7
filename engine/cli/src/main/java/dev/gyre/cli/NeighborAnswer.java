package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.csv.NeighborWriter;
import dev.gyre.engine.data.DeviceShare;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The neighbors of queries.
 *
 * @param radius null if there is none
 * @param before the times of the work before the search
 */
record NeighborAnswer(Neighbors neighbors, Labels queries, Labels points, int k, Double radius, Times before)
        implements CommandResult {

    @Override
    public void print(int rows, PrintWriter out) {
        NeighborTable.print(neighbors, queries, points, rows, out);
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        NeighborWriter.write(neighbors, queries, points, out, monitor);
    }

    @Override
    public String summary() {
        return Numbers.grouped(neighbors.queries()) + " queries, k=" + k + (radius == null ? "" : ", radius=" + radius);
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("queries", neighbors.queries());
        facts.put("k", k);
        if (radius != null) {
            facts.put("radius", radius);
        }
        facts.put("method", ConstantName.nameOf(neighbors.report().method()));
        facts.put("exact_fallbacks", neighbors.report().exactFallbacks());
        List<DeviceShare> shares = neighbors.report().shares();
        if (!shares.isEmpty()) {
            Map<String, Object> answered = new LinkedHashMap<>();
            shares.forEach(share -> answered.put(share.device().id(), share.answered()));
            facts.put("answered_by", answered);
        }
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return before.and(Times.of(neighbors.report()));
    }

    @Override
    public String remark() {
        int again = neighbors.report().exactFallbacks();
        String shares =
                neighbors.report().shares().stream().map(DeviceShare::toString).collect(Collectors.joining(", "));
        String inDouble = again == 0 ? "" : Numbers.grouped(again) + " answered again in double";
        return Stream.of(shares, inDouble).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }
}
