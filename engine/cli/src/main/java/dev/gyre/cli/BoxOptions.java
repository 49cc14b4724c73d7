package dev.gyre.cli;

import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that select the columns of boxes. */
final class BoxOptions {

    /** Describes files of boxes, for the help. */
    static final String FILES =
            "Files are CSV with a header, in UTF-8, or of vectors, whose columns are lower bounds, then upper bounds: "
                    + ".fvecs, .bvecs, .ivecs and NumPy's .npy. All may be compressed with gzip.";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--boxes",
            paramLabel = "NAME[,NAME]...",
            description =
                    "The columns of the bounds in CSV: lower bounds in the order of the dimensions, then upper bounds, "
                            + "such as xmin,ymin,xmax,ymax; 1 to 8 dimensions. For points give --columns instead.")
    private List<String> boxes;

    @Mixin
    private CoordinateOptions coordinates;

    /** Returns the columns of the input. */
    PointFile.Columns columns(SourceOptions input) {
        if (boxes != null && coordinates.areGiven()) {
            throw Usage.error(spec, "--boxes and --columns exclude one another");
        }
        boolean defaults = input.isDemo() && boxes == null && !coordinates.areGiven();
        return coordinates.areGiven() || defaults && !input.demo().areBounds()
                ? new PointFile.Columns("--columns", coordinates.columns(input), false)
                : new PointFile.Columns("--boxes", boxes == null ? coordinates.columns(input) : boxes, true);
    }

    /** Returns the rows of the input. */
    BoxFile boxes(SourceOptions input) {
        return boxes(input, KeepOptions.Kept.NOTHING);
    }

    /** Returns the rows of the input, with columns that are kept. */
    BoxFile boxes(SourceOptions input, KeepOptions.Kept kept) {
        PointFile.Columns columns = columns(input);
        return new BoxFile(coordinates.rows(input, columns, kept), columns.areBounds());
    }
}
