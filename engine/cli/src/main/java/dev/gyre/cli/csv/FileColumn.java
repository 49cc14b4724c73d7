package dev.gyre.cli.csv;

import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;

/** A column of a file whose columns have types: what its values are, and the values of the batch that was read last. */
interface FileColumn {

    /** The names of the groups that the column is in, and its own, with points between. */
    String name();

    CellType type();

    /** What the values are, in words. */
    String words();

    boolean areNumbers();

    boolean areTexts();

    /** Returns whether the values are bytes, which may be those of geometries. */
    boolean areBytes();

    boolean isNull(int row);

    /** Returns a number that is there; rounds those that are no double. */
    double number(int row);

    /** Returns a value of the type, or null. */
    Object cell(int row);

    /** Reads a geometry that is there. */
    Geometry geometry(int row) throws ParseException;

    /** Writes x and y of a row to a point; returns whether its geometry is one, and not an empty one. */
    boolean readPoint(int row, double[] point) throws ParseException;
}
