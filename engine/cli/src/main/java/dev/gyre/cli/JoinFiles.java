package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowsRead;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Options of the files of a join of points or boxes. */
final class JoinFiles extends Options {

    private final ColumnOptions columns;
    private final InputOptions input;
    private final QueryOptions query;

    /** Null in a join of points. */
    private final Option<List<String>> queryBoxes;

    private PointFile rows;

    /** In a self-join, the same as the rows. */
    private PointFile queries;

    private JoinFiles(ColumnOptions selected, boolean areBoxes) {
        columns = with(selected);
        input = selected.input;
        query = with(new QueryOptions());
        queryBoxes = areBoxes
                ? columns("--query-boxes", "The columns of the queries' bounds in CSV (default: those of --boxes).")
                : null;
    }

    static JoinFiles ofPoints() {
        return new JoinFiles(ColumnOptions.ofPoints(), false);
    }

    static JoinFiles ofBoxes() {
        return new JoinFiles(ColumnOptions.ofBoxes(InputOptions.Demo.COASTLINES), true);
    }

    void check() {
        check(PointFile.Beside.NONE, PointFile.Beside.NONE);
    }

    /** Checks the options; rows and queries have columns besides their coordinates. */
    void check(PointFile.Beside beside, PointFile.Beside besideQueries) {
        input.check();
        rows = columns.rows(query.keptOfInput(), beside);
        query.check(input);
        if (hasQueryBoxes() && isSelfJoin()) {
            throw error("--query-boxes needs --query");
        }
        if (hasQueryBoxes() && query.columns.isGiven()) {
            throw error("--query-boxes and --query-columns exclude one another");
        }
        queries = rows;
        if (!isSelfJoin()) {
            PointFile.Columns others = columns.selected();
            queries = query.rows(columnsOfQueries(others.areBounds()), others.terms(), input.csv(), besideQueries);
        }
        input.checkFormats(rows, queries);
    }

    private boolean hasQueryBoxes() {
        return queryBoxes != null && queryBoxes.isGiven();
    }

    private PointFile.Columns columnsOfQueries(boolean areRowsBounds) {
        return hasQueryBoxes() || areRowsBounds && !query.columns.isGiven()
                ? new PointFile.Columns("--query-boxes", queryBoxes.get(), true)
                : new PointFile.Columns("--query-columns", query.columns.get(), false);
    }

    /** Refuses a destination that is an input, or has no place for what is asked for. */
    void check(OutputOptions<?> output, boolean countsOnly, boolean pairsOnce) {
        output.check(input.namesRows() || query.id.isGiven(), countsOnly);
        query.checkKept(output.output(), countsOnly, pairsOnce);
        output.checkApartFrom(input.file.get(), query.file.get());
    }

    /** Refuses a destination that is an input, and options of rows where the answer has none. */
    void checkNothingKept(OutputOptions<?> output, String why) {
        query.checkNothingKept(why);
        output.checkApartFrom(input.file.get(), query.file.get());
    }

    boolean isDemo() {
        return input.isDemo();
    }

    boolean isSelfJoin() {
        return !query.file.isGiven();
    }

    boolean isLeftJoin() {
        return query.leftJoin.isGiven();
    }

    /** Reads the rows, then the queries, which are the same in a self-join. */
    <T extends RowsRead> Both<T> read(String noun, Function<PointFile, T> reading, ToIntFunction<T> dims) {
        T read = reading.apply(rows);
        if (isSelfJoin()) {
            return new Both<>(read, read);
        }
        T asked = reading.apply(queries);
        if (read instanceof PointTable one && asked instanceof PointTable other) {
            InputOptions.checkSystems(rows.name(), one.system(), queries.name(), other.system());
        }
        if (dims.applyAsInt(asked) != dims.applyAsInt(read)) {
            throw new IllegalArgumentException(noun + " and queries must have equally many dimensions: " + rows.name()
                    + " has " + dims.applyAsInt(read) + ", " + queries.name() + " has " + dims.applyAsInt(asked));
        }
        return new Both<>(read, asked);
    }
}
