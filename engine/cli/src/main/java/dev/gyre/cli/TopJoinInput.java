package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointReader.RowTexts;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the two files of a top-k join, of their scores, and of how they are read. */
final class TopJoinInput {

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
            names = "--left-keep",
            paramLabel = "NAME[,NAME]...",
            description = "Adds these columns of the left rows to the answer, as left_NAME; '*' stands for all.")
    private List<String> leftKept;

    @Option(
            names = "--right-keep",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Adds these columns of the right rows to the answer, as right_NAME; '*' stands for all (default: those of "
                            + "--left-keep in a join of one file).")
    private List<String> rightKept;

    @Mixin
    private CsvReading csv;

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
        if (isSelfJoin() && (rightColumns != null || rightScore != null || rightId != null || rightKept != null)) {
            throw Usage.error(spec, "--right-columns, --right-score, --right-id and --right-keep need --right");
        }
        if (!demo && (score == null && (leftScore == null || (rightScore == null && !isSelfJoin())))) {
            throw Usage.error(spec, "--score is missing (or --left-score and --right-score)");
        }
        Usage.checkReadOnce(spec, "--left", left, "--right", right);
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

    /** Reads both sides; in a join of one file they are the same. */
    Both<ScoredRows> read(Metric metric) {
        if (demo) {
            List<String> places = DemoRows.CITIES.columns();
            return new Both<>(
                    read(CsvSource.cities(), places, "population", new Names("name", leftKept), metric),
                    read(CsvSource.airports(), places, "size", new Names("iata", rightKept), metric));
        }
        String option = areBoxes() ? "--boxes" : "--columns";
        List<String> own = Usage.columns(spec, option, areBoxes() ? boxes : columns);
        ScoredRows read = read(
                SourceOptions.source(left, csv.options()),
                own,
                leftScore == null ? score : leftScore,
                new Names(leftId, leftKept),
                metric);
        if (isSelfJoin()) {
            return new Both<>(read, read);
        }
        List<String> others = rightColumns == null ? own : Usage.columns(spec, "--right-columns", rightColumns);
        ScoredRows asked = read(
                SourceOptions.source(right, csv.options()),
                others,
                rightScore == null ? score : rightScore,
                new Names(rightId, rightKept),
                metric);
        if (asked.places().dims() != read.places().dims()) {
            throw new IllegalArgumentException("left and right rows must have equally many dimensions: left="
                    + dims(read) + ", right=" + dims(asked));
        }
        return new Both<>(read, asked);
    }

    /** The column of the identifiers and the columns to keep; both may be null. */
    private record Names(String id, List<String> kept) {}

    private ScoredRows read(CsvSource source, List<String> columns, String scoreColumn, Names names, Metric metric) {
        RowTexts texts = new RowTexts(
                names.id(),
                scoreColumn,
                new KeepOptions.Kept("--left-keep, --right-keep", names.kept()).selection(spec));
        PointTable table = PointReader.read(
                source, ColumnSelection.of(columns), found -> PointFile.columns(found, metric), texts, areBoxes());
        Usage.checkOrder(
                spec, source.name(), table.columns().subList(0, table.columns().size() - 1), metric);
        return ScoredRows.of(table, source.name());
    }

    /** Returns the number of dimensions of rows: for boxes, half of the number of bounds. */
    int dims(ScoredRows rows) {
        return areBoxes() ? rows.places().dims() / 2 : rows.places().dims();
    }

    Boxes boxes(ScoredRows rows) {
        return Boxes.wrap(rows.places().array(), dims(rows));
    }
}
