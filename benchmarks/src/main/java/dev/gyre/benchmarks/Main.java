package dev.gyre.benchmarks;

import java.util.Arrays;

/** The command {@code benchmarks/run}: the page of results, an experiment, by its name, or else a set of JMH's benchmarks. */
final class Main {

    private Main() {}

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        String name = arguments.length == 0 ? "" : arguments[0];
        if (name.equals("report")) {
            return ResultsPage.run(Arrays.copyOfRange(arguments, 1, arguments.length));
        }
        if (name.equals("spatialbench")) {
            return SpatialBench.run(Arrays.copyOfRange(arguments, 1, arguments.length));
        }
        Experiment experiment = switch (name) {
            case "calls" -> new CallsExperiment();
            case "knn" -> new KnnExperiment();
            case "variants" -> new VariantsExperiment();
            default -> null;
        };
        return experiment == null
                ? Report.run(arguments)
                : Experiment.run(experiment, Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
