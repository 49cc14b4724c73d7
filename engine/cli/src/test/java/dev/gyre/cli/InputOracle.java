package dev.gyre.cli;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads small files of points in the plainest way, from the descriptions of the formats. It shares no code with the program. */
final class InputOracle {

    private static final double LARGEST = 0x1p500;
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null");

    /** What a file has: rows of numbers, and how many rows of CSV were left out. */
    record Read(List<double[]> rows, int bad, int missing) {}

    /** How to read CSV. */
    record Csv(char separator, List<String> columns, boolean skipBad, boolean skipMissing) {}

    /** A file that must be refused. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }

    private InputOracle() {}

    /** Reads CSV, or vectors if the options are null. */
    static Read read(byte[] file, String extension, Csv csv) throws Refused {
        boolean gzip = file.length > 1 && file[0] == 0x1f && file[1] == (byte) 0x8b;
        byte[] bytes = gzip ? gunzip(file) : file;
        List<double[]> rows = switch (extension) {
            case "csv" -> {
                yield null;
            }
            case "npy" -> npy(bytes);
            case "fvecs" -> vecs(bytes, 4, (from, at) -> from.getFloat(at));
            case "ivecs" -> vecs(bytes, 4, (from, at) -> from.getInt(at));
            case "bvecs" -> vecs(bytes, 1, (from, at) -> from.get(at) & 0xff);
            default -> throw new IllegalArgumentException(extension);
        };
        if (rows == null) {
            return csv(bytes, csv);
        }
        for (double[] row : rows) {
            for (double value : row) {
                refuseIf(!(Math.abs(value) <= LARGEST), "a number that no point has");
            }
        }
        return new Read(rows, 0, 0);
    }

    private static void refuseIf(boolean wrong, String why) throws Refused {
        if (wrong) {
            throw new Refused(why);
        }
    }

    // Gzip, RFC 1952

    private static byte[] gunzip(byte[] file) throws Refused {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int at = 0;
        try {
            do {
                at = member(file, at, all);
            } while (at < file.length);
        } catch (DataFormatException | IndexOutOfBoundsException e) {
            throw new Refused("gzip: " + e);
        }
        return all.toByteArray();
    }

    private static int member(byte[] file, int start, ByteArrayOutputStream to) throws DataFormatException, Refused {
        refuseIf(file[start] != 0x1f || file[start + 1] != (byte) 0x8b || file[start + 2] != 8, "gzip: magic");
        int flags = file[start + 3];
        refuseIf((flags & 0xe0) != 0, "gzip: reserved flags");
        int at = start + 10;
        if ((flags & 4) != 0) {
            at += 2 + (file[at] & 0xff) + ((file[at + 1] & 0xff) << 8);
        }
        for (int flag = 8; flag <= 16; flag *= 2) {
            if ((flags & flag) != 0) {
                while (file[at++] != 0) {}
            }
        }
        at += (flags & 2) != 0 ? 2 : 0;
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(file, at, file.length - at);
            byte[] text = new byte[1 << 20];
            int length = 0;
            while (!inflater.finished()) {
                int count = inflater.inflate(text, length, text.length - length);
                refuseIf(count == 0 && !inflater.finished(), "gzip: cut short, or no small file");
                length += count;
            }
            at = file.length - inflater.getRemaining();
            ByteBuffer trailer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
            CRC32 checksum = new CRC32();
            checksum.update(text, 0, length);
            refuseIf(trailer.getInt(at) != (int) checksum.getValue(), "gzip: checksum");
            refuseIf(trailer.getInt(at + 4) != length, "gzip: length");
            to.write(text, 0, length);
            return at + 8;
        } finally {
            inflater.end();
        }
    }

    // Vectors

    /** Reads a number. */
    private interface Element {
        double get(ByteBuffer from, int at);
    }

    private static List<double[]> vecs(byte[] file, int bytes, Element element) throws Refused {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<double[]> rows = new ArrayList<>();
        refuseIf(file.length < 4, "no vector");
        int dims = in.getInt(0);
        refuseIf(dims < 1 || dims > 4096, "dims");
        for (int at = 0; at < file.length; at += 4 + dims * bytes) {
            refuseIf(file.length - at < 4 + dims * bytes || in.getInt(at) != dims, "dims, or cut short");
            double[] row = new double[dims];
            for (int dim = 0; dim < dims; dim++) {
                row[dim] = element.get(in, at + 4 + dim * bytes);
            }
            rows.add(row);
        }
        return rows;
    }

    /** Reads NumPy's format of versions 1.0 to 3.0, with float64 or int32 as in the samples. */
    private static List<double[]> npy(byte[] file) throws Refused {
        refuseIf(
                file.length < 10 || !new String(file, 0, 6, StandardCharsets.ISO_8859_1).equals("\u0093NUMPY"),
                "magic");
        refuseIf(file[6] < 1 || file[6] > 3 || file[7] != 0, "version");
        boolean first = file[6] == 1;
        refuseIf(!first && file.length < 12, "length");
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        long length = first ? in.getShort(8) & 0xffff : in.getInt(8) & 0xffffffffL;
        long start = (first ? 10 : 12) + length;
        refuseIf(start > file.length, "header cut short");
        String header = new String(file, first ? 10 : 12, (int) length, StandardCharsets.ISO_8859_1);
        TreeMap<String, String> keys = header(header);
        String type = keys.get("descr");
        refuseIf(!type.matches("[<>](f8|i4)"), "unknown to the oracle: " + type);
        in.order(type.charAt(0) == '<' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int bytes = type.endsWith("8") ? 8 : 4;
        String[] shape = keys.get("shape").split(",");
        long n = Long.parseLong(shape[0]);
        long dims = shape.length > 1 ? Long.parseLong(shape[1]) : 1;
        refuseIf(shape.length > 2 || dims < 1 || dims > 4096 || n * dims * bytes != file.length - start, "shape");
        List<double[]> rows = new ArrayList<>();
        for (int row = 0; row < n; row++) {
            double[] values = new double[(int) dims];
            for (int dim = 0; dim < dims; dim++) {
                long index = keys.get("fortran_order").equals("True") ? dim * n + row : row * dims + dim;
                int at = (int) (start + index * bytes);
                values[dim] = bytes == 8 ? in.getDouble(at) : in.getInt(at);
            }
            rows.add(values);
        }
        return rows;
    }

    /** Returns the values by their keys; for the shape, the numbers separated by commas. */
    private static TreeMap<String, String> header(String text) throws Refused {
        String pair = "(['\"])(descr|fortran_order|shape)\\1~:~(?:(['\"])(.{0,9}?)\\3|(True|False)|"
                + "\\(~([0-9]{1,9}~L?~,~|[0-9]{1,9}~L?~,~[0-9]{1,9}~L?~,?~)\\))~(,~)?";
        Matcher matcher =
                Pattern.compile(pair.replace("~", "[\\s\\x1c-\\x1f]*")).matcher(text.strip());
        String inside = text.strip();
        refuseIf(!inside.startsWith("{") || !inside.endsWith("}"), "header");
        int at = 1;
        while (at < inside.length() && Character.isWhitespace(inside.charAt(at))) {
            at++;
        }
        TreeMap<String, String> keys = new TreeMap<>();
        boolean comma = true;
        while (at < inside.length() - 1) {
            matcher.region(at, inside.length() - 1);
            refuseIf(!comma || !matcher.lookingAt(), "header at " + at);
            String value = matcher.group(4) != null
                    ? matcher.group(4)
                    : matcher.group(5) != null
                            ? matcher.group(5)
                            : matcher.group(6).replaceAll("[^0-9,]", "");
            refuseIf(keys.put(matcher.group(2), value) != null, "twice");
            comma = matcher.group(7) != null;
            at = matcher.end();
        }
        refuseIf(keys.size() != 3 || keys.get("fortran_order").isEmpty(), "keys");
        refuseIf(
                !keys.get("fortran_order").matches("True|False")
                        || !keys.get("shape").matches("[0-9,]+"),
                "values");
        return keys;
    }

    // CSV, RFC 4180, with a header

    private static Read csv(byte[] bytes, Csv options) throws Refused {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Refused("not UTF-8");
        }
        List<List<String>> records = records(text.startsWith("\ufeff") ? text.substring(1) : text, options.separator());
        refuseIf(records.isEmpty(), "no header");
        List<String> header = records.get(0).stream().map(String::strip).toList();
        int[] fields = options.columns().stream().mapToInt(header::indexOf).toArray();
        refuseIf(Arrays.stream(fields).anyMatch(field -> field < 0), "no such column");
        for (String column : options.columns()) {
            refuseIf(header.indexOf(column) != header.lastIndexOf(column), "a column twice");
        }
        List<double[]> rows = new ArrayList<>();
        int bad = 0;
        int missing = 0;
        for (List<String> record : records.subList(1, records.size())) {
            double[] row = record.size() == header.size() ? row(record, fields) : null;
            boolean lacks = record.size() == header.size() && lacksOnly(record, fields);
            if (row != null) {
                rows.add(row);
            } else if (lacks && options.skipMissing()) {
                missing++;
            } else if (options.skipBad()) {
                bad++;
            } else {
                throw new Refused("a bad row");
            }
        }
        return new Read(rows, bad, missing);
    }

    /** Returns the numbers, or null if one is not a number. */
    private static double[] row(List<String> record, int[] fields) {
        double[] row = new double[fields.length];
        for (int dim = 0; dim < fields.length; dim++) {
            String text = trimmed(record.get(fields[dim]));
            row[dim] = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
            if (!(Math.abs(row[dim]) <= LARGEST)) {
                return null;
            }
        }
        return row;
    }

    private static boolean lacksOnly(List<String> record, int[] fields) {
        return Arrays.stream(fields)
                .mapToObj(field -> record.get(field))
                .filter(field -> row(List.of(field), new int[] {0}) == null)
                .allMatch(field -> MISSING.contains(trimmed(field).toLowerCase(java.util.Locale.ROOT)));
    }

    private static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && Character.isWhitespace(text.charAt(from))) {
            from++;
        }
        while (from < to && Character.isWhitespace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /** Returns all records except empty lines. */
    private static List<List<String>> records(String text, char separator) throws Refused {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        int at = 0;
        while (at < text.length() || !record.isEmpty()) {
            StringBuilder field = new StringBuilder();
            boolean quoted = at < text.length() && text.charAt(at) == '"';
            if (quoted) {
                at++;
                while (true) {
                    refuseIf(at >= text.length(), "a quote that does not end");
                    if (text.charAt(at) != '"') {
                        field.append(text.charAt(at++));
                    } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
                        field.append('"');
                        at += 2;
                    } else {
                        at++;
                        break;
                    }
                }
                refuseIf(at < text.length() && !isEnd(text.charAt(at), separator), "text after a quote");
            } else {
                while (at < text.length() && !isEnd(text.charAt(at), separator)) {
                    field.append(text.charAt(at++));
                }
            }
            record.add(field.toString());
            if (at < text.length() && text.charAt(at) == separator) {
                at++;
                continue;
            }
            at += at + 1 < text.length() && text.charAt(at) == '\r' && text.charAt(at + 1) == '\n' ? 2 : 1;
            if (record.size() > 1 || quoted || !field.isEmpty()) {
                records.add(record);
            }
            record = new ArrayList<>();
        }
        return records;
    }

    private static boolean isEnd(char c, char separator) {
        return c == separator || c == '\n' || c == '\r';
    }
}
