package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the two files of a top-k join, of their scores, and of how they are read. */
final class TopJoinInput {

    private static final List<String> DEMO_COLUMNS = List.of("lon", "lat");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--left", paramLabel = "FILE", description = "The left file; - for standard input.")
    private Path left;

    @Option(
            names = "--right",
            paramLabel = "FILE",
            description = "The right file; - for standard input (default: the left rows themselves, each pair once).")
    private Path right;

    @Option(
            names = "--demo",
            description =
                    "Uses the 135,233 cities (GeoNames, CC BY 4.0) with their population as the left and the 5,210 "
                            + "airports (OurAirports) with their size as the right file that ship with the program.")
    private boolean demo;

    @Option(
            names = "--columns",
            paramLabel = "NAME[,NAME]...",
            description = "The columns of the coordinates, in order, such as lon,lat.")
    private List<String> columns;

    @Option(
            names = "--boxes",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Instead of --columns: the columns of the lower bounds of boxes, then of as many upper bounds.")
    private List<String> boxes;

    @Option(
            names = "--right-columns",
            paramLabel = "NAME[,NAME]...",
            description = "The columns of the right coordinates or bounds (default: those of the left ones).")
    private List<String> rightColumns;

    @Option(names = "--score", paramLabel = "NAME", description = "The column of the scores.")
    private String score;

    @Option(
            names = "--left-score",
            paramLabel = "NAME",
            description = "The column of the left scores (default: that of --score).")
    private String leftScore;

    @Option(
            names = "--right-score",
            paramLabel = "NAME",
            description = "The column of the right scores (default: that of --score).")
    private String rightScore;

    @Option(names = "--left-id", paramLabel = "NAME", description = "A column that identifies the left rows.")
    private String leftId;

    @Option(
            names = "--right-id",
            paramLabel = "NAME",
            description = "A column that identifies the right rows (default: that of --left-id in a join of one file).")
    private String rightId;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            converter = SourceOptions.SeparatorName.class,
            completionCandidates = SourceOptions.SeparatorName.class,
            description = "The character between fields, or comma, semicolon, tab, pipe or space (default: comma).")
    private Character delimiter;

    @Option(
            names = "--skip-bad-rows",
            description =
                    "Leaves out rows that have too few or too many fields, or something else than a number that fits; "
                            + "the last line counts them.")
    private boolean skipBadRows;

    @Option(
            names = "--missing",
            paramLabel = "NAME",
            converter = SourceOptions.MissingName.class,
            completionCandidates = SourceOptions.MissingName.class,
            description =
                    "Treatment of rows with an empty number, NA, N/A, NaN or null: error, or skip, which leaves them "
                            + "out and counts them (default: error).")
    private SourceOptions.Missing missing;

    /** Rows with their places and scores: points, or boxes where these are not null. */
    record Side(PointTable table, Points points, Boxes boxes, Scores scores) {

        int size() {
            return scores.size();
        }

        int dims() {
            return boxes == null ? points.dims() : boxes.dims();
        }
    }

    /** Both sides; the same one in a join of one file. */
    record Tables(Side left, Side right) implements RowsRead {

        @Override
        public String leftOut() {
            return Stream.of(left, right)
                    .map(Side::table)
                    .distinct()
                    .map(PointTable::leftOut)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
        }
    }

    void check() {
        if (demo && (left != null || right != null || columns != null || boxes != null || score != null)) {
            throw Usage.error(spec, "--demo brings its own rows, with their columns and scores");
        }
        if (!demo && left == null) {
            throw Usage.error(spec, "--left is missing (or --demo)");
        }
        if (columns != null && boxes != null) {
            throw Usage.error(spec, "--columns and --boxes exclude one another");
        }
        if (!demo && columns == null && boxes == null) {
            throw Usage.error(spec, "--columns is missing (or --boxes)");
        }
        if (isSelfJoin() && (rightColumns != null || rightScore != null || rightId != null)) {
            throw Usage.error(spec, "--right-columns, --right-score and --right-id need --right");
        }
        if (!demo && (score == null && (leftScore == null || (rightScore == null && !isSelfJoin())))) {
            throw Usage.error(spec, "--score is missing (or --left-score and --right-score)");
        }
        if (left != null && right != null && SourceOptions.isStandardInput(left) && left.equals(right)) {
            throw Usage.error(spec, "standard input can be read once: --left=-, --right=-");
        }
    }

    boolean isDemo() {
        return demo;
    }

    boolean isSelfJoin() {
        return !demo && right == null;
    }

    boolean areBoxes() {
        return boxes != null;
    }

    /** Returns the left file, or null. */
    Path left() {
        return left;
    }

    /** Returns the right file, or null. */
    Path right() {
        return right;
    }

    Tables read(Metric metric) {
        if (demo) {
            return new Tables(
                    read(CsvSource::cities, DEMO_COLUMNS, "population", "name", metric),
                    read(CsvSource::airports, DEMO_COLUMNS, "size", "iata", metric));
        }
        CsvOptions options = new CsvOptions(
                delimiter == null ? CsvOptions.DEFAULT.separator() : delimiter,
                skipBadRows,
                missing == SourceOptions.Missing.SKIP);
        String option = areBoxes() ? "--boxes" : "--columns";
        List<String> own = Usage.columns(spec, option, areBoxes() ? boxes : columns);
        Side read = read(
                () -> SourceOptions.source(left, options), own, leftScore == null ? score : leftScore, leftId, metric);
        if (isSelfJoin()) {
            return new Tables(read, read);
        }
        List<String> others = rightColumns == null ? own : Usage.columns(spec, "--right-columns", rightColumns);
        Side asked = read(
                () -> SourceOptions.source(right, options),
                others,
                rightScore == null ? score : rightScore,
                rightId,
                metric);
        if (asked.dims() != read.dims()) {
            throw new IllegalArgumentException("left and right rows must have equally many dimensions: left="
                    + read.dims() + ", right=" + asked.dims());
        }
        return new Tables(read, asked);
    }

    private Side read(Supplier<CsvSource> text, List<String> names, String scoreColumn, String id, Metric metric) {
        CsvSource source = text.get();
        List<String> all = new ArrayList<>(names);
        all.add(scoreColumn);
        PointTable table = PointReader.read(source, ColumnSelection.of(all), id, found -> {
            List<String> places = found.subList(0, found.size() - 1);
            List<Column> taken = new ArrayList<>(CoordinateColumns.of(places, metric));
            taken.add(Column.of(found.getLast()));
            return taken;
        });
        int width = table.points().dims() - 1;
        double[] places = new double[table.points().size() * width];
        double[] scores = new double[table.points().size()];
        for (int row = 0; row < scores.length; row++) {
            System.arraycopy(table.points().array(), row * (width + 1), places, row * width, width);
            scores[row] = table.points().coordinate(row, width);
        }
        try {
            if (!areBoxes()) {
                Points points = Points.wrap(places, width);
                return new Side(table, points, null, Scores.wrap(scores));
            }
            if (width % 2 != 0) {
                throw new IllegalArgumentException(
                        "boxes take lower bounds, then as many upper bounds: columns=" + width);
            }
            return new Side(table, null, Boxes.wrap(places, width / 2), Scores.wrap(scores));
        } catch (IllegalArgumentException e) {
            throw InputException.of(source.name(), e.getMessage(), e);
        }
    }
}
