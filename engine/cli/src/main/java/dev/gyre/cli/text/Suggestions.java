package dev.gyre.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the known names that a mistyped name may stand for. */
public final class Suggestions {

    private static final int MAX_LISTED = 3;

    /** Shorter names are close to everything. */
    private static final int MIN_LENGTH = 3;

    /** Nobody mistypes longer names, and to compare them takes the product of their lengths. */
    private static final int MAX_LENGTH = 200;

    private Suggestions() {}

    /** Returns the end of a message about an unknown name, such as {@code ; did you mean "lat"?}; empty if no known name is close. */
    public static String didYouMean(String unknown, Collection<String> known) {
        List<String> close = close(unknown, known);
        return close.isEmpty() ? "" : "; did you mean \"" + String.join("\" or \"", close) + "\"?";
    }

    /** Returns the closest known names: at most a third of the letters differ, upper and lower case being the same. */
    static List<String> close(String unknown, Collection<String> known) {
        String asked = unknown.strip().toLowerCase(Locale.ROOT);
        int min = asked.length() < MIN_LENGTH ? 0 : Math.max(1, asked.length() / 3);
        List<String> closest = new ArrayList<>();
        for (String name : known) {
            if (Math.max(asked.length(), name.length()) > MAX_LENGTH) {
                continue;
            }
            int distance = distance(asked, name.toLowerCase(Locale.ROOT));
            if (distance < min) {
                closest.clear();
                min = distance;
            }
            if (distance == min && closest.size() < MAX_LISTED && !closest.contains(name)) {
                closest.add(name);
            }
        }
        return closest;
    }

    /** Returns the number of letters to insert, delete, replace or swap with their neighbor. */
    static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        Arrays.setAll(last, j -> j);
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + (same ? 0 : 1));
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[to.length()];
    }
}
