package dev.gyre.engine.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.PlantedFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the order from several devices with that of the plainest code. */
@Timeout(120)
class JointSortTest {

    private static final Workers WORKERS = new Workers(2);
    private static final List<Workers> SINGLE =
            Stream.generate(() -> new Workers(1)).limit(4).toList();
    private static final long MEMORY = 1L << 32;
    private static final int SIZE = 5000;

    /** Kinds of keys: a value for a row and a random number. */
    private enum Data {
        RANDOM((row, random) -> random),
        FEW((row, random) -> random & 7),
        ALL_EQUAL((row, random) -> 5),
        ASCENDING((row, random) -> row),
        DESCENDING((row, random) -> -row),
        EXTREMES((row, random) -> random % 3 == 0 ? Integer.MIN_VALUE : random % 3 == 1 ? Integer.MAX_VALUE : 0);

        private final IntBinaryOperator value;

        Data(IntBinaryOperator value) {
            this.value = value;
        }

        int[] values(int n, long seed) {
            Random random = new Random(seed);
            return IntStream.range(0, n)
                    .map(row -> value.applyAsInt(row, random.nextInt()))
                    .toArray();
        }
    }

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
        SINGLE.forEach(Workers::close);
    }

    private static Backend backend(int index, boolean jvm) {
        Workers workers = SINGLE.get(index);
        Device device = new Device("test", index, "device " + index, Device.Type.GPU, MEMORY, MEMORY);
        return jvm ? new JvmBackend(workers) : new FaultyBackend(device, workers, FaultyBackend.Fault.NONE);
    }

    private static List<Context> contexts(int count, boolean jvm, long memory) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Context(backend(i, jvm), WORKERS, memory))
                .toList();
    }

    private static ColumnSource source(int[]... columns) {
        return ColumnSource.of(columns.length, 0, (values, stride) -> {
            for (int column = 0; column < columns.length; column++) {
                System.arraycopy(columns[column], 0, values, column * stride, columns[column].length);
            }
        });
    }

    private static int[] plain(int[]... columns) {
        Comparator<Integer> order = Comparator.comparingInt(row -> columns[0][row]);
        for (int column = 1; column < columns.length; column++) {
            int[] values = columns[column];
            order = order.thenComparingInt(row -> values[row]);
        }
        return IntStream.range(0, columns[0].length)
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int[] joint(List<Context> contexts, SortMethod method, int[]... columns) {
        return JointSort.order(contexts, columns[0].length, source(columns), method, Monitor.NONE);
    }

    @ParameterizedTest
    @EnumSource(Data.class)
    void shouldOrderRowsAsOneDeviceDoes(Data data) {
        int cases = data.ordinal();
        for (int n : new int[] {1, 2, 3, 5, 100, 1023, 1024, 1025, 4096, 70_001}) {
            int[] keys = data.values(n, n);
            int[] lower = Data.FEW.values(n, n + 1);
            SortMethod method = cases % 2 == 0 ? SortMethod.RADIX : SortMethod.MERGE;
            List<Context> contexts = contexts(1 + cases % 4, cases % 3 == 0, MEMORY);
            cases++;
            String name = data + ", n=" + n + ", " + method + ", devices=" + contexts.size();
            assertArrayEquals(plain(keys), joint(contexts, method, keys), name);
            if (n <= SIZE) {
                SortMethod ofColumns = method == SortMethod.RADIX ? SortMethod.RADIX_THEN_TIES : method;
                assertArrayEquals(plain(lower, keys), joint(contexts, ofColumns, lower, keys), name + ", 2 columns");
            }
        }
    }

    @Test
    void shouldOrderMoreRowsThanFitADevice() {
        for (boolean jvm : new boolean[] {true, false}) {
            int[] keys = Data.FEW.values(SIZE, 3);
            for (int parts : new int[] {3, 10}) {
                List<Context> small = contexts(2, jvm, Sorter.deviceBytes(SIZE / parts, 1));
                assertArrayEquals(plain(keys), joint(small, SortMethod.RADIX, keys), "jvm=" + jvm + ", " + parts);
            }
            List<Context> tiny = contexts(2, jvm, 1 << 20);
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> joint(tiny, SortMethod.RADIX, keys));
            assertTrue(e.getMessage().startsWith("the sort of a row does not fit the memory of "), e::getMessage);
        }
    }

    @Test
    void shouldEndOnTheOthersWhereADeviceFails() {
        int[] keys = Data.RANDOM.values(SIZE, 4);
        for (int runs = 0; runs < 3; runs++) {
            PlantedFault failing = new PlantedFault(backend(1, false), runs, DeviceException::new);
            List<Context> contexts = new ArrayList<>(contexts(3, false, MEMORY));
            contexts.set(1, new Context(failing, WORKERS, MEMORY));
            // The other devices may sort everything before this one begins.
            for (int call = 0; call < 500 && !failing.hasFailed(); call++) {
                assertArrayEquals(plain(keys), joint(contexts, SortMethod.RADIX, keys), "runs=" + runs);
            }
            assertTrue(failing.hasFailed(), "it never took a range");
        }
    }

    @Test
    void shouldNameAllDevicesWhereAllFailAndThrowOtherErrors() {
        int[] keys = Data.RANDOM.values(SIZE, 5);
        List<Context> failing = IntStream.range(0, 2)
                .mapToObj(
                        i -> new Context(new PlantedFault(backend(i, false), 0, DeviceException::new), WORKERS, MEMORY))
                .toList();
        DeviceException e = assertThrows(DeviceException.class, () -> joint(failing, SortMethod.RADIX, keys));
        assertTrue(e.getMessage().contains("test:0") && e.getMessage().contains("test:1"), e::getMessage);
        assertEquals(2, e.getSuppressed().length);
        List<Context> broken =
                List.of(new Context(new PlantedFault(backend(0, false), 0, ArithmeticException::new), WORKERS, MEMORY));
        assertThrows(ArithmeticException.class, () -> joint(broken, SortMethod.RADIX, keys));
    }

    @Test
    void shouldEndWhenCancelledAndSortAfterwards() {
        List<Context> contexts = contexts(2, true, MEMORY);
        int[] keys = Data.RANDOM.values(SIZE, 6);
        assertThrows(
                CancellationException.class,
                () -> JointSort.order(contexts, SIZE, source(keys), SortMethod.RADIX, (done, total) -> false));
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> joint(contexts, SortMethod.RADIX, keys));
        assertTrue(Thread.interrupted());
        assertArrayEquals(plain(keys), joint(contexts, SortMethod.RADIX, keys));
    }
}
