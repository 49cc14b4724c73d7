package dev.gyre.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.util.Version;

/** One run of a set: its figures as Markdown and as JMH's JSON. */
final class SetRun {

    private final BenchmarkSet set;
    private final Machine machine = new Machine();
    private final StringBuilder text = new StringBuilder();
    private final List<RunResult> results = new ArrayList<>();
    private int missing;

    SetRun(BenchmarkSet set) {
        this.set = set;
    }

    void measure(BenchmarkSet.Plan plan, Effort effort, ReportOptions options) throws RunnerException {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        facts.put("JMH", Version.getPlainVersion() + ", " + effort);
        options.addNotes(facts);
        text.append(ReportOptions.header(set.toString(), facts));
        if (plan.backends().isEmpty()) {
            text.append("This machine has no device that the set runs on.\n");
            return;
        }
        for (BenchmarkSet.Section section : set.sections(plan)) {
            measure(section, effort);
        }
    }

    private void measure(BenchmarkSet.Section section, Effort effort) throws RunnerException {
        List<Measurement> measurements = new ArrayList<>();
        List<Map<String, String>> failed = new ArrayList<>();
        for (Grid grid : section.grids()) {
            ChainedOptionsBuilder options = effort.options();
            grid.select(options);
            Collection<RunResult> found = new Runner(options.build()).run();
            List<Measurement> measured = found.stream().map(Measurement::of).toList();
            results.addAll(found);
            measurements.addAll(measured);
            grid.cases().stream()
                    .filter(wanted -> measured.stream()
                            .noneMatch(m -> m.parameters().entrySet().containsAll(wanted.entrySet())))
                    .forEach(failed::add);
        }
        text.append("## ").append(section.title()).append("\n\n");
        text.append(Measurement.table(measurements, section.rate())).append('\n');
        failed.forEach(wanted -> text.append("- failed: ").append(wanted).append('\n'));
        missing += failed.size();
    }

    /** Returns the number of cases without a figure. */
    int missing() {
        return missing;
    }

    /** Writes the two files. */
    Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        String name = machine.fileName(set.toString());
        Path report = directory.resolve(name + ".md");
        Files.writeString(report, text);
        if (!results.isEmpty()) {
            Files.writeString(directory.resolve(name + ".json"), json());
        }
        return report;
    }

    /** Returns JMH's JSON without the paths of this machine, which are those of its Java and of Java's options. */
    private String json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8)
                .replaceAll("(?m)^ *\"jvm\" : .*\\R", "")
                .replaceAll("(?s) *\"jvmArgs\" : \\[.*?\\n *\\],\\R", "");
    }
}
