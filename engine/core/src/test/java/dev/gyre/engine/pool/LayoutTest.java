package dev.gyre.engine.pool;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LayoutTest {

    private static final Device JVM = JvmBackend.device(2);

    @Test
    void shouldCountEachDeclaredArrayOnce() {
        for (Layout layout : List.of(Layout.on(JVM), Layout.measured(JVM))) {
            assertEquals(0, layout.bytes());
            assertEquals(0, layout.largestBytes());
            int[] ints = layout.ints(2, 3, 5);
            long[] longs = layout.longs(7);
            float[] floats = layout.floats(11);
            double[] doubles = layout.input(double[].class, 13, 2);
            int[] sizes = {1, 2, 3};
            assertSame(sizes, layout.add(sizes));
            assertSame(sizes, layout.add(sizes));
            assertEquals(4 * 30 + 8 * 7 + 4 * 11 + 8 * 26 + 4 * 3, layout.bytes());
            assertEquals(8 * 26, layout.largestBytes());
            assertEquals(30, layout.longest());
            assertEquals(30, layout.length(ints));
            assertEquals(7, layout.length(longs));
            assertEquals(11, layout.length(floats));
            assertEquals(26, layout.length(doubles));
            assertEquals(3, layout.length(sizes));
            assertEquals(9, layout.length(new int[9]), "an array of the caller");
            assertEquals(List.<Object>of(doubles), layout.inputs());
            assertEquals(List.of(), layout.outputs());
            assertSame(doubles, layout.output(doubles));
            assertEquals(List.<Object>of(doubles), layout.outputs());
            assertSame(JVM, layout.device());
        }
    }

    @Test
    void shouldAllocateOnlyIfItDoesNotMeasure() {
        assertEquals(12, Layout.on(JVM).ints(3, 4).length);
        assertEquals(0, Layout.measured(JVM).ints(3, 4).length);
        assertEquals(0, Layout.measured(JVM).doubles(1L << 40).length);
        Layout layout = Layout.measured(JVM);
        assertNotSame(layout.ints(1), layout.ints(1));
    }

    @Test
    void shouldTakeLargeArraysThatWereMadeAhead() {
        int large = 1 << 17;
        Layout counted = Layout.measured(JVM);
        counted.ints(large);
        counted.doubles(3);
        counted.doubles(large, 2);
        counted.ints(1L << 40);
        List<Object> ahead = new ArrayList<>();
        Layout layout = Layout.like(counted, (type, length) -> {
            Object array = Array.newInstance(type.getComponentType(), length);
            ahead.add(array);
            return () -> array;
        });
        assertEquals(2, ahead.size(), "large ones that are no longer than arrays can be");
        assertSame(ahead.get(0), layout.ints(large));
        assertEquals(3, layout.doubles(3).length);
        assertSame(ahead.get(1), layout.doubles(large, 2));
        assertEquals(large, layout.ints(large).length, "one more than was measured");
    }

    @Test
    void shouldNotWaitForArraysThatAreNeededLater() {
        int large = 1 << 17;
        Layout counted = Layout.measured(JVM);
        assertEquals(0, counted.later(double[].class, large, 2).get().length);
        counted.ints(large);
        assertEquals(16L * large + 4 * large, counted.bytes());
        assertEquals(2 * large, counted.longest());
        List<Object> asked = new ArrayList<>();
        Layout layout = Layout.like(counted, (type, length) -> () -> {
            Object array = Array.newInstance(type.getComponentType(), length);
            asked.add(array);
            return array;
        });
        Supplier<double[]> later = layout.later(double[].class, large, 2);
        int[] now = layout.ints(large);
        assertEquals(List.<Object>of(now), asked);
        assertSame(later.get(), asked.get(1));
        assertEquals(counted.bytes(), layout.bytes());
        assertEquals(3, Layout.on(JVM).later(int[].class, 3).get().length);
        assertRefused(
                "an array must be below 2^31 - 8 elements: elements=4294967296, shape=[65536, 65536]",
                () -> Layout.on(JVM).later(int[].class, 1 << 16, 1 << 16));
    }

    @Test
    void shouldMakeArraysThatWereNotMeasured() {
        int large = 1 << 17;
        Layout counted = Layout.measured(JVM);
        counted.ints(large);
        counted.longs(large);
        List<Object> ahead = new ArrayList<>();
        Layout layout = Layout.like(counted, (type, length) -> {
            ahead.add(Array.newInstance(type.getComponentType(), length));
            return () -> ahead.get(ahead.size() - 1);
        });
        assertEquals(large, layout.doubles(large).length);
        assertNotSame(ahead.get(1), layout.longs(large), "after another one, none is taken");
    }

    @Test
    void shouldNotMakeArraysThatTheCallerGives() {
        int large = 1 << 17;
        Layout counted = Layout.measured(JVM);
        counted.ints(large);
        counted.input(double[].class, large);
        counted.given(int[].class, large);
        double[] given = new double[large];
        List<Object> ahead = new ArrayList<>();
        Layout layout = Layout.like(
                counted,
                (type, length) -> {
                    Object array = Array.newInstance(type.getComponentType(), length);
                    ahead.add(array);
                    return () -> array;
                },
                (Object) given);
        assertEquals(2, ahead.size(), "all but the one that is given");
        assertSame(ahead.get(0), layout.ints(large));
        assertSame(given, layout.input(double[].class, large));
        assertSame(ahead.get(1), layout.given(int[].class, large));
    }

    @Test
    void shouldNotMakeArraysThatOnlyTheDeviceNeeds() {
        int large = 1 << 17;
        Layout counted = Layout.measured(JVM);
        int[] in = counted.ints(large);
        int[] between = counted.ints(large);
        int[] unused = counted.ints(large);
        int[] count = counted.add(new int[1]);
        int[] out = counted.ints(5);
        counted.leaveOnDevice(Program.of(
                "test",
                Phase.named("run")
                        .upload(in, count)
                        .stage(GatherScatter.GATHER_INTS.stage(5, in, between, count, out))
                        .download(out)
                        .build()));
        List<Object> ahead = new ArrayList<>();
        Layout layout = Layout.like(counted, (type, length) -> {
            Object array = Array.newInstance(type.getComponentType(), length);
            ahead.add(array);
            return () -> array;
        });
        assertSame(ahead.get(0), layout.ints(large));
        int[] alone = layout.ints(large);
        assertEquals(0, alone.length);
        assertEquals(large, layout.length(alone));
        assertEquals(Map.of(alone, large), layout.scratch());
        assertSame(ahead.get(1), layout.ints(large), "used by no stage");
        assertEquals(5, layout.ints(5).length);
        assertEquals(4L * large * 3 + 4 * 5, layout.bytes());
        assertEquals(0, unused.length);
    }

    @Test
    void shouldMakeAllArraysOnceOneIsAnother() {
        Layout counted = Layout.measured(JVM);
        int[] between = counted.ints(7);
        int[] count = counted.add(new int[1]);
        counted.leaveOnDevice(Program.of(
                "test",
                Phase.named("run")
                        .upload(count)
                        .stage(GatherScatter.GATHER_INTS.stage(5, count, between, count, count))
                        .build()));
        Layout layout = Layout.like(counted, (type, length) -> () -> Array.newInstance(type, length));
        assertEquals(8, layout.ints(8).length);
        assertEquals(7, layout.ints(7).length);
    }

    @Test
    void shouldUseTheArraysOfTheCallerInTheirOrder() {
        int[] first = new int[5];
        double[] second = new double[6];
        Layout layout = Layout.on(JVM, first, second);
        assertNotSame(first, layout.ints(5));
        assertSame(first, layout.given(int[].class, 5));
        assertSame(second, layout.input(double[].class, 3, 2));
        assertEquals(4, layout.input(int[].class, 4).length, "none is left");
        assertEquals(4 * 5 + 4 * 5 + 8 * 6 + 4 * 4, layout.bytes());
        assertThrows(ClassCastException.class, () -> Layout.on(JVM, first).input(double[].class, 5));
    }

    @Test
    void shouldRefuseAnArrayThatIsTooLong() {
        assertRefused(
                "an array must be below 2^31 - 8 elements: elements=4294967296, shape=[65536, 65536]",
                () -> Layout.on(JVM).ints(1 << 16, 1 << 16));
        Layout layout = Layout.measured(JVM);
        int[] array = layout.ints(1 << 16, 1 << 16);
        assertEquals(4L << 32, layout.bytes());
        assertEquals(1L << 32, layout.longest());
        assertEquals(Integer.MAX_VALUE, layout.length(array));
        assertThrows(ArithmeticException.class, () -> layout.ints(Long.MAX_VALUE, 2));
    }
}
