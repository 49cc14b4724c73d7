package dev.gyre.cli;

/** Facts about the terminal that the launcher found out, because Java 21 cannot. */
final class Terminal {

    /** Property that is {@code true} if standard error is a terminal. */
    static final String ERRORS = "gyre.terminal";

    /** Property that is {@code true} if standard output is a terminal. */
    static final String OUTPUT = "gyre.terminal.output";

    /** Property of the number of columns of the terminal. */
    static final String COLUMNS = "gyre.terminal.columns";

    private static final int USUAL_COLUMNS = 80;

    private Terminal() {}

    /** Returns whether people see standard error. */
    static boolean showsErrors() {
        return Boolean.getBoolean(ERRORS);
    }

    /** Returns whether people see standard output. */
    static boolean showsOutput() {
        return Boolean.getBoolean(OUTPUT);
    }

    /** Returns a text with lines broken between words to fit the terminal, if people see standard output. */
    static String fittingOutput(String text) {
        return showsOutput() ? wrapped(text, columns()) : text;
    }

    /** Returns a text with lines broken between words to fit the terminal, if people see standard error. */
    static String fittingErrors(String text) {
        return showsErrors() ? wrapped(text, columns()) : text;
    }

    /** Returns a text with lines broken between words; only a line of one word may be wider than the columns. */
    static String wrapped(String text, int columns) {
        StringBuilder lines = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ")) {
            int width = TextTable.width(word);
            boolean fits = used == 0 || used + 1 + width <= columns;
            if (!lines.isEmpty()) {
                lines.append(fits ? " " : System.lineSeparator());
            }
            lines.append(word);
            used = fits && used > 0 ? used + 1 + width : width;
        }
        return lines.toString();
    }

    /** Returns the number of columns of the terminal. */
    static int columns() {
        int columns = Integer.getInteger(COLUMNS, USUAL_COLUMNS);
        return columns > 0 ? columns : USUAL_COLUMNS;
    }
}
