package dev.gyre.cli.csv;

import java.util.Collection;
import java.util.regex.Pattern;

/** Types of the cells of a column. */
public enum CellType {
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    BOOLEAN,
    TEXT,
    GEOMETRY;

    /** Whole numbers that a long holds for certain. */
    private static final Pattern WHOLE = Pattern.compile("(-?(0|[1-9][0-9]{0,17}))?");

    /** Numbers of JSON: 00501 is none. */
    private static final Pattern NUMBER = Pattern.compile("(-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?)?");

    /** Returns a cell of an answer as a value of this type: of a text the number that it is, null for an empty one; else the cell. */
    Object value(Object cell) {
        return cell instanceof String text ? ofText(text) : cell;
    }

    private Object ofText(String text) {
        if (text.isEmpty() && this != TEXT) {
            return null;
        }
        return switch (this) {
            case INT -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case BOOLEAN -> Boolean.valueOf(text);
            case TEXT, GEOMETRY -> text;
        };
    }

    /** Returns the type of texts: of numbers if all are numbers of JSON or empty; of whole ones if they are so. */
    static CellType of(Collection<String> texts) {
        boolean areNumbers = true;
        boolean areWhole = true;
        for (String text : texts) {
            areWhole = areWhole && WHOLE.matcher(text).matches();
            areNumbers = areWhole || areNumbers && NUMBER.matcher(text).matches();
            if (!areNumbers) {
                return TEXT;
            }
        }
        return texts.isEmpty() ? TEXT : areWhole ? LONG : DOUBLE;
    }
}
