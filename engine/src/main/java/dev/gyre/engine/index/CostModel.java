package dev.gyre.engine.index;

import dev.gyre.engine.device.Device;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What searches cost on each device: measured on this machine, if {@code gyre calibrate} left a file that says so, and else
 * what is known of other machines. Immutable.
 *
 * <p>The estimate of an operation is a sum: amounts that grow with points, queries, dimensions and k, each times a constant of
 * the device, 0 or more. It is of uniform points and of a JVM that is warm; where points are clustered a tree may be faster.
 */
public final class CostModel {

    private final Function<Device, DeviceCosts> costs;
    private final Function<Device, String> sources;

    private CostModel(Function<Device, DeviceCosts> costs, Function<Device, String> sources) {
        this.costs = costs;
        this.sources = sources;
    }

    /** Costs that are given. */
    static CostModel given(Function<Device, DeviceCosts> costs) {
        return new CostModel(costs, device -> "given");
    }

    /**
     * Reads what was measured.
     *
     * @param file the file; need not be there
     * @param threads threads of the host
     * @return the model
     * @throws IllegalArgumentException if the file is malformed; the message names file, line and key
     * @throws java.io.UncheckedIOException if the file cannot be read
     */
    public static CostModel load(Path file, int threads) {
        if (!Files.exists(file)) {
            return new CostModel(
                    device -> DefaultCosts.of(device, threads), device -> "defaults, as there is no file " + file);
        }
        Calibration measured = Calibration.read(file);
        return new CostModel(
                device -> measured.mismatch(device, threads)
                        .map(why -> DefaultCosts.of(device, threads))
                        .orElseGet(() -> measured.costs(device)),
                device -> measured.mismatch(device, threads)
                        .map(why -> "defaults, as " + file + " " + why)
                        .orElse("measured here on " + measured.date() + ", " + file));
    }

    /** The costs of a device. */
    DeviceCosts of(Device device) {
        return costs.apply(device);
    }

    /**
     * Where the costs of a device are from.
     *
     * @param device the device
     * @return one line
     */
    public String source(Device device) {
        return "costs of " + device.id() + ": " + sources.apply(device);
    }
}
