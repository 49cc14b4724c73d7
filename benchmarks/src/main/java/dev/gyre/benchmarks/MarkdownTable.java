package dev.gyre.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes measurements as a table of Markdown, those of one case next to each other. */
final class MarkdownTable {

    /** The parameters that make a case, in the order of their columns. */
    private static final List<String> CASE = List.of(
            "operation",
            "call",
            "shape",
            "distribution",
            "type",
            "rows",
            "n",
            "queries",
            "dims",
            "ties",
            "k",
            "method",
            "parts",
            "blockSize",
            "digits",
            "capacity",
            "slots",
            "packing",
            "nodeSize",
            "mebibytes",
            "stages");

    private static final String UNKNOWN = "–";

    /** The order of whole numbers; words are merely kept together. */
    private static final Comparator<String> VALUES =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private static final MathContext DIGITS = new MathContext(4);

    private MarkdownTable() {}

    static String of(List<Measurement> measurements, Rate rate) {
        List<String> parameters = CASE.stream()
                .filter(name -> measurements.stream()
                        .anyMatch(
                                m -> m.parameters().containsKey(name) && (m.isResident() || !name.equals("operation"))))
                .toList();
        List<String> titles = new ArrayList<>(parameters);
        titles.addAll(List.of("by", "what", "score", "±", "best", "unit", rate.title()));
        StringBuilder table = new StringBuilder();
        titles(table, titles);
        measurements.stream().sorted(byCase(parameters)).forEach(measurement -> {
            List<String> cells = new ArrayList<>();
            parameters.forEach(name -> cells.add(value(measurement, name)));
            cells.add(measurement.who());
            cells.add(measurement.method());
            cells.add(number(measurement.score()));
            cells.add(number(measurement.error()));
            cells.add(number(measurement.best()));
            cells.add(measurement.unit());
            cells.add(number(rate.of(measurement)));
            line(table, cells);
        });
        return table.toString();
    }

    /** Adds the titles and what separates them from the rows. */
    static void titles(StringBuilder table, List<String> titles) {
        line(table, titles);
        line(table, titles.stream().map(title -> "---").toList());
    }

    /** Adds a row. */
    static void line(StringBuilder table, List<String> cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** By the values of these parameters; measurements of one case stay in their order. */
    private static Comparator<Measurement> byCase(List<String> parameters) {
        Comparator<Measurement> order = Comparator.comparing(measurement -> 0);
        for (String name : parameters) {
            order = order.thenComparing(measurement -> value(measurement, name), VALUES);
        }
        return order;
    }

    /** The value of a parameter, or a dash where the benchmark does not have it. */
    private static String value(Measurement measurement, String parameter) {
        return measurement.parameters().getOrDefault(parameter, UNKNOWN);
    }

    /** Four digits, or a dash for what is not known. */
    static String number(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).round(DIGITS).toPlainString() : UNKNOWN;
    }
}
