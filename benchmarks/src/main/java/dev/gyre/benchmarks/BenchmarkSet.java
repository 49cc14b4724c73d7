package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A named set of benchmarks: a paragraph of {@code sets.txt}.
 *
 * @param name its name
 * @param on where it runs unless backends are named: {@code all}, {@code jvm}, {@code devices} or {@code accelerators}
 * @param ofPeers whether it needs other libraries
 * @param lines its grids
 */
record BenchmarkSet(String name, String on, boolean ofPeers, List<Line> lines) {

    /** All sets. */
    static final List<BenchmarkSet> ALL = read();

    private static final int QUICK_SIZE = 200;
    private static final int QUICK_BLOCK = 50;

    /**
     * A line.
     *
     * @param title heading of the table
     * @param rate the figure that is computed from the time
     * @param what kind and operations
     * @param parameters names and all values
     */
    record Line(String title, Rate rate, List<String> what, Map<String, List<String>> parameters) {

        private static Line of(String text) {
            List<String> parts = Texts.columns(text);
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            for (String parameter : parts.get(3).split(" +")) {
                String[] pair = parameter.split("=", 2);
                parameters.put(pair[0], List.of(pair[1].split(",")));
            }
            return new Line(
                    parts.get(0),
                    Rate.valueOf(parts.get(1)),
                    List.of(parts.get(2).split(" +")),
                    parameters);
        }

        private boolean isOf(String kind) {
            return what.get(0).equals(kind);
        }
    }

    /**
     * How much to run, and where.
     *
     * @param quick tiny cases, which only show that everything works
     * @param backends where to run
     * @param more values of parameters, separated by commas, in place of the set's own
     */
    record Plan(boolean quick, List<String> backends, Map<String, String> more) {

        private List<String> jvms() {
            return backends.stream().filter(Backends::isJvm).toList();
        }

        /** Returns the values of a parameter; in a quick run, one small number instead of several. */
        private List<String> values(String name, List<String> all) {
            if (!quick || !all.get(0).matches("\\d+")) {
                return all;
            }
            int max = name.equals("blockSize") ? QUICK_BLOCK : QUICK_SIZE;
            return List.of(Integer.toString(Math.min(max, Integer.parseInt(all.get(0)))));
        }
    }

    /**
     * One table of a report.
     *
     * @param title its heading
     * @param grids what is run for it
     * @param rate the figure that is computed from the time
     */
    record Section(String title, List<Grid> grids, Rate rate) {}

    /** Returns the tables of the set that have something to run. */
    List<Section> sections(Plan plan) {
        Map<String, List<Line>> byTitle =
                lines.stream().collect(Collectors.groupingBy(Line::title, LinkedHashMap::new, Collectors.toList()));
        List<Section> sections = new ArrayList<>();
        byTitle.forEach((title, some) -> {
            List<Grid> grids = new ArrayList<>();
            boolean left = false;
            for (Line line : some) {
                if (line.isOf("peers") && !KnnPeer.areBuilt()) {
                    left = true;
                } else if (!line.isOf("jdk") || !plan.jvms().isEmpty()) {
                    grids.add(grid(line, plan));
                }
            }
            if (!grids.isEmpty()) {
                String missing = left ? " (this build has no other libraries: mvn package -Ppeers)" : "";
                sections.add(new Section(title + missing, grids, some.get(0).rate));
            }
        });
        return sections;
    }

    private static Grid grid(Line line, Plan plan) {
        boolean onDevice = line.isOf("resident") || line.isOf("both");
        boolean marked = onDevice || line.isOf("jdk") || line.isOf("peers");
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        parameters.put(
                "what",
                line.isOf("both")
                        ? List.of(SetBenchmark.RESIDENT, SetBenchmark.WITH_TRANSFERS)
                        : List.of(onDevice ? SetBenchmark.RESIDENT : SetBenchmark.CALL));
        parameters.put("operation", marked ? line.what.subList(1, line.what.size()) : line.what);
        line.parameters.forEach((name, values) -> parameters.put(name, plan.values(name, values)));
        if (line.isOf("peers")) {
            return new Grid(parameters);
        }
        Grid grid = new Grid(parameters).with("backend", line.isOf("jdk") ? plan.jvms() : plan.backends);
        for (Map.Entry<String, String> other : plan.more.entrySet()) {
            grid = grid.with(other.getKey(), List.of(other.getValue().split(",")));
        }
        return grid;
    }

    /** Returns whether the set runs on a backend if none was named. */
    boolean runsOn(String backend) {
        return switch (on) {
            case "jvm" -> Backends.isJvm(backend);
            case "devices" -> !Backends.isJvm(backend);
            case "accelerators" ->
                InstalledDevices.list().stream()
                        .anyMatch(device -> device.accelerator() && device.id().equals(backend));
            default -> true;
        };
    }

    /** Returns whether its benchmarks are in this build. */
    boolean isBuilt() {
        return !ofPeers || KnnPeer.areBuilt();
    }

    @Override
    public String toString() {
        return name;
    }

    static BenchmarkSet named(String name) {
        return ALL.stream()
                .filter(set -> set.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown set \"" + name + "\"; known: " + names()));
    }

    static String names() {
        return ALL.stream().map(BenchmarkSet::name).collect(Collectors.joining(", ")) + ", all";
    }

    private static List<BenchmarkSet> read() {
        List<BenchmarkSet> sets = new ArrayList<>();
        Texts.lines("sets.txt").forEach(line -> {
            if (line.startsWith("[")) {
                List<String> head = List.of(line.split("[\\[\\] ]+"));
                sets.add(new BenchmarkSet(head.get(1), head.get(2), head.contains("peers"), new ArrayList<>()));
            } else {
                sets.getLast().lines.add(Line.of(line));
            }
        });
        return List.copyOf(sets);
    }
}
