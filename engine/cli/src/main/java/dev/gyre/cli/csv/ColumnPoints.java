package dev.gyre.cli.csv;

import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.CoordinateBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.locationtech.jts.io.ParseException;

/** Reads points, or boxes as points of their bounds, from columns of numbers or from a column of geometries. */
final class ColumnPoints {

    /** The encoding of points in columns of x and y. */
    private static final String POINT = "point";

    private static final List<String> PLANE = List.of("x", "y");

    private final RowSource source;
    private final CsvColumns wanted;
    private final ColumnRows rows;
    private final ColumnTexts texts;

    /** The column of geometries, or null if coordinates are in columns of their own. */
    private final FileColumn geometry;

    private final String system;

    /** The columns of the coordinates; with a geometry, all after x and y. */
    private final FileColumn[] numbers;

    private final List<Column> columns;
    private final CoordinateOfTexts[] ofTexts;
    private final double[] point;

    private String problem;
    private String badColumn;
    private boolean lacksOnlyNumbers;

    /** The texts of a coordinate: the groups of equal ones, whose ranks replace them at the end. */
    private record CoordinateOfTexts(TextOrder order, Groups.Builder groups) {}

    ColumnPoints(RowSource source, CsvOptions options, CsvColumns wanted, ColumnRows rows) {
        this.source = source;
        this.wanted = wanted;
        this.rows = rows;
        // A row that is left out has no number, so that all rows before others must be read.
        if (!options.skipBadRows() && !options.skipMissing() && wanted.orders().isEmpty()) {
            rows.leaveOut(wanted.conditions());
        }
        CsvHeader header = rows.header();
        String geometryColumn = geometryColumn();
        GeoColumns.GeoColumn geo = rows.geo().column(geometryColumn);
        geometry = geo == null || geo.encoding().equals(POINT) ? null : rows.column(geometryColumn);
        system = geo == null ? "" : geo.systemName();
        boolean areOfGeometry = geo != null;
        int[] fields = geometry != null ? new int[0] : areOfGeometry ? parts(geometryColumn) : fields(header);
        List<String> names = areOfGeometry
                ? PLANE
                : Arrays.stream(fields).mapToObj(header::name).toList();
        columns = new ArrayList<>(wanted.ranges().of(names));
        checkSystem();
        List<FileColumn> read = new ArrayList<>();
        Arrays.stream(fields).mapToObj(rows::column).forEach(read::add);
        if (wanted.score() != null) {
            columns.add(Column.of(wanted.score()));
            read.add(rows.column(wanted.score()));
        }
        numbers = read.toArray(FileColumn[]::new);
        point = new double[columns.size()];
        ofTexts = new CoordinateOfTexts[point.length];
        for (int i = 0; i < numbers.length; i++) {
            int dim = point.length - numbers.length + i;
            TextOrder order = wanted.orders().get(columns.get(dim).name());
            ofTexts[dim] = order == null
                    ? null
                    : new CoordinateOfTexts(
                            order, new Groups.Builder(columns.get(dim).name()));
            if (order == null && !numbers[i].areNumbers()) {
                throw InputException.of(
                        source.name() + ", column \"" + numbers[i].name() + "\"",
                        "has " + numbers[i].words() + "; numbers are needed");
            }
        }
        texts = new ColumnTexts(rows, source, options, wanted.id(), wanted.groups(), wanted.kept());
    }

    /** Returns the column of geometries that is meant, or null if columns of numbers are. */
    private String geometryColumn() {
        CsvHeader header = rows.header();
        String column = rows.geo().primary();
        if (wanted.numbers() != null) {
            int[] fields = wanted.numbers().fields(header, CsvRecord.NO_FIELD);
            column = fields.length == 1 ? header.name(fields[0]) : "";
        } else if (column == null) {
            throw InputException.of(
                    source.name(), "no GeoParquet, whose metadata name a column of geometries; --columns is needed");
        }
        GeoColumns.GeoColumn geo = rows.geo().column(column);
        if (geo == null && wanted.numbers() != null) {
            return null;
        }
        if (geo == null
                || !geo.encoding().equals(GeoColumns.WHOLE) && !geo.encoding().equals(POINT)) {
            throw InputException.of(
                    source.name() + ", column \"" + column + "\"",
                    "geometries are read from WKB and points alone, not from \"" + (geo == null ? "" : geo.encoding())
                            + "\"; --columns takes columns of numbers, such as " + column + ".x," + column + ".y");
        }
        if (wanted.areBounds()) {
            throw InputException.of(
                    source.name() + ", column \"" + column + "\"", "boxes are read from columns of numbers: --boxes");
        }
        return column;
    }

    /** Refuses coordinates that are no degrees where their ranges are those of degrees. */
    private void checkSystem() {
        boolean areDegrees = columns.stream().anyMatch(column -> column.max() < Points.MAX_MAGNITUDE);
        if (areDegrees && !system.isEmpty() && !system.equals(GeometryTable.LONGITUDE_LATITUDE)) {
            throw InputException.of(
                    source.name(), "longitude and latitude in degrees are needed; coordinates are in " + system);
        }
    }

    /** Returns the columns of x and y of points that are stored as these. */
    private int[] parts(String column) {
        return PLANE.stream()
                .mapToInt(part -> rows.header().field(column + "." + part))
                .toArray();
    }

    private int[] fields(CsvHeader header) {
        int id = wanted.id() == null ? CsvRecord.NO_FIELD : header.field(wanted.id());
        int[] fields = wanted.numbers().fields(header, id);
        PointReader.checkFields(header, wanted, fields);
        return fields;
    }

    PointTable read() {
        long size = rows.size() * point.length;
        int max = CoordinateBuffer.MAX_SIZE;
        if (size > max) {
            throw InputException.of(
                    source.name(), "more than " + max + " coordinates, which is the most that points have");
        }
        double[] all = coordinatesOrNull();
        if (all == null) {
            all = readRows();
        }
        for (int dim = 0; dim < ofTexts.length; dim++) {
            if (ofTexts[dim] != null) {
                PointReader.rank(all, dim, ofTexts.length, ofTexts[dim].order(), ofTexts[dim].groups());
            }
        }
        List<String> names = columns.stream().map(Column::name).toList();
        return new PointTable(texts.build(), Points.wrap(all, point.length), names).in(system);
    }

    /** Reads all rows at once; returns null if that cannot be, or if there is a row to refuse. */
    private double[] coordinatesOrNull() {
        if (wanted.areBounds() || !texts.areNone() || Arrays.stream(ofTexts).anyMatch(Objects::nonNull)) {
            return null;
        }
        List<FileColumn> read = new ArrayList<>(Arrays.asList(numbers));
        if (geometry != null) {
            read.add(0, geometry);
        }
        return rows.coordinatesOrNull(read, columns);
    }

    private double[] readRows() {
        CoordinateBuffer coordinates = new CoordinateBuffer(source.name(), 0);
        long[] before = new long[1];
        rows.forEach(
                count -> {
                    for (int row = 0; row < count; row++) {
                        add(row, before[0] + row, coordinates);
                    }
                    before[0] += count;
                },
                count -> {
                    addUnread(count, coordinates);
                    before[0] += count;
                });
        return coordinates.toArray();
    }

    /** Adds rows that are only counted; every metric is defined for their coordinates. */
    private void addUnread(int count, CoordinateBuffer coordinates) {
        Arrays.fill(point, 1);
        for (int row = 0; row < count; row++) {
            coordinates.add(point);
        }
        texts.addUnread(count, wanted.conditions());
    }

    private void add(int row, long number, CoordinateBuffer coordinates) {
        problem = null;
        lacksOnlyNumbers = true;
        int first = point.length - numbers.length;
        if (geometry != null) {
            takeGeometry(row);
        }
        for (int i = 0; i < numbers.length; i++) {
            take(numbers[i], row, first + i);
        }
        if (problem == null && wanted.areBounds()) {
            checkBounds();
        }
        if (problem != null) {
            String place = source.name() + ", row " + number + ", column \"" + badColumn + "\"";
            String help = lacksOnlyNumbers ? "; --missing skip leaves such rows out" : "";
            texts.leftOut().add(InputException.of(place, problem + help), lacksOnlyNumbers);
            return;
        }
        for (int dim = first; dim < point.length; dim++) {
            if (ofTexts[dim] != null) {
                point[dim] = ofTexts[dim].groups().add(text(numbers[dim - first], row));
            }
        }
        coordinates.add(point);
        texts.add(row);
    }

    private static String text(FileColumn column, int row) {
        return Objects.toString(column.cell(row), "");
    }

    private void take(FileColumn column, int row, int dim) {
        if (ofTexts[dim] != null) {
            String wrong = ofTexts[dim].order().problem(text(column, row));
            if (wrong != null) {
                refuse(column.name(), wrong, column.isNull(row));
            }
        } else if (column.isNull(row)) {
            refuse(column.name(), "a number is missing", true);
        } else {
            point[dim] = column.number(row);
            check(column.name(), dim);
        }
    }

    /** Refuses a coordinate that is not in the range of its column. */
    private void check(String column, int dim) {
        double value = point[dim];
        if (!columns.get(dim).takes(value)) {
            refuse(
                    column,
                    Double.isFinite(value)
                            ? "must be " + columns.get(dim).range() + ": " + value
                            : "not a finite number: " + value,
                    Double.isNaN(value));
        }
    }

    private void takeGeometry(int row) {
        try {
            if (geometry.isNull(row)) {
                refuse(geometry.name(), "a geometry is missing", true);
            } else if (geometry.readPoint(row, point)) {
                check(geometry.name(), 0);
                check(geometry.name(), 1);
            } else {
                String type = geometry.geometry(row).getGeometryType();
                refuse(geometry.name(), "points are needed, and not empty ones: " + type, false);
            }
        } catch (ParseException e) {
            refuse(geometry.name(), e.getMessage(), false);
        }
    }

    private void refuse(String column, String why, boolean isMissing) {
        lacksOnlyNumbers &= isMissing;
        if (problem == null) {
            problem = why;
            badColumn = column;
        }
    }

    private void checkBounds() {
        int dims = point.length / 2;
        for (int dim = 0; dim < dims && problem == null; dim++) {
            if (point[dim] > point[dims + dim]) {
                String why = PointReader.boundsProblem(columns.get(dim).name(), point[dim], point[dims + dim]);
                refuse(columns.get(dims + dim).name(), why, false);
            }
        }
    }
}
