package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One figure of JMH.
 *
 * @param method what was measured
 * @param parameters on which case
 * @param score mean time
 * @param error half the width of the 99.9 % confidence interval; not a number with too few iterations
 * @param best the best iteration: what a machine shared with other work shows most reliably
 * @param unit of score, error and best
 */
record Measurement(
        String method, Map<String, String> parameters, double score, double error, double best, String unit) {

    private static final String OPERATION = "operation";
    private static final String CALL = "call";

    static Measurement of(RunResult result) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : result.getParams().getParamsKeys()) {
            String value = result.getParams().getParam(name);
            if (name.equals(Grid.SIZES)) {
                parameters.putAll(Sizes.of(value).values());
            } else {
                parameters.put(name, value);
            }
        }
        Result<?> primary = result.getPrimaryResult();
        String label = primary.getLabel();
        return new Measurement(
                label.equals(CALL) ? Sizes.title(HostCall.valueOf(parameters.get(OPERATION))) : label,
                parameters,
                primary.getScore(),
                primary.getScoreError(),
                best(primary),
                primary.getScoreUnit());
    }

    private static double best(Result<?> result) {
        return result.getStatistics().getMin();
    }

    /** What did the work: a backend of Gyre, the JDK, or another library. */
    String who() {
        String backend = parameters.get("backend");
        if (backend == null) {
            return parameters.get("peer") + ", " + threads(parameters.get("threads"));
        }
        if (parameters.containsKey("peer")) {
            return BoxPeer.valueOf(parameters.get("peer")).on(backend);
        }
        if (!parameters.get(OPERATION).startsWith("JDK_")) {
            return "Gyre, " + backend;
        }
        return backend.equals(Backends.JVM_1)
                ? "Arrays.sort, " + threads("1")
                : "Arrays.parallelSort, "
                        + threads(Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    private static String threads(String threads) {
        return threads + (threads.equals("1") ? " thread" : " threads");
    }

    /** Whether the column of methods does not tell which operation it is. */
    boolean isResident() {
        return parameters.containsKey(OPERATION) && !parameters.get(OPERATION).equals(Sizes.constant(method));
    }

    /** Bytes of input and output, each counted once, or bytes copied; not a number where they are not counted. */
    double bytes() {
        return isResident()
                ? DeviceWork.valueOf(parameters.get(OPERATION)).elementBytes() * rows()
                : HostCall.bytes(parameters.get(OPERATION), new Sizes(parameters));
    }

    /** Float operations of multiply-adds. */
    double flops() {
        return MultiplyAdds.operations(Integer.parseInt(parameters.get("passes")))
                * Backends.threads(parameters.get("backend"));
    }

    double rows() {
        return Double.parseDouble(parameters.get("n"));
    }

    double seconds() {
        return switch (unit) {
            case "ms/op" -> score / 1e3;
            case "us/op" -> score / 1e6;
            default -> throw new IllegalStateException("unknown unit " + unit);
        };
    }
}
