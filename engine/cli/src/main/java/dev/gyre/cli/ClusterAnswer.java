package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.collections.api.list.primitive.ImmutableIntList;

/**
 * Clusters of rows: the table has the largest ones, CSV has all rows.
 *
 * @param table the rows, with their own coordinates
 * @param columns what the method says of each row
 * @param asked what was asked for, in words
 * @param facts the same for scripts
 */
record ClusterAnswer(PointTable table, Clusters clusters, Columns columns, Metric metric, String asked, Facts facts)
        implements Answer {

    /**
     * What a method says of a row beside its cluster.
     *
     * @param cells their cells, in this order
     */
    record Columns(List<AnswerColumn> names, IntFunction<List<Object>> cells) {

        static Columns of(Clusters found) {
            return new Columns(List.of(AnswerColumn.count("core")), row -> List.of(found.isCore(row) ? 1 : 0));
        }

        static Columns of(Hierarchy found) {
            return new Columns(
                    List.of(AnswerColumn.distance("probability"), AnswerColumn.distance("outlier_score")),
                    row -> List.of(found.probability(row), found.outlierScore(row)));
        }
    }

    @Override
    public void print(int rows, PrintWriter out) {
        int[] largest = largest(rows);
        if (largest.length > 0) {
            TextTable text = new TextTable();
            boolean named = !table.identifiers().isEmpty();
            text.add(Stream.of(
                            Stream.of("cluster", "rows"),
                            table.columns().stream(),
                            Stream.of("nearest " + table.labelName()))
                    .flatMap(names -> names)
                    .limit(named ? Integer.MAX_VALUE : 2L + table.columns().size())
                    .toArray(String[]::new));
            IntRows members = clusters.rows();
            for (int cluster : largest) {
                text.add(cells(cluster, members.row(cluster), named));
            }
            text.print(out);
        }
        int noise = clusters.noise();
        boolean more = largest.length < clusters.clusters();
        out.println(Terminal.fittingOutput(Numbers.grouped(largest.length) + " of "
                + Numbers.counted(clusters.clusters(), "cluster") + ", "
                + Numbers.counted(noise, "row") + " of noise"
                + (more ? "; --rows N shows more, --output FILE writes the cluster of each row" : "")));
    }

    /** Returns the clusters with the most rows, the largest first; of equal ones the one of the smaller number. */
    private int[] largest(int max) {
        int[] sizes = clusters.toSizeArray();
        return IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparingInt(cluster -> -sizes[cluster]))
                .limit(max)
                .mapToInt(cluster -> cluster)
                .toArray();
    }

    private String[] cells(int cluster, ImmutableIntList rows, boolean named) {
        double[] center = center(rows);
        Stream<String> place = IntStream.range(0, center.length).mapToObj(dim -> coordinate(center[dim]));
        Stream<String> near = named ? Stream.of(table.label(nearest(rows, center))) : Stream.of();
        return Stream.of(Stream.of(Integer.toString(cluster), Numbers.grouped(rows.size())), place, near)
                .flatMap(cells -> cells)
                .toArray(String[]::new);
    }

    private static String coordinate(double value) {
        return (value < 0 ? "-" : "") + Numbers.distance(Math.abs(value));
    }

    /** Returns the mean of some rows; on the sphere the direction of the mean of their unit vectors. */
    private double[] center(ImmutableIntList rows) {
        Points points = ofRows(rows);
        double[] mean = new double[points.dims()];
        for (int i = 0; i < rows.size(); i++) {
            for (int dim = 0; dim < mean.length; dim++) {
                mean[dim] += points.coordinate(i, dim) / rows.size();
            }
        }
        return metric == Metric.HAVERSINE
                ? new double[] {
                    Math.toDegrees(Math.atan2(mean[1], mean[0])),
                    Math.toDegrees(Math.atan2(mean[2], Math.hypot(mean[0], mean[1])))
                }
                : mean;
    }

    /** Returns some rows: on the sphere their unit vectors, else their columns, which have a mean in every metric. */
    private Points ofRows(ImmutableIntList rows) {
        int dims = table.points().dims();
        double[] coordinates = new double[rows.size() * dims];
        for (int at = 0; at < coordinates.length; at++) {
            coordinates[at] = table.points().coordinate(rows.get(at / dims), at % dims);
        }
        return space(Points.wrap(coordinates, dims));
    }

    private Points space(Points points) {
        return metric == Metric.HAVERSINE ? metric.toSpace(points) : points;
    }

    /** Returns the row that is nearest to a place; of equally near ones the first. */
    private int nearest(ImmutableIntList rows, double... place) {
        Points space = ofRows(rows);
        Points from = space(Points.of(place, place.length));
        int best = IntStream.range(0, rows.size())
                .boxed()
                .min(Comparator.comparingDouble(row -> from.key(0, space, row, metric.norm())))
                .orElseThrow();
        return rows.get(best);
    }

    @Override
    public void records(Monitor monitor, Consumer<Object[]> records) {
        records.accept(joined(
                table.keptColumns(""),
                columns.names(),
                table.labelColumn(table.labelName()),
                AnswerColumn.count("cluster")));
        for (int row = 0; row < clusters.size(); row++) {
            CsvRecords.step(row, clusters.size(), monitor);
            records.accept(joined(
                    table.keptValues(row), columns.cells().apply(row), table.labelCell(row), clusters.label(row)));
        }
    }

    private static Object[] joined(Object[] kept, List<?> more, Object... own) {
        return JoinedColumns.joined(own, more.toArray(), kept);
    }

    @Override
    public Outcome outcome(long workNanos) {
        int noise = clusters.noise();
        String summary = Numbers.counted(clusters.size(), "row") + ", " + asked + ", "
                + Numbers.counted(clusters.clusters(), "cluster") + ", " + Numbers.grouped(noise) + " noise";
        return new Outcome(
                summary, facts.and("clusters", clusters.clusters()).and("noise", noise), Times.of(clusters.report()));
    }
}
