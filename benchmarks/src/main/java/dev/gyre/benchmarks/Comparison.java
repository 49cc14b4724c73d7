package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** The rows of one kind of work by size and by where it ran: who is the fastest, and from which size on. */
final class Comparison {

    private final TreeMap<Integer, Map<String, Row>> bySize = new TreeMap<>();
    private final Set<String> names = new LinkedHashSet<>();
    private final IntFunction<String> sizeTitle;

    /**
     * Compares by the column {@code median ns}.
     *
     * @param rows the rows, of which the first one of a size and a name is taken
     * @param name where it ran, as a column is called
     * @param sizeTitle how a size is written
     */
    Comparison(List<Row> rows, Function<Row, String> name, IntFunction<String> sizeTitle) {
        this.sizeTitle = sizeTitle;
        for (Row row : rows) {
            names.add(name.apply(row));
            bySize.computeIfAbsent(row.integer("n"), n -> new LinkedHashMap<>()).putIfAbsent(name.apply(row), row);
        }
    }

    /** Where it ran, in the order of the rows. */
    Set<String> names() {
        return names;
    }

    /** The rows of each size, by where it ran. */
    TreeMap<Integer, Map<String, Row>> bySize() {
        return bySize;
    }

    /** The rows of one place, by ascending size. */
    List<Row> rows(String name) {
        return bySize.values().stream()
                .filter(ofSize -> ofSize.containsKey(name))
                .map(ofSize -> ofSize.get(name))
                .toList();
    }

    /** A line for each size, a column for each place; more columns can be added. */
    Table<Integer> table(ToDoubleFunction<Row> value) {
        Table<Integer> table = new Table<Integer>().text("n", sizeTitle::apply);
        for (String name : names) {
            table.number(name, n -> {
                Row row = bySize.get(n).get(name);
                return row == null ? Double.NaN : value.applyAsDouble(row);
            });
        }
        return table;
    }

    /** The sizes, ascending. */
    List<Integer> sizes() {
        return List.copyOf(bySize.keySet());
    }

    /** A line of the plot for one place. */
    LogPlot.Series series(String title, int color, int look, String name, ToDoubleFunction<Row> value) {
        List<Row> rows = rows(name);
        return new LogPlot.Series(
                title,
                color,
                look,
                rows.stream().mapToDouble(row -> row.integer("n")).toArray(),
                rows.stream().mapToDouble(value).toArray());
    }

    /** From where on each place but the JVM and the automatic choice is faster than the JVM, as a list. */
    String overtaking() {
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            if (!Backends.isJvm(name) && !name.equals(Settings.AUTO) && !BoxPeer.isPeer(name)) {
                overtaking(name).ifPresent(line -> lines.add("- " + name + ": " + line + "\n"));
            }
        }
        return lines.isEmpty() ? "" : "\n" + String.join("", lines);
    }

    private Optional<String> overtaking(String name) {
        List<Integer> sizes = bySize.keySet().stream()
                .filter(n -> bySize.get(n).containsKey(name) && bySize.get(n).containsKey(Settings.JVM))
                .toList();
        if (sizes.isEmpty()) {
            return Optional.empty();
        }
        int from = sizes.size();
        while (from > 0 && isFaster(name, sizes.get(from - 1))) {
            from--;
        }
        String last = sizeTitle.apply(sizes.get(sizes.size() - 1)) + ", the largest that both were measured at.";
        return Optional.of(
                from == sizes.size()
                        ? "slower than the JVM at n = " + last
                        : "faster than the JVM from n = " + sizeTitle.apply(sizes.get(from))
                                + (from == 0 ? ", the smallest," : "") + " to " + last);
    }

    private boolean isFaster(String name, int n) {
        Map<String, Row> ofSize = bySize.get(n);
        return ofSize.get(name).number("median ns") < ofSize.get(Settings.JVM).number("median ns");
    }
}
