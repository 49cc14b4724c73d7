package dev.gyre.cli.csv;

import java.util.function.Supplier;

/**
 * A column of an answer. A header is a record of these, or of plain names for texts.
 *
 * <p>A cell is null, a text, or an object of the column's type: {@link Integer}, {@link Long}, {@link Float}, {@link Double},
 * {@link Boolean} or a geometry of JTS. A text in a column of numbers is a number as it is in a file, or empty.
 *
 * @param name the name, which is also its text
 * @param typeOf gives the type; called only where it matters, as it may take time
 * @param form the form of {@link Double}s in CSV
 * @param system the coordinate system of geometries as JSON, {@code null} as a text if it is not known; null for longitude and latitude
 */
public record AnswerColumn(String name, Supplier<CellType> typeOf, Form form, String system) {

    /** Forms of numbers in CSV: as {@link CsvForm} says, or with all digits. */
    public enum Form {
        DISTANCE,
        NUMBER,
        EXACT
    }

    public static AnswerColumn of(String name, CellType type) {
        return of(name, () -> type);
    }

    /** A column of a type that is asked for where it matters. */
    static AnswerColumn of(String name, Supplier<CellType> type) {
        return new AnswerColumn(name, type, Form.EXACT, null);
    }

    /** A column of distances, or of other numbers that are written like these. */
    public static AnswerColumn distance(String name) {
        return new AnswerColumn(name, () -> CellType.DOUBLE, Form.DISTANCE, null);
    }

    /** A column of scores. */
    public static AnswerColumn number(String name) {
        return new AnswerColumn(name, () -> CellType.DOUBLE, Form.NUMBER, null);
    }

    /** A column of row numbers or small counts. */
    public static AnswerColumn count(String name) {
        return of(name, CellType.INT);
    }

    public static AnswerColumn geometry(String name, String system) {
        return new AnswerColumn(name, () -> CellType.GEOMETRY, Form.EXACT, system);
    }

    /** Returns the column that a cell of a header stands for. */
    static AnswerColumn of(Object cell) {
        return cell instanceof AnswerColumn column ? column : of(cell.toString(), CellType.TEXT);
    }

    @Override
    public String toString() {
        return name;
    }
}
