package dev.gyre.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code benchmarks/run report}: makes one page of the current results and of the figures of papers. The page needs no other
 * file and is well-formed XML. The same results give the same page.
 */
@Command(
        name = "benchmarks/run report",
        description = "Makes the page of results from the files that the index of the results calls current.",
        mixinStandardHelpOptions = true)
final class ResultsPage implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "benchmarks/results",
            description = "The folder with the index; ${DEFAULT-VALUE} unless given.")
    private Path folder;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = "docs/results.html",
            description = "The page; ${DEFAULT-VALUE} unless given.")
    private Path output;

    static int run(String... arguments) {
        return new CommandLine(new ResultsPage()).execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        Files.writeString(output, page(Results.read(folder)));
        spec.commandLine().getOut().println("written: " + output);
        return CommandLine.ExitCode.OK;
    }

    /** Returns the page. */
    static String page(Results results) throws IOException {
        CallFigures calls = new CallFigures(results);
        PaperFigures papers = new PaperFigures(results);
        return resource("results.html")
                .replace("/* style */", resource("results.css"))
                .replace(
                        "<!-- sections -->",
                        String.join(
                                "",
                                List.of(
                                        calls.peers(),
                                        calls.overSizes(),
                                        papers.kdTree(),
                                        papers.rTree(),
                                        new KnnPaperFigures(results).html(),
                                        papers.hybridJoin(),
                                        papers.topKJoin(),
                                        CallWork.section(results),
                                        calls.newest())));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ResultsPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
