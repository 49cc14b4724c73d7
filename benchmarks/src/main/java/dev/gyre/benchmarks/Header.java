package dev.gyre.benchmarks;

import java.util.LinkedHashMap;
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

    /** Two values of one fact. */
    static String join(String one, String other) {
        return one.equals(other) ? one : one + "; " + other;
    }

    /** The facts of two runs: of each fact all values are kept that differ. */
    static Map<String, String> join(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(some);
        others.forEach((name, value) -> all.merge(name, value, Header::join));
        return all;
    }
}
