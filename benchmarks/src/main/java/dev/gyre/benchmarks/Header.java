package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The beginning of a report: what was measured on what. */
final class Header {

    /** The note of a quick run. */
    static final String QUICK = "a quick run on tiny cases: the figures mean nothing";

    private Header() {}

    static String of(String title, Map<String, String> facts) {
        StringBuilder text = new StringBuilder("# " + title + "\n\n| | |\n| --- | --- |\n");
        facts.forEach((name, value) ->
                text.append("| ").append(name).append(" | ").append(value).append(" |\n"));
        return text.append('\n').toString();
    }

    /** Values of one fact, and one more, if it is not among them. */
    static String join(String some, String other) {
        return some.equals(other) || List.of(some.split("; ")).contains(other) ? some : some + "; " + other;
    }

    /** The facts of two runs: of each fact all values are kept that differ. */
    static Map<String, String> join(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(some);
        others.forEach((name, value) -> all.merge(name, value, Header::join));
        return all;
    }
}
