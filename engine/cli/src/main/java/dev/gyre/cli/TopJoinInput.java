package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowSource;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Options of the two files of a top-k join, of their scores, and of how they are read. */
final class TopJoinInput extends Options {

    private final Option<Path> left = file("--left", "The left file; - for standard input.");
    private final Option<Path> right = file(
            "--right", "The right file; - for standard input (default: the left rows themselves, each pair once).");
    private final Option<Boolean> demo = flag(
            "--demo",
            "Uses the 135,233 cities (GeoNames, CC BY 4.0) with their population as the left and the 5,210 "
                    + "airports (OurAirports) with their size as the right file that ship with the program.");
    private final Option<List<String>> columns =
            columns("--columns", "The columns of the coordinates, in order, such as lon,lat.");
    private final Option<List<String>> boxes = columns(
            "--boxes", "Instead of --columns: the columns of the lower bounds of boxes, then of as many upper bounds.");
    private final Option<List<String>> rightColumns = columns(
            "--right-columns", "The columns of the right coordinates or bounds (default: those of the left ones).");
    private final Option<String> score = text("--score=NAME", "The column of the scores.");
    private final Option<String> leftScore =
            text("--left-score=NAME", "The column of the left scores (default: that of --score).");
    private final Option<String> rightScore =
            text("--right-score=NAME", "The column of the right scores (default: that of --score).");
    private final Option<String> leftId = text("--left-id=NAME", "A column that identifies the left rows.");
    private final Option<String> rightId = text(
            "--right-id=NAME",
            "A column that identifies the right rows (default: that of --left-id in a join of one file).");
    private final Option<List<String>> leftKept = columns(
            "--left-keep", "Adds these columns of the left rows to the answer, as left_NAME; '*' stands for all.");
    private final Option<List<String>> rightKept = columns(
            "--right-keep",
            "Adds these columns of the right rows to the answer, as right_NAME; '*' stands for all (default: those of "
                    + "--left-keep in a join of one file).");
    private final CsvReading csv = with(new CsvReading());

    void check() {
        if (isDemo() && Stream.of(left, right, columns, boxes, score).anyMatch(Option::isGiven)) {
            throw error("--demo brings its own rows, with their columns and scores");
        }
        if (!isDemo() && !left.isGiven()) {
            throw error("--left is missing (or --demo)");
        }
        if (columns.isGiven() && boxes.isGiven()) {
            throw error("--columns and --boxes exclude one another");
        }
        if (!isDemo() && !columns.isGiven() && !boxes.isGiven()) {
            throw error("--columns is missing (or --boxes)");
        }
        if (isSelfJoin()
                && Stream.of(rightColumns, rightScore, rightId, rightKept).anyMatch(Option::isGiven)) {
            throw error("--right-columns, --right-score, --right-id and --right-keep need --right");
        }
        boolean areScored = score.isGiven() || leftScore.isGiven() && (rightScore.isGiven() || isSelfJoin());
        if (!isDemo() && !areScored) {
            throw error("--score is missing (or --left-score and --right-score)");
        }
        checkReadOnce("--left", left.get(), "--right", right.get());
    }

    boolean isDemo() {
        return demo.isGiven();
    }

    boolean isSelfJoin() {
        return !isDemo() && !right.isGiven();
    }

    boolean areBoxes() {
        return boxes.isGiven();
    }

    /** Returns the left file, or null. */
    Path left() {
        return left.get();
    }

    /** Returns the right file, or null. */
    Path right() {
        return right.get();
    }

    /** Reads both sides; in a join of one file they are the same. */
    Both<ScoredRows> read(Metric metric) {
        if (isDemo()) {
            List<String> places = InputOptions.Demo.CITIES.columns();
            return new Both<>(
                    read(CsvSource.cities(), places, new Texts("population", "name", leftKept), metric),
                    read(CsvSource.airports(), places, new Texts("size", "iata", rightKept), metric));
        }
        List<String> own = areBoxes() ? names("--boxes", boxes.get()) : names("--columns", columns.get());
        Texts leftTexts = new Texts(leftScore.or(score.get()), leftId.get(), leftKept);
        ScoredRows read = read(InputOptions.source(left.get(), csv.options()), own, leftTexts, metric);
        if (isSelfJoin()) {
            return new Both<>(read, read);
        }
        List<String> others = rightColumns.isGiven() ? names("--right-columns", rightColumns.get()) : own;
        Texts rightTexts = new Texts(rightScore.or(score.get()), rightId.get(), rightKept);
        ScoredRows asked = read(InputOptions.source(right.get(), csv.options()), others, rightTexts, metric);
        if (asked.places().dims() != read.places().dims()) {
            throw new IllegalArgumentException("left and right rows must have equally many dimensions: left="
                    + dims(read) + ", right=" + dims(asked));
        }
        return new Both<>(read, asked);
    }

    /** The columns of the scores and of the identifiers, which may be null, and the columns to keep. */
    private record Texts(String score, String id, Option<List<String>> kept) {}

    private ScoredRows read(RowSource source, List<String> places, Texts texts, Metric metric) {
        PointFile.Columns kept =
                PointFile.Columns.kept("--left-keep, --right-keep", texts.kept().get());
        CsvColumns read = CsvColumns.of(ColumnSelection.of(places), found -> PointFile.columns(found, metric))
                .withBounds(areBoxes())
                .withScore(texts.score())
                .withTexts(texts.id(), kept.keptSelection(this));
        PointTable table = source.points(read);
        List<String> own = table.columns().subList(0, table.columns().size() - 1);
        PointFile.warnOfOrder(source.name(), own, metric, this::tell);
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
