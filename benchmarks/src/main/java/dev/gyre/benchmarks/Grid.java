package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * A benchmark with all combinations of some values of its parameters.
 *
 * @param benchmark name of the class, of which all methods run, or of one of its methods
 * @param parameters names and values
 */
record Grid(String benchmark, Map<String, List<String>> parameters) {

    private static final String OPERATION = "operation";
    private static final String BACKEND = "backend";

    /** The parameter of {@link EngineBenchmark} that holds all others. */
    static final String SIZES = "sizes";

    /** All methods of a class, or, with a dot and its name, one of them. */
    static Grid of(String benchmark) {
        return new Grid(benchmark, Map.of());
    }

    /** The same, of Gyre's own benchmarks, for some operations. */
    static Grid of(String benchmark, List<String> operations) {
        return of(benchmark).with(OPERATION, operations);
    }

    Grid with(String name, List<String> values) {
        Map<String, List<String>> more = new LinkedHashMap<>(parameters);
        more.put(name, values);
        return new Grid(benchmark, more);
    }

    /** With values of more parameters, or other values, with commas between. */
    Grid with(Map<String, String> more) {
        Grid grid = this;
        for (Map.Entry<String, String> one : more.entrySet()) {
            grid = grid.with(one.getKey(), List.of(one.getValue().split(",")));
        }
        return grid;
    }

    /** All combinations of the values. */
    List<Map<String, String>> cases() {
        return Sizes.all(parameters).stream().map(Sizes::values).toList();
    }

    /** Makes JMH run this grid and nothing else. */
    void select(ChainedOptionsBuilder options) {
        options.include("^" + Pattern.quote(benchmark) + "(\\.|$)");
        Map<String, List<String>> own = new LinkedHashMap<>(parameters);
        if (own.containsKey(OPERATION)) {
            Map<String, List<String>> sizes = new LinkedHashMap<>(parameters);
            sizes.keySet().removeAll(List.of(OPERATION, BACKEND));
            own.keySet().removeAll(sizes.keySet());
            own.put(SIZES, Sizes.all(sizes).stream().map(Sizes::toString).toList());
        }
        own.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    }
}
