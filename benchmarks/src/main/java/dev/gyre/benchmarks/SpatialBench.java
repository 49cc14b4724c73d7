package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run spatialbench}: queries of SpatialBench, each in a process of its own, whose first run is cold and whose
 * others are warm; and beside them those of other programs that print lines like these.
 */
@Command(name = "spatialbench", mixinStandardHelpOptions = true, sortOptions = false)
final class SpatialBench implements Callable<Integer> {

    private static final String NAME = "spatialbench";

    /** The beginning of a line with a time; what follows is separated by tabs. */
    static final String MARK = "spatialbench-time\t";

    private static final int FIELDS = 6;

    /** By what part the sums of two programs may differ, which add numbers up in other orders. */
    private static final double SUM_ERROR = 1e-9;

    @Option(
            names = "--sf",
            paramLabel = "SCALE",
            defaultValue = "1",
            description = "Scale factor; ${DEFAULT-VALUE} unless given.")
    private double scale;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "benchmarks/target",
            description = "Where the tables are, or are written; ${DEFAULT-VALUE} unless given.")
    private Path data;

    @Option(names = "--query", paramLabel = "N", split = ",", description = "Queries: 1,3,5,7,8,9,12 unless given.")
    private List<Integer> queries = SpatialQueries.ALL;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description = "Runs of each query in its process.")
    private int rounds;

    @Option(
            names = "--peer",
            paramLabel = "COMMAND",
            description =
                    "Another program, which gets the folder of the tables, the query and the rounds as arguments; can be repeated.")
    private List<String> peers = List.of();

    @Option(names = "--sphere", description = "Query 12 by meters on the sphere, not by degrees of the plane.")
    private boolean isSphere;

    /** The query for which another process started this one. */
    @Option(names = "--here", hidden = true)
    private Integer here;

    @Mixin
    private final ReportOptions reportOptions = new ReportOptions();

    /** A time that a program printed. */
    private record Time(String program, int query, int round, double seconds, long rows, String sum, String memory) {

        static Time of(String line) {
            String[] cells = line.substring(MARK.length()).split("\t", -1);
            if (cells.length != FIELDS + 1) {
                throw new IllegalArgumentException("not a time: " + line);
            }
            return new Time(
                    cells[0],
                    Integer.parseInt(cells[1]),
                    Integer.parseInt(cells[2]),
                    Double.parseDouble(cells[3]),
                    Long.parseLong(cells[4]),
                    cells[5],
                    cells[6]);
        }

        /** Whether rows and sum are equal, but for the rounding errors of a sum. */
        boolean hasAnswerOf(Time other) {
            double wanted = Double.parseDouble(other.sum);
            return rows == other.rows && Math.abs(Double.parseDouble(sum) - wanted) <= SUM_ERROR * Math.abs(wanted);
        }
    }

    static int run(String... arguments) {
        return new CommandLine(new SpatialBench()).execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        Path tables = new SpatialTables(scale).write(data);
        if (here != null) {
            measure(tables, here, line -> System.out.println(MARK + line));
            return CommandLine.ExitCode.OK;
        }
        List<Time> times = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int query : queries) {
            if (reportOptions.isQuick()) {
                measure(tables, query, line -> times.add(Time.of(MARK + line)));
            } else {
                ProcessBuilder gyre = AnotherProcess.of(
                        Main.class, NAME, "--sf=" + scale, "--data=" + data, "--here=" + query, "--rounds=" + rounds);
                if (isSphere) {
                    gyre.command().add("--sphere");
                }
                measure("Gyre", query, gyre, times, failures);
            }
            for (String peer : peers) {
                List<String> command = new ArrayList<>(List.of(peer.trim().split(" +")));
                command.addAll(List.of(tables.toString(), Integer.toString(query), Integer.toString(rounds)));
                measure(peer, query, new ProcessBuilder(command), times, failures);
            }
        }
        failures.addAll(differences(times));
        report(times, failures);
        return failures.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** Returns a line for each answer that does not have the rows and the sum of Gyre's. */
    private static List<String> differences(List<Time> times) {
        List<String> lines = new ArrayList<>();
        for (Time gyre : times) {
            for (Time other : times) {
                boolean isOf = gyre.program.equals("Gyre") && gyre.round == 1 && other.query == gyre.query;
                if (isOf && !other.sum.isEmpty() && !other.hasAnswerOf(gyre)) {
                    lines.add("query " + other.query + " of " + other.program + ": " + other.rows + " rows, sum "
                            + other.sum + "; of Gyre: " + gyre.rows + " rows, sum " + gyre.sum);
                }
            }
        }
        return lines;
    }

    private static void measure(String who, int query, ProcessBuilder command, List<Time> times, List<String> failures)
            throws IOException {
        int status = AnotherProcess.run(command.redirectError(ProcessBuilder.Redirect.DISCARD), line -> {
            if (line.startsWith(MARK)) {
                System.out.println(line.substring(MARK.length()));
                times.add(Time.of(line));
            }
        });
        if (status != 0) {
            failures.add("query " + query + " of " + who + ": its process ended with exit code " + status);
        }
    }

    /** Runs a query and prints its times; the first is that since the start of this process. */
    private void measure(Path tables, int query, Consumer<String> lines) {
        long start = ManagementFactory.getRuntimeMXBean().getStartTime();
        double before = reportOptions.isQuick() ? 0 : (System.currentTimeMillis() - start) / 1e3;
        for (int round = 1; round <= rounds; round++) {
            long begin = System.nanoTime();
            // What a program has at its start counts as cold: an engine is opened in each run. Nothing is learned:
            // after runs beside other load the planner sorted by merging, and query 12 took 10 s more.
            try (Engine engine = Engine.open(Settings.load().withLearning(false))) {
                SpatialQueries.Answer answer =
                        new SpatialQueries(engine, tables, SpatialQueries.CENTER, isSphere).run(query);
                double seconds = (System.nanoTime() - begin) / 1e9 + (round == 1 ? before : 0);
                lines.accept("Gyre\t" + query + "\t" + round + "\t" + seconds + "\t" + answer.rows() + "\t"
                        + answer.sum() + "\t" + peakMemory());
            }
        }
    }

    /** Returns the most memory that this process had at once, in MiB, as the system says; empty where it does not. */
    private static String peakMemory() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return "";
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .map(line -> Long.toString(Long.parseLong(line.replaceAll("\\D", "")) >> 10))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + status, e);
        }
    }

    private void report(List<Time> times, List<String> failures) throws IOException {
        Files.createDirectories(reportOptions.output());
        Machine machine = new Machine();
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        facts.put("Scale factor", Double.toString(scale));
        if (isSphere) {
            facts.put("Query 12", "meters on the sphere");
        }
        facts.put("Heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        reportOptions.addNotes(facts);
        StringBuilder text = new StringBuilder(ReportOptions.header(NAME, facts));
        failures.forEach(line -> text.append("- **").append(line).append("**\n"));
        text.append(
                "The first run of a process is cold: its time begins with the process of Gyre. All times have the files' reading.\n\n");
        text.append(new Table<Time>()
                .text("query", time -> Integer.toString(time.query))
                .text("program", Time::program)
                .text("run", time -> time.round == 1 ? "cold" : "warm")
                .number("s", Time::seconds)
                .text("rows", time -> Long.toString(time.rows))
                .text("sum", Time::sum)
                .text("peak memory MiB", Time::memory)
                .of(times));
        Path file = reportOptions.output().resolve(machine.fileName(NAME) + ".md");
        Files.writeString(file, text);
        System.out.println("written: " + file);
    }
}
