package dev.gyre.benchmarks;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One figure of JMH.
 *
 * @param parameters what was measured, and on which case
 * @param score mean time
 * @param error half the width of the 99.9 % confidence interval; not a number with too few iterations
 * @param best the best iteration: the most reliable figure on a machine that is shared with other work
 * @param unit of score, error and best
 */
record Measurement(Map<String, String> parameters, double score, double error, double best, String unit) {

    /** The parameters that make a case, in the order of their columns. */
    private static final List<String> CASE = List.of(
            ("operation,call,shape,distribution,type,rows,n,queries,dims,ties,k,method,parts,blockSize,digits,capacity,"
                            + "slots,packing,nodeSize,mebibytes,stages")
                    .split(","));

    /** Orders whole numbers; equal words only stay together. */
    private static final Comparator<String> VALUES =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private static final String OPERATION = "operation";

    static Measurement of(RunResult result) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : result.getParams().getParamsKeys()) {
            String value = result.getParams().getParam(name);
            if (name.equals("sizes")) {
                parameters.putAll(Sizes.of(value).values());
            } else {
                parameters.put(name, value);
            }
        }
        Result<?> primary = result.getPrimaryResult();
        return new Measurement(
                parameters,
                primary.getScore(),
                primary.getScoreError(),
                primary.getStatistics().getMin(),
                primary.getScoreUnit());
    }

    /** Returns a table, with the measurements of one case next to each other. */
    static String table(List<Measurement> measurements, Rate rate) {
        Table<Measurement> table = new Table<>();
        Comparator<Measurement> order = Comparator.comparing(measurement -> 0);
        for (String name : CASE) {
            if (measurements.stream().anyMatch(one -> one.isOf(name))) {
                table.text(name, one -> one.text(name));
                order = order.thenComparing(one -> one.text(name), VALUES);
            }
        }
        return table.text("by", Measurement::who)
                .text("what", Measurement::method)
                .number("score", Measurement::score)
                .number("±", Measurement::error)
                .number("best", Measurement::best)
                .text("unit", Measurement::unit)
                .number(rate.title(), rate::of)
                .of(measurements.stream().sorted(order).toList());
    }

    /** Returns whether a column distinguishes this from other cases. */
    private boolean isOf(String name) {
        return parameters.containsKey(name) && (isResident() || !name.equals(OPERATION));
    }

    private String text(String name) {
        return parameters.getOrDefault(name, Run.UNKNOWN);
    }

    /** Returns what did the work: a backend of Gyre, the JDK, or another library. */
    String who() {
        String backend = parameters.get("backend");
        String operation = parameters.get(OPERATION);
        int threads = Backends.threads(backend);
        String withThreads = ", " + threads + (threads == 1 ? " thread" : " threads");
        if (operation.startsWith("PEER_")) {
            return parameters.get("peer") + withThreads;
        }
        if (parameters.containsKey("peer")) {
            return Peer.named(parameters.get("peer")).on(backend);
        }
        if (operation.startsWith("JDK_")) {
            return (threads == 1 ? "Arrays.sort" : "Arrays.parallelSort") + withThreads;
        }
        return "Gyre, " + backend;
    }

    /** Returns the call, or how work on data on the device was timed. */
    String method() {
        return isResident() ? parameters.get("what") : Sizes.title(HostCall.valueOf(parameters.get(OPERATION)));
    }

    /** Returns whether this is work on data on the device; then the column of methods does not name the operation. */
    boolean isResident() {
        return !parameters.getOrDefault("what", SetBenchmark.CALL).equals(SetBenchmark.CALL);
    }

    /** Bytes of input and output, each counted once, or bytes copied; not a number if they are not counted. */
    double bytes() {
        return isResident()
                ? DeviceWork.valueOf(parameters.get(OPERATION)).elementBytes() * number("n")
                : HostCall.bytes(parameters.get(OPERATION), new Sizes(parameters));
    }

    /** Float operations of multiply-adds. */
    double flops() {
        return MultiplyAdds.operations((int) number("passes")) * Backends.threads(parameters.get("backend"));
    }

    /** Returns a parameter that must exist. */
    double number(String parameter) {
        return Double.parseDouble(parameters.get(parameter));
    }

    double number(String parameter, double unlessGiven) {
        return parameters.containsKey(parameter) ? number(parameter) : unlessGiven;
    }

    double seconds() {
        return switch (unit) {
            case "ms/op" -> score / 1e3;
            case "us/op" -> score / 1e6;
            default -> throw new IllegalStateException("unknown unit " + unit);
        };
    }
}
