package dev.gyre.engine.program;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What a backend may be told.
 *
 * @param workGroupSize items per work-group on a device
 * @param kernelCache directory where code that was compiled for devices is kept, for all processes of a user; it need not be
 *     there. Empty: nothing is kept
 */
public record BackendSettings(int workGroupSize, Optional<Path> kernelCache) {

    /** Work-groups of 256 items: the fastest of 64, 128 and 256 for the kNN kernels on an H200. */
    public static final int DEFAULT_WORK_GROUP_SIZE = 256;

    /** What a backend is told if nothing else is: compiled code is kept in {@code kernels} of {@link #userDirectory}. */
    public static final BackendSettings DEFAULT = new BackendSettings(DEFAULT_WORK_GROUP_SIZE);

    /** How the kernel cache is switched off where a directory could stand. */
    public static final String OFF = "off";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the size is no power of two in 1..1024
     */
    public BackendSettings {
        Objects.requireNonNull(kernelCache, "kernelCache");
        if (workGroupSize < 1 || workGroupSize > 1024 || Integer.bitCount(workGroupSize) != 1) {
            throw new IllegalArgumentException(
                    "work-group size must be a power of two in 1..1024: workGroupSize=" + workGroupSize);
        }
    }

    /**
     * Settings with the kernel cache of the user.
     *
     * @param workGroupSize items per work-group on a device
     * @throws IllegalArgumentException if the size is no power of two in 1..1024
     */
    public BackendSettings(int workGroupSize) {
        this(workGroupSize, Optional.of(userDirectory().resolve("kernels")));
    }

    /**
     * These settings with another size of work-groups.
     *
     * @param newWorkGroupSize items per work-group on a device
     * @return new settings
     * @throws IllegalArgumentException if the size is no power of two in 1..1024
     */
    public BackendSettings withWorkGroupSize(int newWorkGroupSize) {
        return new BackendSettings(newWorkGroupSize, kernelCache);
    }

    /**
     * These settings with another kernel cache.
     *
     * @param directory the directory, or {@value #OFF}
     * @return new settings
     */
    public BackendSettings withKernelCache(String directory) {
        return new BackendSettings(
                workGroupSize, directory.equalsIgnoreCase(OFF) ? Optional.empty() : Optional.of(Path.of(directory)));
    }

    /**
     * Where a user's files of Gyre lie: {@code gyre} in {@code XDG_CONFIG_HOME}, or in {@code ~/.config}.
     *
     * @return the directory, which need not be there
     */
    public static Path userDirectory() {
        String configHome = System.getenv("XDG_CONFIG_HOME");
        Path home = configHome == null || configHome.isBlank()
                ? Path.of(System.getProperty("user.home"), ".config")
                : Path.of(configHome);
        return home.resolve("gyre");
    }

    /** Without the directory, which says nothing in a report. */
    @Override
    public String toString() {
        return "BackendSettings[workGroupSize=" + workGroupSize + ", kernelCache="
                + (kernelCache.isPresent() ? "on" : OFF) + "]";
    }
}
