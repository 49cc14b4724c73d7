package dev.gyre.cli.csv;

import dev.gyre.engine.data.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Keeps the coordinates, the id and the group of a record, once columns are selected, and the problem of its first bad field. */
final class PointRecordHandler extends RecordHandler<PointRecordHandler> {

    private static final int MAX_QUOTED_CHARS = 40;

    /** Texts that stand for an unknown number, in lower case. */
    private static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null");

    private List<Column> columns;
    private int[] dimOfField;
    private int idField;
    private int groupField;

    private double[] coordinates;
    private String id;
    private String group;
    private TextOrder[] orders;
    private String[] texts;
    private int[] keptOfField;
    private String[] kept;
    private String[] keptNames;
    private Column badColumn;
    private String problem;
    private boolean lacksOnlyNumbers;
    private int bounds;
    private char decimal;

    /** A field that two dimensions have, and the second of them. */
    private int sharedField = NO_FIELD;

    private int secondDim;

    /** Selects the columns; from now on, records are data. */
    void select(List<Column> selected, int[] fields, int fieldOfId, int fieldOfGroup, char decimalCharacter) {
        decimal = decimalCharacter;
        columns = selected;
        idField = fieldOfId;
        groupField = fieldOfGroup;
        coordinates = new double[selected.size()];
        dimOfField = new int[header().size()];
        Arrays.fill(dimOfField, NO_FIELD);
        for (int dim = 0; dim < fields.length; dim++) {
            if (dimOfField[fields[dim]] == NO_FIELD) {
                dimOfField[fields[dim]] = dim;
            } else {
                sharedField = fields[dim];
                secondDim = dim;
            }
        }
    }

    /** From now on the first coordinates are lower bounds, then as many upper bounds. */
    void takeBoxes(int newBounds) {
        bounds = newBounds;
    }

    /** Selects the texts: the selected columns that have an order, and the fields to keep. */
    void selectTexts(TextOrder[] ordersOfTexts, int... fieldsToKeep) {
        orders = ordersOfTexts.clone();
        texts = new String[orders.length];
        kept = new String[fieldsToKeep.length];
        keptOfField = new int[header().size()];
        Arrays.fill(keptOfField, NO_FIELD);
        for (int at = 0; at < fieldsToKeep.length; at++) {
            keptOfField[fieldsToKeep[at]] = at;
        }
        keptNames = Arrays.stream(fieldsToKeep).mapToObj(header()::get).toArray(String[]::new);
    }

    /** Returns the names of the columns to keep. */
    String[] keptNames() {
        return keptNames;
    }

    /** Returns the texts to keep. */
    String[] kept() {
        return kept;
    }

    /** Returns the text of a selected column that has an order. */
    String text(int dim) {
        return texts[dim];
    }

    double[] coordinates() {
        return coordinates;
    }

    String id() {
        return id;
    }

    String group() {
        return group;
    }

    /** Returns the problem of the first bad field, or null. */
    String problem() {
        return problem;
    }

    /** Returns whether missing numbers are the only problem. */
    boolean lacksOnlyNumbers() {
        return problem != null && lacksOnlyNumbers && isWhole();
    }

    Column badColumn() {
        return badColumn;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
        problem = null;
        lacksOnlyNumbers = true;
    }

    @Override
    protected void handleField(int field, char[] buffer, int offset, int length, boolean quoted) {
        if (columns == null) {
            addName(buffer, offset, length);
            return;
        }
        if (field >= dimOfField.length) {
            return;
        }
        if (field == idField) {
            id = new String(buffer, offset, length);
        }
        if (field == groupField) {
            group = new String(buffer, offset, length);
        }
        int dim = dimOfField[field];
        if (dim != NO_FIELD && dim < orders.length && orders[dim] != null) {
            takeText(dim, new String(buffer, offset, length));
        } else if (dim != NO_FIELD) {
            takeNumber(dim, buffer, offset, offset + length);
        }
        if (field == sharedField) {
            takeNumber(secondDim, buffer, offset, offset + length);
        }
        if (keptOfField[field] != NO_FIELD) {
            kept[keptOfField[field]] = new String(buffer, offset, length);
        }
    }

    private void takeText(int dim, String text) {
        // Neighboring rows often have the same text.
        String wrong = text.equals(texts[dim]) ? null : orders[dim].problem(text);
        if (wrong == null) {
            texts[dim] = text;
            return;
        }
        lacksOnlyNumbers &= MISSING.contains(text.strip().toLowerCase(Locale.ROOT));
        if (problem == null) {
            problem = wrong;
            badColumn = columns.get(dim);
        }
    }

    @Override
    protected PointRecordHandler buildRecord() {
        if (bounds > 0 && problem == null && isWhole()) {
            checkBox();
        }
        return this;
    }

    private void checkBox() {
        int dims = bounds / 2;
        for (int dim = 0; dim < dims && problem == null; dim++) {
            if (coordinates[dim] > coordinates[dims + dim]) {
                badColumn = columns.get(dims + dim);
                problem = "must not be below the lower bound, column \""
                        + columns.get(dim).name() + "\": lower=" + coordinates[dim] + ", upper="
                        + coordinates[dims + dim];
                lacksOnlyNumbers = false;
            }
        }
    }

    private void takeNumber(int dim, char[] buffer, int from, int to) {
        int first = from;
        int end = to;
        while (first < end && Character.isWhitespace(buffer[first])) {
            first++;
        }
        while (first < end && Character.isWhitespace(buffer[end - 1])) {
            end--;
        }
        double value = DecimalParser.parse(buffer, first, end, decimal);
        Column column = columns.get(dim);
        if (!column.takes(value)) {
            String text = new String(buffer, first, end - first);
            lacksOnlyNumbers &= MISSING.contains(text.toLowerCase(Locale.ROOT));
            if (problem == null) {
                problem = describe(text, value, column);
                badColumn = column;
            }
            return;
        }
        coordinates[dim] = value;
    }

    private static String describe(String text, double value, Column column) {
        if (text.isEmpty()) {
            return "a number is missing";
        }
        String shown = text.length() <= MAX_QUOTED_CHARS ? text : text.substring(0, MAX_QUOTED_CHARS) + "…";
        if (!Double.isNaN(value)) {
            return "must be " + column.range() + ": " + shown;
        }
        String word = text.replaceFirst("^[+-]", "");
        boolean notFinite =
                word.equalsIgnoreCase("nan") || word.toLowerCase(Locale.ROOT).startsWith("inf");
        return (notFinite ? "not a finite number: \"" : "not a number: \"") + shown + "\"";
    }
}
