package dev.gyre.engine.cost;

import dev.gyre.engine.program.Device;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * The rates of each device: measured on this machine, if {@code gyre calibrate} left a file, or else those of other machines. Immutable.
 *
 * <p>An estimate by rates assumes uniform points and a warm JVM; the planner corrects it by what calls really take.
 */
public final class CostModel {

    /**
     * Ratio of the times to compile and to load kept code: in calls on an H200 (CUDA, 2026-11-22) 1,300 to 46 ms
     * for a join by matrices, 850 to 56 for one within a radius, 500 to 53 for one by a tree, 222 to 7 for a search of regions.
     */
    private static final double COMPILED_ANEW = 20;

    private final Function<Device, Rates> costs;
    private final Function<Device, String> sources;

    private final List<Rates> unknown;

    private CostModel(Function<Device, Rates> costs, Function<Device, String> sources, List<Rates> unknown) {
        this.costs = costs;
        this.sources = sources;
        this.unknown = unknown;
    }

    public static CostModel given(Function<Device, Rates> costs) {
        Rates unknown = costs.apply(new Device("unknown", 0, "Unknown", Device.Type.GPU, 1L << 30, 1L << 30));
        return new CostModel(costs, device -> "given", List.of(unknown));
    }

    /**
     * Reads measured costs.
     *
     * @param file the file, which need not exist
     * @param threads threads of the host
     * @throws IllegalArgumentException if the file is malformed; the message names file, line and key
     * @throws java.io.UncheckedIOException if the file cannot be read
     */
    public static CostModel load(Path file, int threads) {
        if (!Files.exists(file)) {
            return new CostModel(
                    device -> Rates.ofUnmeasured(device, threads),
                    device -> "defaults, as there is no file " + file,
                    List.of(Rates.ofUnmeasuredAccelerator()));
        }
        Calibration measured = Calibration.read(file);
        List<Rates> devices = measured.isOfThisMachine(threads) ? measured.ratesOfDevices() : List.of();
        return new CostModel(
                device -> measured.mismatch(device, threads)
                        .map(why -> Rates.ofUnmeasured(device, threads))
                        .orElseGet(() -> measured.rates(device)),
                device -> measured.mismatch(device, threads)
                        .map(why -> "defaults, as " + file + " " + why)
                        .orElse("measured here on " + measured.date() + ", " + file),
                devices.isEmpty() ? List.of(Rates.ofUnmeasuredAccelerator()) : devices);
    }

    /**
     * Returns this model for a machine that keeps no code of earlier processes, so that first calls really compile.
     *
     * @return a new model, with higher costs of compilation
     */
    public CostModel withoutKeptCode() {
        return new CostModel(
                device -> costs.apply(device).withCompilation(COMPILED_ANEW),
                sources,
                unknown.stream()
                        .map(each -> each.withCompilation(COMPILED_ANEW))
                        .toList());
    }

    /**
     * Returns the costs of a device.
     *
     * @return the costs of operations on the device
     */
    public Rates of(Device device) {
        return costs.apply(device);
    }

    /**
     * Returns the costs of the accelerators that this machine may have, before any is opened: those that were measured here, or else those
     * of a known accelerator.
     *
     * @return the costs of one or more devices
     */
    public List<Rates> ofUnknownDevices() {
        return unknown;
    }

    public String source(Device device) {
        return "costs of " + device.id() + ": " + sources.apply(device);
    }
}
