package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * All combinations of some values of the parameters of {@link SetBenchmark}.
 *
 * @param parameters names and values; each value of {@code sizes} has its own name
 */
record Grid(Map<String, List<String>> parameters) {

    private static final List<String> OWN = List.of("what", "operation", "backend");

    /** Returns this grid with values of another parameter, or with other values. */
    Grid with(String name, List<String> values) {
        Map<String, List<String>> more = new LinkedHashMap<>(parameters);
        more.put(name, values);
        return new Grid(more);
    }

    /** Returns all combinations of the values. */
    List<Map<String, String>> cases() {
        return Sizes.all(parameters).stream().map(Sizes::values).toList();
    }

    /** Makes JMH run this grid and nothing else. */
    void select(ChainedOptionsBuilder options) {
        options.include("^" + Pattern.quote(SetBenchmark.class.getName()) + "\\.");
        Map<String, List<String>> sizes = new LinkedHashMap<>(parameters);
        OWN.forEach(name -> options.param(name, sizes.remove(name).toArray(String[]::new)));
        options.param("sizes", Sizes.all(sizes).stream().map(Sizes::toString).toArray(String[]::new));
    }
}
