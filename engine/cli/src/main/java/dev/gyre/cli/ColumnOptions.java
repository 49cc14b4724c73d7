package dev.gyre.cli;

import dev.gyre.cli.csv.RowSource;
import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;

/** Options of a file of points or boxes: of its rows, of the columns of their coordinates, and of its format. */
final class ColumnOptions extends Options {

    private static final String OF_POINTS =
            "The columns of the coordinates in CSV or Parquet, in order, such as lon,lat (default in GeoParquet and FlatGeobuf: the points); v0..v127 stands for these two "
                    + "and all between them, 'v*' for all whose names start with v, '*' for all but the --id column.";

    private static final String OF_BOXES =
            "The columns of the bounds in CSV or Parquet: lower bounds in the order of the dimensions, then upper bounds, "
                    + "such as xmin,ymin,xmax,ymax; 1 to 8 dimensions. For points give --columns instead.";

    private static final String OF_WINDOWS =
            "The columns of the bounds in CSV or Parquet: lower bounds in the order of the columns of the tree, then upper bounds, "
                    + "such as xmin,ymin,xmax,ymax; on the sphere west,south,east,north.";

    final InputOptions input;

    /** Null where rows are points alone. */
    private final Option<List<String>> boxes;

    /** Null where rows are windows alone. */
    private final Option<List<String>> columns;

    private final Option<PointFormat> format;

    private ColumnOptions(InputOptions.Demo demo, String boxesHelp, boolean takesPoints) {
        input = with(new InputOptions(demo));
        boxes = boxesHelp == null ? null : columns("--boxes", boxesHelp);
        columns = takesPoints ? columns("--columns", OF_POINTS) : null;
        format = choice(
                PointFile.FORMATS,
                "--format=FORMAT",
                "csv, parquet, flatgeobuf, fvecs, bvecs, ivecs or npy (default: by the file's extension, before any .gz; else csv).");
    }

    static ColumnOptions ofPoints() {
        return new ColumnOptions(InputOptions.Demo.CITIES, null, true);
    }

    static ColumnOptions ofBoxes(InputOptions.Demo demo) {
        return new ColumnOptions(demo, OF_BOXES, true);
    }

    /** Windows have the bounds of boxes, which the tree checks: one on the sphere may have its western side east of its eastern one. */
    static ColumnOptions ofWindows() {
        return new ColumnOptions(InputOptions.Demo.COASTLINES, OF_WINDOWS, false);
    }

    /** Returns the columns of the input. */
    PointFile.Columns selected() {
        if (boxes == null) {
            return new PointFile.Columns("--columns", input.columns(columns), false);
        }
        if (columns == null) {
            return new PointFile.Columns("--boxes", input.columns(boxes), false);
        }
        if (boxes.isGiven() && columns.isGiven()) {
            throw error("--boxes and --columns exclude one another");
        }
        boolean areBounds = boxes.isGiven()
                || !columns.isGiven() && (!input.isDemo() || input.demo().areBounds());
        return areBounds
                ? new PointFile.Columns("--boxes", input.columns(boxes), true)
                : new PointFile.Columns("--columns", input.columns(columns), false);
    }

    /** Checks the options of the only file of a command; returns its rows. */
    PointFile check() {
        return check(PointFile.Columns.kept("--keep", null), PointFile.Beside.NONE);
    }

    /** Checks the options of the only file of a command; returns its rows, with columns that are kept and others. */
    PointFile check(PointFile.Columns kept, PointFile.Beside beside) {
        input.check();
        PointFile rows = rows(kept, beside);
        input.checkFormats(rows);
        return rows;
    }

    /** Returns the rows of the input, with columns that are kept and others. */
    PointFile rows(PointFile.Columns kept, PointFile.Beside beside) {
        PointFile.Columns selected = selected();
        PointFile.Texts texts = new PointFile.Texts(input.idColumn(), kept, beside);
        if (!input.isDemo()) {
            Path file = input.file.get();
            PointFormat known = format.isGiven() ? format.get() : PointFormat.ofName(file);
            return PointFile.of(this, "--", file, known, input.csv(), selected, texts);
        }
        if (format.isGiven()) {
            throw error("--demo brings its own rows: --format=" + format.get());
        }
        RowSource source = input.source();
        return PointFile.rows(this, source.name(), PointFormat.CSV, () -> source, selected, texts);
    }
}
