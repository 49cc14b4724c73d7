package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;

/** The operations of the {@link ScalingExperiment}. */
enum ScalingOperation {
    /** Stable sort, by the method that the engine chooses for the device and the size. */
    SORT(DeviceWork.SORT, "", "random int keys with an int payload"),
    /** Exclusive running sums. */
    SCAN(DeviceWork.SCAN, "", "random zeros and ones"),
    /** Stable compaction. */
    COMPACTION(DeviceWork.COMPACTION, "", "random ints, of which about every other is kept"),
    /** The 100 smallest of one list, with ids, by the method that the engine chooses. */
    TOP_100(DeviceWork.SELECTION, ",k=100", "one list of uniform floats");

    private final DeviceWork work;
    private final String sizes;
    private final String data;

    ScalingOperation(DeviceWork work, String sizes, String data) {
        this.work = work;
        this.sizes = sizes;
        this.data = data;
    }

    /** What it works on, for the report. */
    String data() {
        return data;
    }

    /** The operation on n elements. */
    ResidentWork work(int n, Engine engine) {
        return work.work(Sizes.of("n=" + n + sizes), engine);
    }

    @Override
    public String toString() {
        return Sizes.title(this);
    }
}
