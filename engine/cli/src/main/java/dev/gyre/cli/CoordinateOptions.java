package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that select the coordinate columns. */
final class CoordinateOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--columns",
            paramLabel = "NAME[,NAME]...",
            description =
                    "The columns of the coordinates in CSV, in order, such as lon,lat; v0..v127 stands for these two "
                            + "and all between them, 'v*' for all whose names start with v, '*' for all but the --id column.")
    private List<String> columns;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = FormatName.class,
            completionCandidates = FormatName.class,
            description =
                    "csv, fvecs, bvecs, ivecs or npy (default: by the file's extension, before any .gz; else csv).")
    private PointFormat format;

    /** The formats by name. */
    static final class FormatName extends ConstantName<PointFormat> {
        FormatName() {
            super(PointFormat.class);
        }
    }

    /** Returns the given names, or null. */
    List<String> columns(SourceOptions input) {
        return columns == null && input.isDemo() ? input.demo().columns() : columns;
    }

    /** Returns whether columns are given. */
    boolean areGiven() {
        return columns != null;
    }

    /** Returns the rows of the input. */
    PointFile points(SourceOptions input) {
        return points(input, KeepOptions.Kept.NOTHING);
    }

    /** Returns the rows of the input, with columns that are kept. */
    PointFile points(SourceOptions input, KeepOptions.Kept kept) {
        return rows(input, new PointFile.Columns("--columns", columns(input), false), kept);
    }

    /** Returns the rows of the input, with some of its columns. */
    PointFile rows(SourceOptions input, PointFile.Columns selected, KeepOptions.Kept kept) {
        PointFile.Texts texts = new PointFile.Texts(input.idColumn(), kept);
        if (!input.isDemo()) {
            PointFormat known = PointFile.format(input.file(), format);
            return PointFile.of(spec, "--", input.file(), known, input.csv(), selected, texts);
        }
        if (format != null) {
            throw Usage.error(spec, "--demo brings its own rows: --format=" + format);
        }
        return PointFile.csv(spec, input.source(), selected, texts);
    }
}
