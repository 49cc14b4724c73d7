package dev.gyre.engine.partition;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.sample.Sample;
import dev.gyre.tasks.RowScan;
import dev.gyre.tasks.RowScanGroups;
import java.util.List;
import java.util.Random;

/** The kernels of scans. */
public final class ScanKernels implements KernelCatalog {

    /** Exclusive sums along rows, as {@link RowScan#scanRows}. */
    public static final Kernel ROW_SCAN = Kernel.of(
                    "row-scan", (KernelFunction.Of3<int[], int[], int[]>) RowScan::scanRows, ScanKernels::sampleRowScan)
            .withGroupVariant(GroupFunction.groupPerItem(RowScanGroups.class, "scanRows", RowScanGroups.THREADS))
            .withCoarseItems();

    /** For the service loader. */
    public ScanKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(ROW_SCAN);
    }

    private static Invocation sampleRowScan(Sample sample) {
        Random random = sample.random();
        int rows = 1 + random.nextInt(5);
        int columns = Math.max(1, sample.size());
        int[] values = random.ints((long) rows * columns, 0, 1000).toArray();
        int[] totals = new int[rows];
        return new Invocation(rows, List.of(values, new int[] {columns}, totals), List.of(values, totals));
    }
}
