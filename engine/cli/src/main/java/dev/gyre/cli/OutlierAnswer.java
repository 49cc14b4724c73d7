package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.OutlierScores;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The outlier scores of the rows of a table: people see the rows with the largest factors, CSV has all in the order of the file. */
record OutlierAnswer(PointTable table, OutlierScores scores, Metric metric) implements Answer {

    private static final String[] COLUMNS = {"k_distance", "mean_distance", "lof"};

    @Override
    public void print(int rows, PrintWriter out) {
        List<Integer> first = first(Math.min(rows, scores.size()));
        if (!first.isEmpty()) {
            TextTable text = new TextTable();
            text.add(Stream.concat(Stream.of(table.labelName()), Stream.of(COLUMNS))
                    .toArray(String[]::new));
            first.forEach(row -> text.add(
                    table.label(row),
                    distance(scores.kDistance(row)),
                    distance(scores.meanDistance(row)),
                    Numbers.distance(scores.factor(row))));
            text.print(out);
        }
        out.println(Terminal.fittingOutput(Numbers.grouped(first.size()) + " of "
                + Numbers.counted(scores.size(), "row") + ", the largest lof first"
                + (first.size() < scores.size() ? "; --rows N shows more, --output FILE writes all" : "")));
    }

    private String distance(double distance) {
        return Double.isInfinite(distance)
                ? "none"
                : Numbers.distance(distance) + (metric == Metric.HAVERSINE ? " km" : "");
    }

    /** Returns the rows with the largest factors, equal ones in the order of the file. */
    private List<Integer> first(int most) {
        Comparator<Integer> order = Comparator.<Integer>comparingDouble(row -> -scores.factor(row))
                .thenComparing(Comparator.naturalOrder());
        PriorityQueue<Integer> best = new PriorityQueue<>(order.reversed());
        for (int row = 0; row < scores.size() && most > 0; row++) {
            if (best.size() == most && order.compare(row, best.peek()) < 0) {
                best.remove();
            }
            if (best.size() < most) {
                best.add(row);
            }
        }
        return best.stream().sorted(order).toList();
    }

    @Override
    public void records(Monitor monitor, Consumer<Object[]> records) {
        Object[] own = Stream.of(COLUMNS).map(AnswerColumn::distance).toArray();
        records.accept(record(table.labelColumn(table.labelName()), table.keptColumns(""), own));
        for (int row = 0; row < scores.size(); row++) {
            CsvRecords.step(row, scores.size(), monitor);
            records.accept(record(
                    table.labelCell(row),
                    table.keptValues(row),
                    scores.kDistance(row),
                    scores.meanDistance(row),
                    scores.factor(row)));
        }
    }

    private static Object[] record(Object label, Object[] kept, Object... own) {
        return Stream.of(new Object[] {label}, own, kept).flatMap(Stream::of).toArray();
    }

    @Override
    public Outcome outcome(long workNanos) {
        Facts facts = Facts.of("rows", scores.size())
                .and("k", scores.k())
                .and("method", Names.nameOf(scores.report().method()))
                .and("exact_fallbacks", scores.report().exactFallbacks());
        return new Outcome(
                Numbers.counted(scores.size(), "row") + ", k=" + scores.k(), facts, Times.of(scores.report()));
    }
}
