package dev.gyre.cli.csv;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Columns of a header, by terms. A term is the first of these that fits:
 *
 * <ol>
 *   <li>the name of a column, with any characters;
 *   <li>{@code FIRST..LAST}: two names, for these columns and all between them in the header;
 *   <li>a pattern with {@code *}, which stands for any text: all columns of such names in the order of the header.
 * </ol>
 *
 * <p>Ranges and patterns skip the column of identifiers. No column may be selected twice. Immutable.
 */
public final class ColumnSelection {

    private static final String RANGE = "..";
    private static final String ANY_TEXT = "*";

    private final List<String> terms;
    private final boolean namesOnly;

    /** The start of a term that is for this side of a join alone, and of one for the other side; null if there are no sides. */
    private final String ownStart;

    private final String otherStart;

    private ColumnSelection(List<String> terms, boolean namesOnly, String ownStart, String otherStart) {
        this.terms = List.copyOf(terms);
        this.namesOnly = namesOnly;
        this.ownStart = ownStart;
        this.otherStart = otherStart;
    }

    /** Columns by terms, which are names, ranges and patterns. */
    public static ColumnSelection of(List<String> terms) {
        return new ColumnSelection(someOf(terms), false, null, null);
    }

    /**
     * Columns of one side of a join. A term selects what this side has of it, which may be nothing, and a column at most once.
     *
     * @param ownStart the start of terms for this side alone, such as {@code left_}
     * @param otherStart the start of terms for the other side alone
     */
    public static ColumnSelection ofSide(List<String> terms, String ownStart, String otherStart) {
        return new ColumnSelection(someOf(terms), false, ownStart, otherStart);
    }

    /** All columns, also those of one name. */
    public static ColumnSelection all() {
        return new ColumnSelection(List.of(), false, null, null);
    }

    /** Columns only by their names. */
    public static ColumnSelection ofNames(List<String> names) {
        return new ColumnSelection(someOf(names), true, null, null);
    }

    private static List<String> someOf(List<String> terms) {
        if (terms.isEmpty()) {
            throw new IllegalArgumentException("a point needs 1 column or more");
        }
        return terms;
    }

    /** Returns the selected fields of the header, in the order of the terms; ranges and patterns skip the field {@code leftOut}. */
    int[] fields(CsvHeader header, int leftOut) {
        if (ownStart != null) {
            return terms.stream()
                    .flatMap(term -> fieldsOfSide(term, header).stream())
                    .distinct()
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        if (terms.isEmpty()) {
            return IntStream.range(0, header.size())
                    .filter(field -> field != leftOut)
                    .toArray();
        }
        Map<Integer, String> termOfField = new LinkedHashMap<>();
        for (String term : terms) {
            for (int field : fields(term, header, leftOut)) {
                String before = termOfField.putIfAbsent(field, term);
                if (before != null) {
                    throw header.problem("column \"" + header.name(field) + "\" is asked for twice, by \"" + before
                            + "\" and \"" + term + "\"");
                }
            }
        }
        return termOfField.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    private List<Integer> fieldsOfSide(String term, CsvHeader header) {
        if (header.has(term)) {
            return List.of(header.field(term));
        }
        if (term.startsWith(otherStart)) {
            return List.of();
        }
        return found(term.startsWith(ownStart) ? term.substring(ownStart.length()) : term, header);
    }

    /** Returns whether a column of this name, and others, may be selected. */
    boolean mayTake(String name) {
        return terms.stream()
                .anyMatch(term -> term.contains(RANGE)
                        || term.contains(ANY_TEXT)
                        || term.equals(name)
                        || ownStart != null && term.equals(ownStart + name));
    }

    /** Returns the columns that a term selects, none if no column fits. */
    private static List<Integer> found(String term, CsvHeader header) {
        if (header.has(term)) {
            return List.of(header.field(term));
        }
        List<Integer> found = term.contains(RANGE) ? range(term, header) : List.of();
        return found.isEmpty() && term.contains(ANY_TEXT) ? matching(term, header) : found;
    }

    private List<Integer> fields(String term, CsvHeader header, int leftOut) {
        if (namesOnly || header.has(term)) {
            return List.of(header.field(term));
        }
        List<Integer> found = found(term, header);
        if (found.isEmpty()) {
            throw header.missing(term);
        }
        return found.stream().filter(field -> field != leftOut).toList();
    }

    private static List<Integer> range(String term, CsvHeader header) {
        List<Integer> found = List.of();
        for (int at = term.indexOf(RANGE); at >= 0; at = term.indexOf(RANGE, at + 1)) {
            String first = term.substring(0, at).strip();
            String last = term.substring(at + RANGE.length()).strip();
            if (header.has(first) && header.has(last)) {
                if (!found.isEmpty()) {
                    throw header.problem("more than one range can be meant: \"" + term + "\"");
                }
                found = IntStream.rangeClosed(header.field(first), header.field(last))
                        .boxed()
                        .toList();
                if (found.isEmpty()) {
                    throw header.problem("\"" + last + "\" comes before \"" + first + "\": \"" + term + "\"");
                }
            }
        }
        return found;
    }

    private static List<Integer> matching(String pattern, CsvHeader header) {
        String regex = Stream.of(pattern.split(Pattern.quote(ANY_TEXT), -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        Pattern compiled = Pattern.compile(regex, Pattern.DOTALL);
        return IntStream.range(0, header.size())
                .filter(field -> compiled.matcher(header.name(field)).matches())
                .boxed()
                .toList();
    }
}
