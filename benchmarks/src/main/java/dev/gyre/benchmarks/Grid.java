package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * A benchmark with all combinations of some values of its parameters.
 *
 * @param benchmark name of the class, of which all methods run, or of one of its methods
 * @param parameters names and values
 */
record Grid(String benchmark, Map<String, List<String>> parameters) {

    static Grid of(Class<?> benchmark) {
        return of(benchmark.getName());
    }

    /** All methods of a class, or, with a dot and its name, one of them. */
    static Grid of(String benchmark) {
        return new Grid(benchmark, Map.of());
    }

    Grid with(String name, Object... values) {
        return with(name, List.of(values));
    }

    Grid with(String name, List<?> values) {
        Map<String, List<String>> more = new LinkedHashMap<>(parameters);
        more.put(name, values.stream().map(Objects::toString).toList());
        return new Grid(benchmark, more);
    }

    /** All combinations of the values. */
    List<Map<String, String>> cases() {
        List<Map<String, String>> cases = List.of(Map.of());
        for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
            List<Map<String, String>> extended = new ArrayList<>();
            for (Map<String, String> shorter : cases) {
                for (String value : parameter.getValue()) {
                    Map<String, String> longer = new LinkedHashMap<>(shorter);
                    longer.put(parameter.getKey(), value);
                    extended.add(longer);
                }
            }
            cases = extended;
        }
        return cases;
    }

    /** Makes JMH run this grid and nothing else. */
    void select(ChainedOptionsBuilder options) {
        options.include("^" + Pattern.quote(benchmark) + "(\\.|$)");
        parameters.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    }
}
