package dev.gyre.benchmarks;

import java.util.Arrays;

/** The command {@code benchmarks/run}: an experiment, by its name, or else a set of JMH's benchmarks. */
final class Main {

    private Main() {}

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        if (arguments.length > 0 && arguments[0].equals("spatialbench")) {
            return SpatialBench.run(Arrays.copyOfRange(arguments, 1, arguments.length));
        }
        Experiment experiment = switch (arguments.length == 0 ? "" : arguments[0]) {
            case "calls" -> new CallsExperiment();
            case "knn" -> new KnnExperiment();
            default -> null;
        };
        return experiment == null
                ? Report.run(arguments)
                : Experiment.run(experiment, Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
