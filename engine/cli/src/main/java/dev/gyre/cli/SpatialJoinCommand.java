package dev.gyre.cli;

import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.text.Suggestions;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Matches;
import dev.gyre.jts.IncomparableException;
import dev.gyre.jts.SpatialJoin;
import dev.gyre.jts.SpatialJoinOptions;
import dev.gyre.jts.SpatialPredicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Joins the geometries of two files by a predicate. */
@Command(
        name = "spatial-join",
        description = {
            "Finds all pairs of a left and a right geometry for which a predicate holds, such as polygons and the points in "
                    + "them.",
            "Files are GeoJSON, or CSV with a header, in UTF-8, of points or of geometries as WKT. All may be compressed with "
                    + "gzip. --skip-bad-rows leaves out features that cannot be read, and pairs that cannot be compared, too."
        },
        footer = {
            "",
            "The answer is a table of the first left rows or, with --output, CSV with the columns left and right, in this "
                    + "order, or GeoJSON with a feature for each pair. Rows are numbered from 0. Coordinates are those of a plane; distances are in their unit."
        })
final class SpatialJoinCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private SpatialInput input;

    @Option(
            names = "--predicate",
            paramLabel = "PREDICATE",
            converter = PredicateName.class,
            completionCandidates = PredicateName.class,
            description = "What holds for left and right, in this order: one of ${COMPLETION-CANDIDATES} (default: "
                    + "intersects; with --demo contains).")
    private String predicate;

    @Option(
            names = "--distance",
            paramLabel = "D",
            description = "Finds the pairs within this distance, itself included, instead.")
    private Double distance;

    @Option(
            names = "--count-only",
            description = "Counts the pairs of each left row; the output has the columns left and matches.")
    private boolean countOnly;

    @Mixin
    private SpatialOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** The names of predicates. They are repeated here, so that other commands do not load JTS. */
    static final class PredicateName implements ITypeConverter<String>, Iterable<String> {

        private static final List<String> NAMES = List.of(
                "intersects", "contains", "within", "covers", "covered-by", "touches", "crosses", "overlaps", "equals");

        @Override
        public String convert(String name) {
            if (!NAMES.contains(name)) {
                throw new TypeConversionException(
                        "expected one of " + NAMES + " but was '" + name + "'" + Suggestions.didYouMean(name, NAMES));
            }
            return name;
        }

        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (predicate != null && distance != null) {
            throw Usage.error(spec, "--distance is a predicate of its own: --predicate=" + predicate);
        }
        Usage.checkDistance(spec, "distance", distance);
        output.check(countOnly, input.keeps());
        output.checkApart(input.left(), input.right());
        output.run(engineOptions, input::read, this::join);
        return ExitCode.OK;
    }

    private CommandResult join(Engine engine, Both<GeometryTable> read) {
        // Not in a separate method: the types in signatures of methods are loaded at every start of the program.
        String named = predicate == null ? input.isDemo() ? "contains" : "intersects" : predicate;
        SpatialPredicate asked =
                distance == null ? SpatialPredicate.named(named) : SpatialPredicate.withinDistance(distance);
        Map<String, Object> facts = new LinkedHashMap<>();
        Both<GeometryTable> tables = input.repairs() ? repaired(engine, read, facts) : read;
        List<IncomparableException> skipped = new ArrayList<>();
        Matches pairs = ProgressDisplay.watch("spatial-join", output.isQuiet(), monitor -> {
            SpatialJoinOptions options = SpatialJoinOptions.DEFAULT.withMonitor(monitor);
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
        facts.put("right_rows", tables.second().layer().size());
        facts.put("predicate", asked.name());
        if (asked.distance() > 0) {
            facts.put("distance", asked.distance());
        }
        if (!skipped.isEmpty()) {
            facts.put("pairs_skipped", skipped.size());
            tell(Numbers.counted(skipped.size(), "pair") + " skipped (the first: "
                    + incomparable(tables, skipped.get(0), "").getMessage() + ")");
        }
        String text = Numbers.counted(tables.second().layer().size(), "right row") + ", " + asked;
        MatchAnswer matches = new MatchAnswer(
                MatchSource.of(pairs),
                tables.first(),
                tables.second(),
                new MatchAnswer.Sought(MatchAnswer.Words.LEFT_ROWS, text, facts, false),
                new MatchSource.Kept(countOnly, Integer.MAX_VALUE, false));
        SpatialAnswer.Form form =
                new SpatialAnswer.Form(output.isGeoJson(), output.geometry(), output.isLeftJoin(), countOnly);
        return new SpatialAnswer(matches, pairs, tables.first(), tables.second(), form);
    }

    /** Makes all geometries valid, and says which were not. */
    private Both<GeometryTable> repaired(Engine engine, Both<GeometryTable> read, Map<String, Object> facts) {
        List<GeometryTable.Repaired> sides = Stream.of(read.first(), read.second())
                .map(table ->
                        ProgressDisplay.watch("repair", output.isQuiet(), monitor -> table.repaired(engine, monitor)))
                .toList();
        sides.stream()
                .map(GeometryTable.Repaired::report)
                .filter(report -> !report.isEmpty())
                .forEach(this::tell);
        facts.put(
                "repaired",
                sides.stream().mapToInt(GeometryTable.Repaired::count).sum());
        return new Both<>(sides.get(0).table(), sides.get(1).table());
    }

    /** Tells people what differs between the files and the answer, even if quiet. */
    private void tell(String text) {
        Usage.explain(spec, VisibleText.of(text));
    }

    private static InputException incomparable(Both<GeometryTable> tables, IncomparableException pair, String advice) {
        return InputException.of(
                tables.first().place(pair.left()) + " and " + tables.second().place(pair.right()),
                "cannot be compared: " + pair.reason() + advice,
                pair);
    }
}
