package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Destination and form of the answer of a spatial join. */
final class SpatialOutputOptions extends OutputOptions<CommandResult> {

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "The file to write: GeoJSON if its name ends in .geojson or .json, else CSV; compressed if .gz "
                            + "follows; - for standard output.")
    private Path output;

    @Option(
            names = "--output-format",
            paramLabel = "FORMAT",
            converter = SpatialInput.FormatName.class,
            completionCandidates = SpatialInput.FormatName.class,
            description = "csv or geojson (default: that of the name of --output).")
    private SpatialInput.Format format;

    @Option(
            names = "--geometry",
            paramLabel = "SIDE",
            converter = SideName.class,
            completionCandidates = SideName.class,
            description = "The geometry of a feature of GeoJSON: that of the left row, of the right row, or both as a "
                    + "collection (default: left).")
    private Side geometry;

    @Option(
            names = "--left-join",
            description = "Also writes the left rows without a match, once each; their right columns are empty.")
    private boolean leftJoin;

    /** Sides whose geometry features have. */
    enum Side {
        LEFT,
        RIGHT,
        BOTH
    }

    /** The sides by name. */
    static final class SideName extends ConstantName<Side> {
        SideName() {
            super(Side.class);
        }
    }

    @Override
    Path output() {
        return output;
    }

    boolean isGeoJson() {
        return format == SpatialInput.Format.GEOJSON || format == null && namesFile() && hasNameOfGeoJson(output);
    }

    Side geometry() {
        return geometry == null ? Side.LEFT : geometry;
    }

    @Override
    String otherFormat() {
        return isGeoJson() ? "" : super.otherFormat();
    }

    boolean isLeftJoin() {
        return leftJoin;
    }

    /** Returns whether the name of a file is that of GeoJSON, plain or compressed. */
    static boolean hasNameOfGeoJson(Path file) {
        String lower = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - ".gz".length()) : lower;
        return plain.endsWith(".geojson") || plain.endsWith(".json");
    }

    void check(boolean countOnly, boolean keeps) {
        check();
        if (namesFile() && !isGeoJson() && PointFormat.ofName(output) != PointFormat.CSV) {
            throw Usage.error(spec(), "this command writes CSV or GeoJSON: --output=" + output);
        }
        if (output == null && (format != null || geometry != null || leftJoin || keeps)) {
            throw Usage.error(spec(), "--keep, --left-join, --geometry and --output-format need --output");
        }
        if (geometry != null && !isGeoJson()) {
            throw Usage.error(spec(), "--geometry is for GeoJSON: --output=" + output);
        }
        if (countOnly && leftJoin) {
            throw Usage.error(spec(), "--count-only has all left rows; --left-join is for pairs");
        }
        if (countOnly && geometry != null && geometry != Side.LEFT) {
            throw Usage.error(spec(), "--count-only has the geometries of left rows alone");
        }
        if (leftJoin && geometry() == Side.RIGHT) {
            throw Usage.error(spec(), "--left-join has rows without a right geometry: --geometry=right");
        }
    }

    @Override
    List<OutputFiles.Place<CommandResult>> places() {
        return namesFile() ? List.of(new OutputFiles.Place<>(output(), this::write)) : List.of();
    }
}
