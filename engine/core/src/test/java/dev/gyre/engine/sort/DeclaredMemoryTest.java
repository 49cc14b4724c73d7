package dev.gyre.engine.sort;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.select.SelectionProgram;
import dev.gyre.tasks.select.SelectionParameters;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formulas of the documentation are above the declared arrays, by little. */
class DeclaredMemoryTest {

    private static final List<Device> DEVICES =
            List.of(JvmBackend.device(2), new Device("card", 0, "Card", Device.Type.GPU, 1L << 37, 1L << 36));

    private static final long MIB = 1 << 20;

    private static void assertAlmost(double formula, long declared, String what) {
        assertTrue(
                declared <= formula && formula <= 1.25 * declared + 3 * MIB,
                () -> what + ": formula=" + formula + ", declared=" + declared);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 1 << 20, 50_000_001, 1 << 28})
    void shouldBeThatOfSorts(int n) {
        for (Device device : DEVICES) {
            for (int columns = 1; columns <= 4; columns++) {
                Layout layout = Layout.measured(device);
                KeyColumns all = KeyColumns.of(layout.ints(columns, n), n, columns, 0);
                new RadixSort(n, layout).orderByFirst(all);
                new SegmentedSort(n, layout.add(new int[1]), all, layout);
                assertAlmost((24.3 + 4 * columns) * n + MIB, layout.bytes(), device + ", sort, n=" + n);
            }
            for (int blocks : new int[] {1, 1 + n / 1000}) {
                Layout layout = Layout.measured(device);
                new BlockSort(n, blocks, KeyColumns.of(layout.ints(n), n, 1, 0), 2, layout);
                assertAlmost(27.4 * n + 44.0 * blocks + 3 * MIB, layout.bytes(), device + ", blocks, n=" + n);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 1 << 20, 50_000_001})
    void shouldBeThatOfBuildsOfTrees(int n) {
        for (Device device : DEVICES) {
            for (int dims : new int[] {1, 3, 16}) {
                double leaves = 2.0 * n / 4 + 1;
                long declared = KdTree.buildBytes(n, dims, device);
                // The JVM orders rows with memory that it borrows for a moment, and keeps no order of the first
                // dimension.
                int words = device.type() == Device.Type.JVM ? 7 * dims + 2 : 8 * dims + 10;
                double formula = 4.0 * n * words + MIB;
                assertTrue(declared <= formula + leaves * (32 * dims + 16), () -> device + ", n=" + n);
                assertTrue(declared >= 0.75 * (formula - MIB), () -> device + ", n=" + n);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 1 << 22})
    void shouldBeThatOfSelections(int n) {
        int rows = 8;
        double values = 4.0 * rows * n;
        for (Device device : DEVICES) {
            for (int k : new int[] {1, 1000, 30_000}) {
                double found = 8.0 * rows * k + 1000;
                long radix = bytes(device, rows, n, k, SelectionOptions.Method.RADIX_SELECT);
                assertAlmost(values + found + 4.3 * rows * n, radix, device + ", radix");
                long sample = bytes(device, rows, n, k, SelectionOptions.Method.SAMPLE_SELECT);
                assertAlmost(values + found + 8.3 * rows * n + 4.0 * rows * 4096, sample, device + ", sample");
            }
            long single = bytes(device, rows, n, 1000, SelectionOptions.Method.SINGLE_PASS);
            assertTrue(single >= values + 8.0 * rows * 1000, device + ", single pass");
        }
    }

    /** The bytes for floats, which are turned into keys. */
    private static long bytes(Device device, int rows, int n, int k, SelectionOptions.Method method) {
        return new SelectionProgram.Sizes(rows, n, k, SelectionParameters.FLOATS, method, rows)
                .measured(device)
                .bytes();
    }
}
