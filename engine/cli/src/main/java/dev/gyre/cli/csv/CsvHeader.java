package dev.gyre.cli.csv;

import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.data.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The names of a file's columns, looked up quickly. */
final class CsvHeader {

    private static final int TWICE = -1;

    /** Most names that a message lists. */
    private static final int MAX_LISTED = 20;

    /** Most characters of such a name. */
    private static final int MAX_NAME = 100;

    /** Stands for the line of a file that has none. */
    static final long NO_LINE = 0;

    private final String file;
    private final long line;
    private final List<String> names;
    private final char separator;
    private final Map<String, Integer> fieldOfName;

    CsvHeader(String file, long line, List<String> names, char separator) {
        this.file = file;
        this.line = line;
        this.names = names;
        this.separator = separator;
        fieldOfName = LinkedHashMap.newLinkedHashMap(names.size());
        for (int field = 0; field < names.size(); field++) {
            fieldOfName.merge(names.get(field), field, (one, other) -> TWICE);
        }
    }

    int size() {
        return names.size();
    }

    String name(int field) {
        return names.get(field);
    }

    boolean has(String name) {
        return fieldOfName.containsKey(name);
    }

    /** Returns the field of this name. Throws if there is none, or more than one. */
    int field(String name) {
        if (!has(name)) {
            throw missing(name);
        }
        int field = fieldOfName.get(name);
        if (field == TWICE) {
            throw line == NO_LINE
                    ? problem("more than one column has the name \"" + name + "\"")
                    : InputException.atField(file, line, name, "more than one column has this name");
        }
        return field;
    }

    InputException missing(String term) {
        String listed = names.stream().limit(MAX_LISTED).map(CsvHeader::clipped).collect(Collectors.joining(", "));
        String rest = names.size() <= MAX_LISTED ? "" : ", … (" + names.size() + " in all)";
        return problem(
                "no column \"" + term + "\"; columns: " + listed + rest + hint() + Suggestions.didYouMean(term, names));
    }

    /** Returns a name as messages list it. */
    private static String clipped(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }

    /** Returns how to read the file, if the only name of its header looks like several; else an empty text. */
    String hint() {
        if (names.size() == 1 && line != NO_LINE) {
            for (Separator other : Separator.values()) {
                if (other.character() != separator
                        && names.get(0).indexOf(other.character()) >= 0
                        && other != Separator.SPACE) {
                    return "; the fields of this file seem to be separated by another character: --delimiter "
                            + other.word() + " reads it";
                }
            }
        }
        return "";
    }

    InputException problem(String problem) {
        return line == NO_LINE ? InputException.of(file, problem) : InputException.atLine(file, line, problem);
    }
}
