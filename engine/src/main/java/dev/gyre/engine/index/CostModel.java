package dev.gyre.engine.index;

import dev.gyre.engine.device.Device;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What searches cost on each device: measured on this machine, if {@code gyre calibrate} left a file that says so, and else
 * what is known of other machines. Immutable.
 *
 * <p>The estimate of an operation is the sum of its {@linkplain CostTerm terms}: amounts that grow with points, queries,
 * dimensions and k, each times a constant of the device. It is of uniform points and of a JVM that is warm; where points are
 * clustered a tree is faster than that.
 */
public final class CostModel {

    private final Path file;
    private final Optional<Calibration> calibration;
    private final int threads;

    private CostModel(Path file, Optional<Calibration> calibration, int threads) {
        this.file = file;
        this.calibration = calibration;
        this.threads = threads;
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
        Optional<Calibration> calibration = Files.exists(file) ? Optional.of(Calibration.read(file)) : Optional.empty();
        return new CostModel(file, calibration, threads);
    }

    /** The costs of a device. */
    DeviceCosts of(Device device) {
        return calibration
                .filter(measured -> measured.mismatch(device, threads).isEmpty())
                .flatMap(measured -> measured.costs(device))
                .orElseGet(() -> DefaultCosts.of(device, threads));
    }

    /**
     * Where the costs of a device are from.
     *
     * @param device the device
     * @return one line
     */
    public String source(Device device) {
        String costs = "costs of " + device.id() + ": ";
        if (calibration.isEmpty()) {
            return costs + "defaults, as there is no " + file;
        }
        return costs
                + calibration
                        .get()
                        .mismatch(device, threads)
                        .map(why -> "defaults, as " + file + " " + why)
                        .orElseGet(() -> "measured here on " + calibration.get().date() + ", " + file);
    }
}
