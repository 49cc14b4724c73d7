package dev.gyre.engine.data;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Points and boxes of buffers: equal to those of arrays, whatever the buffer. */
class BuffersTest {

    private static final long SEED = 30;

    /** Numbers of a float, so that buffers of both types hold them. */
    private static double[] numbers(int count) {
        Random random = new Random(SEED);
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) (random.nextGaussian() * 1000);
        }
        if (count > 0) {
            numbers[count / 2] = -0.0;
        }
        return numbers;
    }

    /** Returns a buffer of numbers with others before and after them, which its position and limit leave out. */
    private static DoubleBuffer doubles(double[] numbers, IntFunction<ByteBuffer> memory) {
        DoubleBuffer all = memory.apply(8 * (numbers.length + 5)).asDoubleBuffer();
        all.put(Double.NaN).put(Double.NaN).put(Double.NaN).put(numbers).put(Double.NaN);
        return all.position(3).limit(3 + numbers.length);
    }

    private static FloatBuffer floats(double[] numbers, IntFunction<ByteBuffer> memory) {
        FloatBuffer all = memory.apply(4 * (numbers.length + 5)).asFloatBuffer();
        all.put(Float.NaN);
        for (double number : numbers) {
            all.put((float) number);
        }
        return all.position(1).limit(1 + numbers.length);
    }

    private static double[] column(double[] rows, int dims, int dim) {
        double[] column = new double[rows.length / dims];
        for (int row = 0; row < column.length; row++) {
            column[row] = rows[row * dims + dim];
        }
        return column;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16383, 16384, 16385, 100_000})
    void shouldTakePointsOfAllBuffers(int size) {
        double[] rows = numbers(3 * size);
        for (IntFunction<ByteBuffer> memory : memories()) {
            assertArrayEquals(
                    rows, Points.of(doubles(rows, memory).asReadOnlyBuffer(), 3).toRowMajor());
            assertArrayEquals(rows, Points.of(floats(rows, memory), 3).toRowMajor());
            DoubleBuffer[] columns = new DoubleBuffer[3];
            FloatBuffer[] floatColumns = new FloatBuffer[3];
            for (int dim = 0; dim < 3; dim++) {
                columns[dim] = doubles(column(rows, 3, dim), memory);
                floatColumns[dim] = floats(column(rows, 3, dim), memory);
            }
            Points points = Points.ofColumns(columns);
            assertEquals(3, points.dims());
            assertArrayEquals(rows, points.toRowMajor());
            assertArrayEquals(rows, Points.ofColumns(floatColumns).toRowMajor());
            assertEquals(3, columns[0].position(), "positions do not change");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16385, 70_000})
    void shouldTakeBoxesOfAllBuffers(int size) {
        double[] bounds = numbers(4 * size);
        for (int at = 0; at < bounds.length; at++) {
            if (at % 4 > 1) {
                bounds[at] = (float) (bounds[at - 2] + Math.abs(bounds[at]));
            }
        }
        for (IntFunction<ByteBuffer> memory : memories()) {
            assertArrayEquals(bounds, Boxes.of(doubles(bounds, memory), 2).toRowMajor());
            assertArrayEquals(bounds, Boxes.of(floats(bounds, memory), 2).toRowMajor());
            DoubleBuffer[] columns = new DoubleBuffer[4];
            FloatBuffer[] floatColumns = new FloatBuffer[4];
            for (int at = 0; at < 4; at++) {
                columns[at] = doubles(column(bounds, 4, at), memory);
                floatColumns[at] = floats(column(bounds, 4, at), memory);
            }
            assertArrayEquals(bounds, Boxes.ofColumns(columns).toRowMajor());
            assertArrayEquals(bounds, Boxes.ofColumns(floatColumns).toRowMajor());
            assertArrayEquals(
                    Boxes.wrap(bounds, 2).extent(), Boxes.ofColumns(columns).extent());
        }
    }

    private static Iterable<IntFunction<ByteBuffer>> memories() {
        return List.of(
                ByteBuffer::allocate,
                ByteBuffer::allocateDirect,
                bytes -> ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Test
    void shouldCopyWhatItTakes() {
        DoubleBuffer rows = DoubleBuffer.wrap(new double[] {1, 2});
        Points points = Points.of(rows, 1);
        Boxes boxes = Boxes.of(rows, 1);
        rows.put(0, 99);
        assertEquals(1, points.coordinate(0, 0));
        assertEquals(1, boxes.lower(0, 0));
    }

    /** Java 21, for which the tests are compiled, has no memory segments without a preview. */
    @Test
    void shouldTakeMemorySegmentsByTheirBuffers() throws ReflectiveOperationException {
        assumeTrue(Runtime.version().feature() >= 22);
        Class<?> arenas = Class.forName("java.lang.foreign.Arena");
        Object arena = arenas.getMethod("ofAuto").invoke(null);
        Object segment = arenas.getMethod("allocate", long.class, long.class).invoke(arena, 64L, 8L);
        ByteBuffer bytes = (ByteBuffer) Class.forName("java.lang.foreign.MemorySegment")
                .getMethod("asByteBuffer")
                .invoke(segment);
        DoubleBuffer rows = bytes.order(ByteOrder.nativeOrder()).asDoubleBuffer();
        rows.put(0, new double[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertArrayEquals(
                new double[] {1, 2, 3, 4, 5, 6, 7, 8}, Points.of(rows, 2).toRowMajor());
    }

    @Test
    void shouldNameTheFirstBadRow() {
        double[] rows = numbers(90_000);
        rows[40_001] = Double.NaN;
        rows[80_000] = Double.POSITIVE_INFINITY;
        String message = "coordinates must be finite and of magnitude 2^500 at most: row=20000, column=1, value=NaN";
        assertRefused(message, () -> Points.of(DoubleBuffer.wrap(rows), 2));
        assertRefused(
                message,
                () -> Points.ofColumns(DoubleBuffer.wrap(column(rows, 2, 0)), DoubleBuffer.wrap(column(rows, 2, 1))));
    }

    @Test
    void shouldRefuseLengthsThatDoNotFit() {
        FloatBuffer three = FloatBuffer.allocate(3);
        assertRefused(
                "the number of coordinates must be a multiple of dims: length=3, dims=2", () -> Points.of(three, 2));
        assertRefused("the number of bounds must be a multiple of 2 dims: length=3, dims=1", () -> Boxes.of(three, 1));
        String differ = "columns must be of one length: column 0 has 3, column 1 has 2";
        assertRefused(differ, () -> Points.ofColumns(three, FloatBuffer.allocate(2)));
        assertRefused(differ, () -> Boxes.ofColumns(three, FloatBuffer.allocate(2)));
        assertRefused(
                "boxes need as many columns of lower bounds as of upper ones: columns=3",
                () -> Boxes.ofColumns(three, three, three));
        assertRefused("dims of boxes must be in 1..8: dims=0", () -> Boxes.ofColumns(new FloatBuffer[0]));
        assertRefused("dims must be in 1..4096: dims=0", () -> Points.ofColumns(new DoubleBuffer[0]));
        assertRefused(
                "a box's lower bound must not be above its upper one: row=0, column=0, lower=2.0, upper=1.0",
                () -> Boxes.of(DoubleBuffer.wrap(new double[] {2, 1}), 1));
    }
}
