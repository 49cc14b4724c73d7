package dev.gyre.engine.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.CoordinateBuffer;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.program.Execution.Timing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorFilesTest {

    private static final double[] SIX = {1, 2, 3, 4, 5, 6};
    private static final ExecutionReport REPORT =
            new ExecutionReport(JvmBackend.device(1), JoinMethod.BRUTE_FORCE, 0, Timing.ZERO, 0, 0);

    @TempDir
    private Path directory;

    // Vectors with their dimensions

    @ParameterizedTest
    @CsvSource({"1,1", "1,7", "1,4096", "100,128", "33,784", "20,4096", "3000,3"})
    void shouldReadWhatPlainCodeWrote(int rows, int dims) throws IOException {
        Random random = new Random(31L * rows + dims);
        double[] floats = random.doubles((long) rows * dims, -1e6, 1e6)
                .map(value -> (float) value)
                .toArray();
        double[] bytes =
                random.ints((long) rows * dims, 0, 256).asDoubleStream().toArray();
        double[] ints = random.ints((long) rows * dims).asDoubleStream().toArray();
        assertRead(floats, dims, VectorBytes.fvecs(floats, dims), "a.fvecs");
        assertRead(bytes, dims, VectorBytes.bvecs(bytes, dims), "a.bvecs");
        assertRead(ints, dims, VectorBytes.ivecs(ints, dims), "a.ivecs");
        assertRead(floats, dims, VectorBytes.npy(floats, dims), "a.npy");
    }

    @Test
    void shouldKeepDenormalsAndExtremes() throws IOException {
        double[] values = {Float.MIN_VALUE, -Float.MAX_VALUE, -0.0, 0.1f};
        assertRead(values, 2, VectorBytes.fvecs(values, 2), "a.fvecs");
    }

    @Test
    void shouldRefuseEmptyVectors() {
        assertProblem(new byte[0], "a.fvecs", ": empty; the first vector");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4097, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseDimensionsThatNoPointHas(int dims) {
        byte[] bytes = ByteBuffer.allocate(64)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(dims)
                .array();
        assertProblem(bytes, "a.fvecs", ", row 0, byte 0: the number of dimensions must be in 1..4096: dims=" + dims);
        assertProblem(
                VectorBytes.gzip(bytes),
                "a.fvecs.gz",
                ", row 0, byte 0 (decompressed): the number of dimensions must be");
    }

    @Test
    void shouldRefuseVectorsOfOtherDimensionsThanTheFirst() {
        byte[] bytes = VectorBytes.fvecs(SIX, 2);
        bytes[24] = 3;
        assertProblem(bytes, "a.fvecs", ", row 2, byte 24: all vectors must have the dimensions of the first: dims=3");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'row 0, byte 0: truncated: a vector starts with its dimensions in 4 bytes, and there are 1'",
        "4, 'row 0, byte 4: truncated: dims=2 take 8 bytes, and there are 0'",
        "11, 'row 0, byte 4: truncated: dims=2 take 8 bytes, and there are 7'",
        "14, 'row 1, byte 12: truncated: a vector starts'",
        "35, 'row 2, byte 28: truncated: dims=2 take 8 bytes, and there are 7'"
    })
    void shouldRefuseTruncatedVectors(int length, String problem) {
        byte[] bytes = Arrays.copyOf(VectorBytes.fvecs(SIX, 2), length);
        assertProblem(bytes, "a.fvecs", problem);
        assertProblem(VectorBytes.gzip(bytes), "a.fvecs.gz", problem.replaceFirst("(byte \\d+)", "$1 (decompressed)"));
    }

    @Test
    void shouldRefuseBytesAfterTheLastVector() {
        byte[] whole = VectorBytes.bvecs(SIX, 3);
        assertProblem(Arrays.copyOf(whole, whole.length + 2), "a.bvecs", "row 2, byte 14: truncated: a vector starts");
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void shouldNamePlaceOfWhatIsNotFinite(float value) {
        double[] rows = {1, 2, 3, 4, 5, value};
        assertProblem(
                VectorBytes.fvecs(rows, 3), "a.fvecs", ", row 1, column 2, byte 28: not a finite number: " + value);
    }

    @Test
    void shouldReadOneFormatUnderTheNameOfAnother() throws IOException {
        Path file = write("a.bin", VectorBytes.ivecs(SIX, 3));
        assertArrayEquals(SIX, VectorFiles.read(file, PointFormat.IVECS).toRowMajor());
        assertThrows(IllegalArgumentException.class, () -> VectorFiles.read(file));
    }

    @Test
    void shouldNameFileThatIsMissing() {
        Path missing = directory.resolve("missing.fvecs");
        InputException e = assertThrows(InputException.class, () -> VectorFiles.read(missing));
        assertEquals(missing + ": no such file", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.fvecs", "a.bvecs", "a.ivecs", "a.npy"})
    void shouldReadAllRowsOrNoneOfWhatIsDamaged(String name) throws IOException {
        double[] rows = new Random(7).ints(12, 1, 256).asDoubleStream().toArray();
        byte[] whole = switch (name) {
            case "a.fvecs" -> VectorBytes.fvecs(rows, 3);
            case "a.bvecs" -> VectorBytes.bvecs(rows, 3);
            case "a.ivecs" -> VectorBytes.ivecs(rows, 3);
            default -> VectorBytes.npy(rows, 3);
        };
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertAllRowsOrNone("bit " + bit, damaged, name, false);
        }
        for (int length = 0; length < whole.length; length++) {
            // The first rows of a file of vectors are a valid file too.
            boolean isOfWholeRows = !name.equals("a.npy") && length > 0 && length % (whole.length / 4) == 0;
            assertAllRowsOrNone("length " + length, Arrays.copyOf(whole, length), name, isOfWholeRows);
        }
    }

    private void assertAllRowsOrNone(String place, byte[] bytes, String name, boolean isOfWholeRows)
            throws IOException {
        try {
            Points points = VectorFiles.read(write(name, bytes));
            assertTrue(isOfWholeRows || points.size() * points.dims() == 12, place + ": " + points.size());
        } catch (InputException e) {
            assertTrue(e.getMessage().contains(name), place + ": " + e.getMessage());
        }
    }

    @Test
    void shouldRefuseDamagedGzip() {
        byte[] whole =
                VectorBytes.gzip(VectorBytes.fvecs(new Random(1).doubles(3000).toArray(), 3));
        for (int length : new int[] {5, 12, whole.length / 2, whole.length - 4}) {
            assertProblem(Arrays.copyOf(whole, length), "a.fvecs.gz", "damaged gzip, after byte ");
        }
        whole[whole.length - 6] ^= 0x55;
        assertProblem(whole, "a.fvecs.gz", "damaged gzip, after byte ");
    }

    @ParameterizedTest
    @CsvSource({
        "a.fvecs, FVECS",
        "a.FVECS.GZ, FVECS",
        "a.npy, NPY",
        "a.csv.ivecs, IVECS",
        "a.bvecs.gz, BVECS",
        "a.csv, CSV",
        "a.parquet.gz, PARQUET",
        "a.fgb, FLATGEOBUF",
        "a.flatgeobuf, CSV",
        "a.Arrow, ARROW",
        "a.feather.gz, ARROW",
        "a.npy.txt, CSV",
        "npy, CSV",
        "a.gz, CSV"
    })
    void shouldTellFormatByName(String name, PointFormat format) {
        assertEquals(format, PointFormat.ofName(Path.of("x.npy", name)));
    }

    // NumPy

    /** Types, each with numbers at the ends of its range. */
    private static Stream<Arguments> types() {
        return Stream.of(
                type("b1", 1, (to, value) -> to.put((byte) value), 0, 1),
                type("i1", 1, (to, value) -> to.put((byte) value), -128, 127),
                type("u1", 1, (to, value) -> to.put((byte) (int) value), 0, 255),
                type("i2", 2, (to, value) -> to.putShort((short) value), -32768, 32767),
                type("u2", 2, (to, value) -> to.putShort((short) (int) value), 0, 65535),
                type("i4", 4, (to, value) -> to.putInt((int) value), Integer.MIN_VALUE, Integer.MAX_VALUE),
                type("u4", 4, (to, value) -> to.putInt((int) (long) value), 0, 0xffffffffL),
                type("i8", 8, (to, value) -> to.putLong((long) value), -0x1p53, 0x1p53),
                type("u8", 8, (to, value) -> to.putLong((long) value), 0, 0x1p53),
                type("f2", 2, (to, value) -> to.putShort(Float.floatToFloat16((float) value)), 0x1p-24, -65504),
                type("f4", 4, (to, value) -> to.putFloat((float) value), Float.MIN_VALUE, -Float.MAX_VALUE),
                type("f8", 8, ByteBuffer::putDouble, Double.MIN_VALUE, -Points.MAX_MAGNITUDE));
    }

    private static Arguments type(String name, int bytes, VectorBytes.Element element, double min, double greatest) {
        return Arguments.of(name, bytes, element, new double[] {min, greatest, 0, 1, 1, 0});
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldReadEveryTypeInBothOrders(String name, int bytes, VectorBytes.Element element, double[] values)
            throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            String descr = (order == ByteOrder.BIG_ENDIAN ? ">" : "<") + name;
            byte[] numbers = VectorBytes.numbers(values, bytes, order, element);
            double[] columns = {values[0], values[2], values[4], values[1], values[3], values[5]};
            byte[] byColumns = VectorBytes.numbers(columns, bytes, order, element);
            assertRead(values, 2, VectorBytes.npy(VectorBytes.header(descr, false, "(3, 2)"), numbers), "a.npy");
            assertRead(values, 2, VectorBytes.npy(VectorBytes.header(descr, true, "(3, 2)"), byColumns), "a.npy");
            assertRead(values, 1, VectorBytes.npy(VectorBytes.header(descr, false, "(6,)"), numbers), "a.npy");
        }
        if (bytes == 1) {
            byte[] numbers = VectorBytes.numbers(values, bytes, ByteOrder.LITTLE_ENDIAN, element);
            assertRead(values, 6, VectorBytes.npy(VectorBytes.header("|" + name, true, "(1, 6)"), numbers), "a.npy");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,50", "50,1", "1000,7", "17,300", "33,4096"})
    void shouldTransposeWhatIsStoredByColumns(int rows, int dims) throws IOException {
        double[] values = new Random(rows).doubles((long) rows * dims).toArray();
        double[] columns = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            columns[i % dims * rows + i / dims] = values[i];
        }
        byte[] numbers = VectorBytes.numbers(columns, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble);
        String shape = "(" + rows + ", " + dims + ")";
        assertRead(values, dims, VectorBytes.npy(VectorBytes.header("<f8", true, shape), numbers), "a.npy");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldReadEveryVersion(int version) throws IOException {
        byte[] numbers = VectorBytes.numbers(SIX, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble);
        assertRead(SIX, 3, VectorBytes.npy(version, VectorBytes.header("<f8", false, "(2, 3)"), numbers), "a.npy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'shape':(2,3),'fortran_order':False,'descr':'<f8'}",
                "{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (2, 3)}          \n",
                " { 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 2L , 3L , ) , } "
            })
    void shouldReadHeadersHoweverTheyAreWritten(String text) throws IOException {
        byte[] numbers = VectorBytes.numbers(SIX, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble);
        assertRead(SIX, 3, VectorBytes.npy(text, numbers), "a.npy");
    }

    @Test
    void shouldReadArrayWithoutRows() throws IOException {
        assertRead(new double[0], 7, VectorBytes.npy(VectorBytes.header("<f4", false, "(0, 7)"), new byte[0]), "a.npy");
        assertRead(new double[0], 1, VectorBytes.npy(VectorBytes.header("<f4", true, "(0,)"), new byte[0]), "a.npy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0093", "\u0093NUMPZ and more", "x,y\n1,2\n", "PK\u0003\u0004 an .npz file"})
    void shouldRefuseWrongMagic(String text) {
        assertProblem(text.getBytes(StandardCharsets.ISO_8859_1), "a.npy", ", byte 0", ": not a .npy file");
    }

    @Test
    void shouldRefuseUnknownVersions() {
        byte[] bytes = VectorBytes.npy(SIX, 2);
        bytes[6] = 4;
        assertProblem(bytes, "a.npy", ", byte 6: the version must be 1.0, 2.0 or 3.0: version=4.0");
        bytes[6] = 1;
        bytes[7] = 1;
        assertProblem(bytes, "a.npy", "version=1.1");
    }

    @ParameterizedTest
    @CsvSource({
        "6, 'header, byte 6: truncated: its version takes 2 bytes, and there are 0'",
        "9, 'header, byte 8: truncated: the length of its text takes 2 bytes, and there are 1'",
        "20, 'header, byte 10: truncated: its text takes'"
    })
    void shouldRefuseTruncatedHeaders(int length, String problem) {
        assertProblem(Arrays.copyOf(VectorBytes.npy(SIX, 2), length), "a.npy", problem);
    }

    @Test
    void shouldRefuseHeadersThatClaimToBeHuge() {
        byte[] bytes = VectorBytes.npy(2, VectorBytes.header("<f8", false, "(3, 2)"), new byte[48]);
        bytes[11] = (byte) 0xff;
        assertProblem(bytes, "a.npy", ", byte 8: a header of 65535 bytes at most is read: bytes=42781");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "`` # byte 10: the header cannot be parsed: '{' is expected, found its end",
                "{ # a string is expected, found its end",
                "{'descr: # byte 11: the string does not end",
                "{'descr' '<f8'} # byte 19: the header cannot be parsed: ':' is expected",
                "{'descr': 3} # a string is expected, found '3'",
                "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)} # True or False is expected, found '0'",
                "{'descr': '<f8', 'fortran_order': False, 'shape': 3} # '(' is expected, found '3'",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (3)} # ',' is expected, found ')'",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)} # a whole number, 0 or more is expected",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (3 2)} # ',' is expected, found '2'",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)} # the number is too large",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x # the end of the header is expected, found 'x'",
                "{'descr': '<f8', 'fortran_order': False} # once each: [descr, fortran_order]",
                "{'descr': '<f8', 'descr': '<f8'} # once each: 'descr'",
                "{'descr': '<f8', 'order': False} # once each: 'order'",
                "{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1,)} # not records of several"
            })
    void shouldRefuseHeadersThatCannotBeParsed(String text, String problem) {
        assertProblem(VectorBytes.npy(text, new byte[8]), "a.npy", ", header, byte ", problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<c8", "|O", "<U3", "|S4", "<f16", "=f8", "|f8", "f8", "", "<", "<m8", "<M8[ns]", "<i3", "<b2"})
    void shouldRefuseTypesThatAreNoRealNumbers(String descr) {
        assertProblem(
                VectorBytes.npy(VectorBytes.header(descr, false, "(1, 1)"), new byte[16]),
                "a.npy",
                ", header, byte 10: numbers must be real or boolean",
                "descr='" + descr + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "() # points are rows x columns, or one column: shape=()",
                "(1, 2, 3) # points are rows x columns, or one column: shape=(1, 2, 3)",
                "(5, 0) # columns must be in 1..4096: shape=(5, 0)",
                "(5, 4097) # columns must be in 1..4096: shape=(5, 4097)",
                "(2147483640,) # more than 2147483639 coordinates",
                "(9223372036854775807, 4096) # more than 2147483639 coordinates",
                "(1000000000, 3) # more than 2147483639 coordinates"
            })
    void shouldRefuseShapesThatNoPointsHave(String shape, String problem) {
        for (boolean fortranOrder : new boolean[] {false, true}) {
            byte[] bytes = VectorBytes.npy(VectorBytes.header("|u1", fortranOrder, shape), new byte[30]);
            assertProblem(bytes, "a.npy", problem);
            assertProblem(VectorBytes.gzip(bytes), "a.npy.gz", problem);
        }
    }

    @Test
    void shouldRefuseArraysThatAreCutShort() {
        byte[] whole = VectorBytes.npy(SIX, 2);
        int start = whole.length - 48;
        for (int length : new int[] {whole.length - 1, whole.length - 8, start + 5, start}) {
            byte[] bytes = Arrays.copyOf(whole, length);
            String problem = "truncated: shape (3, 2) takes 48 bytes from byte " + start + " on, and there are "
                    + (length - start);
            assertProblem(bytes, "a.npy", ", byte " + length + ": " + problem);
            assertProblem(VectorBytes.gzip(bytes), "a.npy.gz", ", byte " + length + " (decompressed): " + problem);
        }
    }

    /** The header claims two billion numbers; the reader must spend neither memory nor time on them. */
    @Test
    void shouldNotTrustTheShape() {
        byte[] bytes = VectorBytes.npy(VectorBytes.header("<f8", false, "(2000000, 1000)"), new byte[16]);
        assertProblem(bytes, "a.npy", "truncated: shape (2000000, 1000) takes 16000000000 bytes");
        assertProblem(VectorBytes.gzip(bytes), "a.npy.gz", "truncated: shape (2000000, 1000) takes 16000000000 bytes");
    }

    @Test
    void shouldRefuseBytesAfterTheLastNumber() {
        byte[] whole = VectorBytes.npy(SIX, 2);
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        String problem = ": bytes after the last number: shape (3, 2) ends here";
        assertProblem(longer, "a.npy", ", byte " + whole.length + problem);
        assertProblem(VectorBytes.gzip(longer), "a.npy.gz", ", byte " + whole.length + " (decompressed)" + problem);
    }

    @Test
    void shouldNamePlaceOfNanInArrays() {
        double[] values = {1, 2, Double.NaN, 4, 5, 6};
        int start = VectorBytes.npy(values, 2).length - 48;
        assertProblem(
                VectorBytes.npy(values, 2),
                "a.npy",
                ", row 1, column 0, byte " + (start + 16) + ": not a finite number: NaN");
        byte[] byColumns = VectorBytes.npy(
                VectorBytes.header("<f8", true, "(3, 2)"),
                VectorBytes.numbers(values, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble));
        assertProblem(byColumns, "a.npy", ", row 2, column 0, byte ", ": not a finite number: NaN");
    }

    @Test
    void shouldNamePlaceOfWhatIsTooLarge() {
        assertProblem(
                VectorBytes.npy(new double[] {0, -1e200}, 2), "a.npy", "row 0, column 1", "2^500 at most: -1.0E200");
        assertProblem(
                VectorBytes.npy(new double[] {0, Double.NEGATIVE_INFINITY}, 2),
                "a.npy",
                "column 1",
                "not a finite number: -Infinity");
    }

    @ParameterizedTest
    @CsvSource({
        "<i8, 9007199254740993, 9007199254740993",
        "<i8, -9007199254740993, -9007199254740993",
        "<i8, -9223372036854775808, -9223372036854775808",
        "<u8, 9007199254740993, 9007199254740993",
        "<u8, -1, 18446744073709551615"
    })
    void shouldRefuseWholeNumbersThatNoDoubleTellsApart(String descr, long bits, String shown) {
        byte[] numbers = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(8, bits)
                .array();
        assertProblem(
                VectorBytes.npy(VectorBytes.header(descr, false, "(2,)"), numbers),
                "a.npy",
                "row 1, column 0",
                "of magnitude 2^53 at most, to be exact as a double: " + shown);
    }

    @Test
    void shouldRefuseBooleansOtherThanFalseAndTrue() {
        assertProblem(
                VectorBytes.npy(VectorBytes.header("|b1", false, "(1, 3)"), new byte[] {0, 1, -1}),
                "a.npy",
                "row 0, column 2",
                "a boolean must be 0 or 1: 255");
    }

    /** The file is sparse: it has the length, but uses no disk space. */
    @Test
    void shouldRefuseMoreCoordinatesThanPointsHave() throws IOException {
        Path file = directory.resolve("sparse.fvecs");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.write(new byte[] {1, 0, 0, 0});
            sparse.setLength(8L * (CoordinateBuffer.MAX_SIZE + 1L));
        }
        InputException e = assertThrows(InputException.class, () -> VectorFiles.read(file));
        assertTrue(e.getMessage().startsWith(file + ": more than 2147483639 coordinates"), e.getMessage());
    }

    // Writing

    @Test
    void shouldReadTheIdsThatWereWritten() throws IOException {
        for (String name : List.of("ids.ivecs", "ids.npy", "ids.ivecs.gz", "ids.npy.gz")) {
            Path file = directory.resolve(name);
            VectorFiles.writeIds(neighbors(), file);
            Points read = VectorFiles.read(file);
            assertEquals(3, read.dims(), name);
            assertArrayEquals(new double[] {7, 5, 2, 1, 0, -1}, read.toRowMajor(), name);
        }
    }

    @Test
    void shouldWriteIdsAsPlainCodeReadsThem() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VectorFiles.writeIds(neighbors(), PointFormat.IVECS, out);
        assertArrayEquals(VectorBytes.ivecs(new double[] {7, 5, 2, 1, 0, -1}, 3), out.toByteArray());
    }

    @Test
    void shouldWriteDistancesAsPlainCodeReadsThem() throws IOException {
        double[] distances = {0, Math.sqrt(2), 3, 1, 1e30, Double.POSITIVE_INFINITY};
        ByteArrayOutputStream floats = new ByteArrayOutputStream();
        VectorFiles.writeDistances(neighbors(), PointFormat.FVECS, floats);
        assertArrayEquals(VectorBytes.fvecs(distances, 3), floats.toByteArray());
        ByteArrayOutputStream npy = new ByteArrayOutputStream();
        VectorFiles.writeDistances(neighbors(), PointFormat.NPY, npy);
        ByteBuffer bytes = ByteBuffer.wrap(npy.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        double[] read =
                DoubleStream.generate(bytes.position(128)::getDouble).limit(6).toArray();
        assertArrayEquals(distances, read);
        assertEquals(0, bytes.remaining());
    }

    /** NumPy requires that the numbers begin at a multiple of 64 bytes, and that the text ends with a newline. */
    @Test
    void shouldWriteHeadersAsNumPyDoes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VectorFiles.writeIds(neighbors(), PointFormat.NPY, out);
        String text = out.toString(StandardCharsets.ISO_8859_1);
        assertEquals("\u0093NUMPY\u0001\u0000\u0076\u0000", text.substring(0, 10));
        assertEquals(
                "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }",
                text.substring(10, 128).strip());
        assertEquals('\n', text.charAt(127));
        assertEquals(128 + 24, text.length());
    }

    @Test
    void shouldRefuseDistancesThatFloatsCannotHold() {
        Neighbors far = neighbors(1, 1, new int[] {0}, new double[] {1e80});
        IOException e =
                assertThrows(IOException.class, () -> VectorFiles.writeDistances(far, directory.resolve("far.fvecs")));
        assertTrue(
                e.getMessage().contains("too large for float32")
                        && e.getMessage().contains("1.0E40"),
                e.getMessage());
        assertEquals(0, directory.toFile().list().length);
    }

    @Test
    void shouldRefuseFormatsThatDoNotHoldWhatIsWritten() {
        for (String name : List.of("a.fvecs", "a.bvecs", "a.csv")) {
            Path file = directory.resolve(name);
            assertThrows(IllegalArgumentException.class, () -> VectorFiles.writeIds(neighbors(), file));
        }
        for (String name : List.of("a.ivecs", "a.bvecs", "a.csv")) {
            Path file = directory.resolve(name);
            assertThrows(IllegalArgumentException.class, () -> VectorFiles.writeDistances(neighbors(), file));
        }
        assertEquals(0, directory.toFile().list().length);
    }

    private static Neighbors neighbors() {
        return neighbors(
                2, 3, new int[] {7, 5, 2, 1, 0, -1}, new double[] {0, 2, 9, 1, 1e60, Double.POSITIVE_INFINITY});
    }

    private static Neighbors neighbors(int queries, int k, int[] ids, double[] keys) {
        return new Neighbors(queries, k, ids, keys, Metric.EUCLIDEAN, REPORT);
    }

    /** Reads the bytes from a file of this name, as they are and compressed. */
    private void assertRead(double[] expected, int dims, byte[] bytes, String name) throws IOException {
        for (byte[] stored : List.of(bytes, VectorBytes.gzip(bytes))) {
            Points points = VectorFiles.read(write(name, stored));
            assertEquals(dims, points.dims());
            assertArrayEquals(expected, points.toRowMajor());
        }
    }

    private void assertProblem(byte[] bytes, String name, String... parts) {
        InputException e = assertThrows(InputException.class, () -> VectorFiles.read(write(name, bytes)));
        assertTrue(e.getMessage().startsWith(directory.resolve(name).toString()), e.getMessage());
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), "\"" + part + "\" is missing in: " + e.getMessage());
        }
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes);
    }
}
