package dev.gyre.cli.csv;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The columns to read from a file whose rows are to be ordered.
 *
 * @param keys names of the columns to order by, the most significant first; they must differ
 * @param texts the orders of the keys that are texts; the other keys are numbers
 * @param id the column of the identifiers, or null
 * @param group the column of the groups, or null
 * @param kept the columns whose texts are kept for the answer
 */
public record RankingColumns(
        List<String> keys, Map<String, TextOrder> texts, String id, String group, ColumnSelection kept) {

    /** Copies what can change. */
    public RankingColumns {
        keys = List.copyOf(keys);
        texts = Map.copyOf(texts);
    }

    /** Returns for each key its order of texts, or null for numbers. */
    TextOrder[] orders() {
        return keys.stream().map(texts::get).toArray(TextOrder[]::new);
    }

    /** Replaces coordinates that are numbers of groups of equal texts by the ranks of these texts. */
    static void rank(double[] coordinates, TextOrder[] orders, Groups[] texts) {
        for (int dim = 0; dim < orders.length; dim++) {
            if (orders[dim] != null) {
                int column = dim;
                double[] ranks = orders[dim].ranks(texts[dim].names());
                IntStream.range(0, coordinates.length / orders.length)
                        .parallel()
                        .forEach(row -> {
                            int at = row * orders.length + column;
                            coordinates[at] = ranks[(int) coordinates[at]];
                        });
            }
        }
    }
}
