package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One figure of JMH.
 *
 * @param method what was measured
 * @param parameters on which case
 * @param score mean time, or operations per time
 * @param error half the width of the 99.9 % confidence interval; not a number with too few iterations
 * @param best the best iteration: what a machine shared with other work shows most reliably
 * @param unit of score, error and best
 * @param countedPerSecond bytes copied, or floating-point operations; not a number where nothing counts them
 */
record Measurement(
        String method,
        Map<String, String> parameters,
        double score,
        double error,
        double best,
        String unit,
        double countedPerSecond) {

    static Measurement of(RunResult result) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : result.getParams().getParamsKeys()) {
            parameters.put(name, result.getParams().getParam(name));
        }
        Result<?> primary = result.getPrimaryResult();
        Result<?> counted = Stream.of("bytes", "flops")
                .map(name -> result.getSecondaryResults().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new Measurement(
                primary.getLabel(),
                parameters,
                primary.getScore(),
                primary.getScoreError(),
                best(primary),
                primary.getScoreUnit(),
                counted == null ? Double.NaN : counted.getScore());
    }

    private static double best(Result<?> result) {
        boolean moreIsBetter = result.getScoreUnit().startsWith("ops/");
        return moreIsBetter
                ? result.getStatistics().getMax()
                : result.getStatistics().getMin();
    }

    /** What did the work: a backend of Gyre, or another library. */
    String who() {
        return parameters.containsKey("backend")
                ? "Gyre, " + parameters.get("backend")
                : parameters.get("peer") + ", " + threads();
    }

    private String threads() {
        String threads = parameters.get("threads");
        return threads + (threads.equals("1") ? " thread" : " threads");
    }

    double rows() {
        return Double.parseDouble(parameters.get("n"));
    }

    double seconds() {
        return switch (unit) {
            case "ms/op" -> score / 1e3;
            case "us/op" -> score / 1e6;
            case "ops/s" -> 1 / score;
            default -> throw new IllegalStateException("unknown unit " + unit);
        };
    }
}
