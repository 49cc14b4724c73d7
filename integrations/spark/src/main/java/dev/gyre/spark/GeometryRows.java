package dev.gyre.spark;

import dev.gyre.jts.Layer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;

/** Rows of a side of a join of geometries, and their layer. The layer is read when it is first needed, once in each process. */
final class GeometryRows implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int SHOWN = 60;

    private final Source source;
    private final Rows rows;
    private transient Layer layer;

    /**
     * Where geometries are in the rows of a side.
     *
     * @param columns number of columns
     * @param column where the geometry is
     * @param name its name, for messages
     * @param type binary, as WKB, or text, as WKT
     */
    record Source(int columns, int column, String name, DataType type) implements Serializable {

        private static final long serialVersionUID = 1;
    }

    GeometryRows(Source source, Rows rows) {
        this.source = source;
        this.rows = rows;
    }

    int size() {
        return rows.size();
    }

    UnsafeRow newRow() {
        return rows.newRow();
    }

    UnsafeRow get(int row, UnsafeRow to) {
        return rows.get(row, to);
    }

    /**
     * Returns the geometries. A null is an empty one.
     *
     * @throws IllegalArgumentException if one cannot be read; the message has the column, the beginning of the value, and the reason
     */
    synchronized Layer layer() {
        if (layer == null) {
            Geometry none = new GeometryFactory().createEmpty(0);
            WKBReader binary = new WKBReader();
            WKTReader text = new WKTReader();
            List<Geometry> geometries = new ArrayList<>(rows.size());
            UnsafeRow row = rows.newRow();
            for (int i = 0; i < rows.size(); i++) {
                rows.get(i, row);
                geometries.add(row.isNullAt(source.column) ? none : read(row, binary, text));
            }
            layer = Layer.of(geometries);
        }
        return layer;
    }

    private Geometry read(UnsafeRow row, WKBReader binary, WKTReader text) {
        boolean isBinary = source.type instanceof BinaryType;
        try {
            return isBinary
                    ? binary.read(row.getBinary(source.column))
                    : text.read(row.getUTF8String(source.column).toString());
        } catch (ParseException | IllegalArgumentException e) {
            String value = isBinary
                    ? WKBWriter.toHex(row.getBinary(source.column))
                    : row.getUTF8String(source.column).toString();
            throw new IllegalArgumentException(
                    "a geometry cannot be read as " + (isBinary ? "WKB" : "WKT") + ": column=" + source.name
                            + ", value=" + value.substring(0, Math.min(SHOWN, value.length())) + ": " + e.getMessage(),
                    e);
        }
    }
}
