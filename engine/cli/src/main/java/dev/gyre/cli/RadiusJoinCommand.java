package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds all pairs of rows within a distance. */
@Command(
        name = "radius-join",
        description = {
            "Finds all rows within a radius of every row of a file, among the other rows or, with --query, for the rows of a "
                    + "second file.",
            Usage.POINT_FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query, neighbor and distance, "
                    + "nearest first. Rows are numbered from 0; a pair of rows of one file appears twice, once from each side."
        })
final class RadiusJoinCommand implements Callable<Integer> {

    private static final double DEMO_KILOMETRES = 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Mixin
    private JoinInput joined;

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "The largest distance of a match, itself included, in the unit of the metric "
                    + "(default: with --demo 10).")
    private Double radius;

    @Option(names = "--explain", description = "Prints the method of the join, and why.")
    private boolean explain;

    @Mixin
    private CsvOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    @Override
    public Integer call() throws IOException {
        input.check();
        joined.check(input);
        output.report().note(joined.note());
        if (radius == null && input.isDemo()) {
            radius = DEMO_KILOMETRES;
        }
        if (radius == null) {
            throw Usage.error(spec, "--radius is missing");
        }
        Usage.checkRadius(spec, radius);
        output.check();
        output.checkApart(input.file(), joined.queryFile());
        new FileWork<>(joined::read, this::join).run(spec, engineOptions, output);
        return ExitCode.OK;
    }

    private CommandResult join(Engine engine, JoinInput.Tables read) {
        return joined.watch("radius-join", output.isQuiet(), read, (tables, options) -> join(engine, tables, options));
    }

    private CommandResult join(Engine engine, JoinInput.Tables tables, JoinOptions options) {
        Points points = tables.points().points();
        if (explain) {
            Usage.explain(spec, engine.explainRadiusJoin(points, options));
        }
        Matches matches = joined.isSelfJoin()
                ? engine.radiusSelfJoin(points, radius, options)
                : engine.distanceJoin(tables.queries().points(), points, radius, options);
        return new MatchAnswer(matches, tables.queries(), tables.points(), radius);
    }
}
