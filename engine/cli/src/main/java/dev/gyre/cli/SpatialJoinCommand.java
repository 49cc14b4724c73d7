package dev.gyre.cli;

import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.jts.IncomparableException;
import dev.gyre.jts.Layer;
import dev.gyre.jts.SpatialJoin;
import dev.gyre.jts.SpatialJoinOptions;
import dev.gyre.jts.SpatialPredicate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Joins the geometries of two files by a predicate, or finds the nearest ones. */
final class SpatialJoinCommand extends Command {

    /** They are repeated here, so that other commands do not load JTS. */
    static final List<String> PREDICATES = List.of(
            "intersects", "contains", "within", "covers", "covered-by", "touches", "crosses", "overlaps", "equals");

    private final SpatialInput input = with(new SpatialInput());
    private final Option<String> predicate = choice(
            Names.of(PREDICATES, Function.identity()),
            "--predicate=PREDICATE",
            "What holds for left and right, in this order: one of ${COMPLETION-CANDIDATES} (default: "
                    + "intersects; with --demo contains).");
    private final Option<Double> distance = number(
            "--distance=D",
            "Finds the pairs within this distance, itself included, instead; with --nearest the largest distance.");
    private final Option<Integer> nearest = integer(
            "--nearest=K",
            "Finds the K nearest right geometries of each left one instead; the output has the columns left, right, "
                    + "rank and distance. Without --right, of the other geometries of the left file.");
    private final Option<Boolean> sphere = flag(
            "--sphere",
            "Coordinates are longitudes and latitudes, edges great circles, distances meters; for --distance and --nearest.");
    private final Option<Boolean> ellipsoid =
            flag("--ellipsoid", "As --sphere, but distances are lengths of geodesics on the ellipsoid WGS 84.");
    private final Option<Boolean> countOnly =
            flag("--count-only", "Counts the pairs of each left row; the output has the columns left and matches.");
    private final OutputOptions<Answer> output = with(OutputOptions.ofFeatures());
    private final Option<SpatialInput.Format> format = choice(
            SpatialInput.Format.WRITTEN,
            "--output-format=FORM",
            "csv, geojson, parquet or arrow (default: that of the name of --output).");
    private final Option<SpatialAnswer.Side> geometry = choice(
            Names.of(SpatialAnswer.Side.class),
            "--geometry=SIDE",
            "The geometry of a feature of GeoJSON or a row of GeoParquet or Arrow: that of the left row, of the right row, or both as a "
                    + "collection (default: left).");
    private final Option<Boolean> leftJoin =
            flag("--left-join", "Also writes the left rows without a match, once each; their right columns are empty.");

    SpatialJoinCommand() {
        super(
                "spatial-join",
                "Finds all pairs of a left and a right geometry for which a predicate holds, such as polygons and the points in "
                        + "them, or the nearest geometries of each.",
                "Files are GeoJSON, GeoParquet, FlatGeobuf, or CSV with a header, in UTF-8, of points or of geometries as WKT. All may be compressed with "
                        + "gzip. --skip-bad-rows leaves out features that cannot be read, and pairs that cannot be compared, too.");
        footer(
                "The answer is a table of the first left rows or, with --output, CSV with the columns left and right, in this "
                        + "order, or GeoJSON, GeoParquet or Arrow with the geometry of each pair. Rows are numbered from 0. Coordinates are those of a plane and distances are in "
                        + "their unit, but with --sphere and --ellipsoid.");
    }

    @Override
    public Integer call() throws IOException {
        input.check(nearest.isGiven());
        if (predicate.isGiven() && distance.isGiven()) {
            throw error("--distance is a predicate of its own: --predicate=" + predicate.get());
        }
        checkDistance("distance", distance.get());
        checkLeast("nearest", 1, nearest.or(1));
        if (sphere.isGiven() && ellipsoid.isGiven()) {
            throw error("--sphere and --ellipsoid exclude one another");
        }
        if (isOnGlobe() && (predicate.isGiven() || !distance.isGiven() && !nearest.isGiven())) {
            throw error(globe() + " is for --distance and --nearest");
        }
        if (nearest.isGiven() && (predicate.isGiven() || countOnly.isGiven())) {
            throw error((predicate.isGiven() ? "--predicate" : "--count-only") + " and --nearest exclude one another");
        }
        checkOutput();
        output.checkApartFrom(input.isSelf() ? new Path[] {input.left()} : new Path[] {input.left(), input.right()});
        output.run(() -> input.read(isOnGlobe() ? globe() : null), this::join);
        return ExitCode.OK;
    }

    private boolean isOnGlobe() {
        return sphere.isGiven() || ellipsoid.isGiven();
    }

    /** Returns the option of longitudes and latitudes that is given. */
    private String globe() {
        return ellipsoid.isGiven() ? "--ellipsoid" : "--sphere";
    }

    private void checkOutput() {
        if (format.isGiven()) {
            output.setFormat(format.get().pointFormat());
        }
        output.check("CSV, GeoJSON, GeoParquet or Arrow", isGeoJson());
        if (!output.writesAll() && (Stream.of(format, geometry, leftJoin).anyMatch(Option::isGiven) || input.keeps())) {
            throw error("--keep, --left-join, --geometry and --output-format need --output");
        }
        if (geometry.isGiven() && !isGeoJson() && !output.isTyped()) {
            throw error("--geometry is for GeoJSON, GeoParquet and Arrow: --output=" + output.output());
        }
        if (countOnly.isGiven() && leftJoin.isGiven()) {
            throw error("--count-only has all left rows; --left-join is for pairs");
        }
        if (countOnly.isGiven() && geometry.or(SpatialAnswer.Side.LEFT) != SpatialAnswer.Side.LEFT) {
            throw error("--count-only has the geometries of left rows alone");
        }
        if (leftJoin.isGiven() && geometry.get() == SpatialAnswer.Side.RIGHT) {
            throw error("--left-join has rows without a right geometry: --geometry=right");
        }
    }

    private boolean isGeoJson() {
        return format.get() == SpatialInput.Format.GEOJSON
                || !format.isGiven() && output.namesFile() && SpatialInput.hasNameOfGeoJson(output.output());
    }

    private Answer join(Engine engine, Both<GeometryTable> read) {
        Facts facts = new Facts();
        Both<GeometryTable> tables = input.sided(input.repairs() ? repaired(engine, read, facts) : read);
        int rightRows = tables.second().layer().size();
        String rows = Numbers.counted(rightRows, "right row") + ", ";
        String onGlobe = isOnGlobe() ? ", on the " + globe().substring(2) : "";
        facts.and("right_rows", rightRows)
                .and("sphere", sphere.isGiven() ? true : null)
                .and("ellipsoid", ellipsoid.isGiven() ? true : null);
        if (nearest.isGiven()) {
            facts.and("nearest", nearest.get()).and("distance", distance.get());
            String within = (distance.isGiven() ? ", distance=" + distance.get() : "") + onGlobe;
            return answer(tables, nearest(engine, tables), rows + "nearest=" + nearest.get() + within, facts);
        }
        String named = predicate.or(input.isDemo() ? "contains" : "intersects");
        SpatialPredicate asked =
                distance.isGiven() ? SpatialPredicate.withinDistance(distance.get()) : SpatialPredicate.named(named);
        List<IncomparableException> skipped = new ArrayList<>();
        Matches pairs = pairs(engine, tables, asked, skipped);
        facts.and("predicate", asked.name())
                .and("distance", asked.distance() > 0 ? asked.distance() : null)
                .and("pairs_skipped", skipped.isEmpty() ? null : skipped.size());
        if (!skipped.isEmpty()) {
            tell(VisibleText.of(Numbers.counted(skipped.size(), "pair") + " skipped (the first: "
                    + incomparable(tables, skipped.get(0), "").getMessage() + ")"));
        }
        return answer(tables, pairs, rows + asked + onGlobe, facts);
    }

    private Answer answer(Both<GeometryTable> tables, Matches pairs, String text, Facts facts) {
        MatchSource.Kept kept = MatchSource.Kept.all(countOnly.isGiven(), leftJoin.isGiven());
        MatchAnswer matches = new MatchAnswer(
                MatchSource.of(pairs),
                tables.first(),
                tables.second(),
                MatchAnswer.Sought.byLeftRows(text, facts, pairs.hasDistances()),
                kept);
        return isGeoJson() || output.isTyped()
                ? new SpatialAnswer(matches, pairs, tables, geometry.or(SpatialAnswer.Side.LEFT), kept)
                : matches;
    }

    private Matches nearest(Engine engine, Both<GeometryTable> tables) {
        Layer left = tables.first().layer();
        int k = nearest.get();
        double largest = distance.or(Double.POSITIVE_INFINITY);
        Neighbors found = ProgressDisplay.watch(
                "spatial-join",
                output.isQuiet(),
                monitor -> input.isSelf()
                        ? SpatialJoin.nearestOthers(engine, left, k, largest, options(monitor))
                        : SpatialJoin.nearest(engine, left, tables.second().layer(), k, largest, options(monitor)));
        int[] offsets = new int[left.size() + 1];
        for (int row = 0; row < left.size(); row++) {
            offsets[row + 1] = offsets[row] + found.count(row);
        }
        int[] ids = new int[offsets[left.size()]];
        double[] keys = new double[ids.length];
        for (int row = 0; row < left.size(); row++) {
            for (int rank = 0; rank < found.count(row); rank++) {
                ids[offsets[row] + rank] = found.id(row, rank);
                keys[offsets[row] + rank] = found.key(row, rank);
            }
        }
        return new Matches(offsets, ids, keys, found.metric(), found.report());
    }

    private SpatialJoinOptions options(Monitor monitor) {
        SpatialJoinOptions options = SpatialJoinOptions.DEFAULT.withMonitor(monitor);
        if (ellipsoid.isGiven()) {
            return options.withEllipsoid();
        }
        return sphere.isGiven() ? options.withSphere() : options;
    }

    private Matches pairs(
            Engine engine, Both<GeometryTable> tables, SpatialPredicate asked, List<IncomparableException> skipped) {
        return ProgressDisplay.watch("spatial-join", output.isQuiet(), monitor -> {
            SpatialJoinOptions options = options(monitor);
            try {
                return SpatialJoin.join(
                        engine,
                        tables.first().layer(),
                        tables.second().layer(),
                        asked,
                        input.skipsBadRows() ? options.withFailures(skipped::add) : options);
            } catch (IncomparableException e) {
                throw incomparable(tables, e, "; --repair may help, --skip-bad-rows leaves such pairs out");
            }
        });
    }

    /** Makes all geometries valid, and says which were not. */
    private Both<GeometryTable> repaired(Engine engine, Both<GeometryTable> read, Facts facts) {
        List<GeometryTable.Repaired> sides = Stream.of(read.first(), read.second())
                .distinct()
                .map(table ->
                        ProgressDisplay.watch("repair", output.isQuiet(), monitor -> table.repaired(engine, monitor)))
                .toList();
        sides.stream()
                .map(GeometryTable.Repaired::report)
                .filter(report -> !report.isEmpty())
                .forEach(report -> tell(VisibleText.of(report)));
        facts.and(
                "repaired",
                sides.stream().mapToInt(GeometryTable.Repaired::count).sum());
        return new Both<>(sides.getFirst().table(), sides.getLast().table());
    }

    private static InputException incomparable(Both<GeometryTable> tables, IncomparableException pair, String advice) {
        return InputException.of(
                tables.first().place(pair.left()) + " and " + tables.second().place(pair.right()),
                "cannot be compared: " + pair.reason() + advice,
                pair);
    }
}
