package dev.gyre.cli;

import dev.gyre.cli.csv.CsvSource;
import java.util.List;

/**
 * Rows that ship with the program.
 *
 * @param source the file
 * @param columns the columns of the coordinates, or of the bounds of boxes
 * @param areBounds whether these columns are bounds
 * @param id the column of the identifiers; null for none
 */
record DemoRows(CsvSource source, List<String> columns, boolean areBounds, String id) {

    static final DemoRows CITIES = new DemoRows(CsvSource.cities(), List.of("lon", "lat"), false, "name");

    static final DemoRows COASTLINES =
            new DemoRows(CsvSource.coastlines(), List.of("xmin", "ymin", "xmax", "ymax"), true, null);
}
