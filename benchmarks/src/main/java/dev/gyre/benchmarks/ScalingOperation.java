package dev.gyre.benchmarks;

import dev.gyre.engine.device.Device;
import dev.gyre.engine.sort.SortMethod;
import java.util.Locale;

/** The operations of the {@link ScalingExperiment}: each makes seeded data of a size and the stages over it. */
enum ScalingOperation {
    /** Stable sort, by the method that the engine chooses for the device and the size. */
    SORT("random int keys with an int payload") {
        @Override
        ResidentWork work(int n, Device device) {
            return SortWork.pairs(SortMethod.AUTOMATIC, KeyDistribution.RANDOM.keys(n), device);
        }
    };

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

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
