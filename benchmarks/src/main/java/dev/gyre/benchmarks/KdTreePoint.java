package dev.gyre.benchmarks;

import java.util.List;

/**
 * What a {@link KdTreeExperiment} found about one case.
 *
 * @param operation {@link #BUILD} or {@link #JOIN}
 * @param backend where it ran
 * @param points the points
 * @param k neighbors per point, 0 for a build
 * @param times times of the steps
 */
record KdTreePoint(String operation, String backend, KdTreeCase points, int k, StepTimes times) {

    static final String BUILD = "build";
    static final String JOIN = "self-join";

    /** The titles of {@link #toCsv}. */
    static final String CSV_TITLES = "operation,backend,shape,n,dims,k,step,first ns,runs,median ns,fastest ns";

    /** A line for each step. */
    List<String> toCsv() {
        return times.steps().stream()
                .map(step -> String.join(
                        ",",
                        operation,
                        backend,
                        points.shape(),
                        Integer.toString(points.n()),
                        Integer.toString(points.dims()),
                        Integer.toString(k),
                        step,
                        Long.toString(times.first(step)),
                        Integer.toString(times.runs(step)),
                        Long.toString(times.later(step).median()),
                        Long.toString(times.later(step).fastest())))
                .toList();
    }
}
