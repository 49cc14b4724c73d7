package dev.gyre.benchmarks;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.select.RowSelection;
import java.util.List;
import java.util.Locale;

/** The operations of the {@link ScalingExperiment}: each makes seeded data of a size and the stages over it. */
enum ScalingOperation {
    /** Stable sort, by the method that the engine chooses for the device and the size. */
    SORT("random int keys with an int payload") {
        @Override
        ResidentWork work(int n, Device device) {
            return SortWork.pairs(SortMethod.AUTOMATIC, KeyDistribution.RANDOM.keys(n), device);
        }
    },
    /** Exclusive running sums. */
    SCAN("random zeros and ones") {
        @Override
        ResidentWork work(int n, Device device) {
            return of(PartitionOperation.SCAN.work(n, device));
        }
    },
    /** Stable compaction. */
    COMPACTION("random ints, of which about every other is kept") {
        @Override
        ResidentWork work(int n, Device device) {
            return of(PartitionOperation.COMPACTION.work(n, device));
        }
    },
    /** The 100 smallest of one list, with ids, by the method that the engine chooses. */
    TOP_100("one list of uniform floats") {
        @Override
        ResidentWork work(int n, Device device) {
            float[] values = RowData.UNIFORM.rows(1, n);
            RowSelection selection = RowSelection.of(
                    values, 1, n, Math.min(KEPT, n), Order.ASCENDING, SelectionMethod.AUTOMATIC, device);
            return ResidentWork.of(toString(), values, selection);
        }
    };

    private static final int KEPT = 100;

    private final String data;

    ScalingOperation(String data) {
        this.data = data;
    }

    /** What it works on, for the report. */
    String data() {
        return data;
    }

    /**
     * The operation on n elements.
     *
     * @param n number of elements
     * @param device where it will run
     * @return stages over data on the host
     */
    abstract ResidentWork work(int n, Device device);

    /** Work that leaves its input as it is. */
    ResidentWork of(PartitionOperation.Work work) {
        return new ResidentWork(toString(), work.inputs(), List.of(), work.stages(), work.outputs());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
