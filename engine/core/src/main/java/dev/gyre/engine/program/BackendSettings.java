package dev.gyre.engine.program;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a backend.
 *
 * @param workGroupSize items per work-group on a device
 * @param kernelCache directory that keeps compiled device code for all processes of a user; it need not exist. If empty,
 *     nothing is kept
 */
public record BackendSettings(int workGroupSize, Optional<Path> kernelCache) {

    /** Work-groups of 256 items: the fastest of 64, 128 and 256 for the kNN kernels on an H200. */
    public static final int DEFAULT_WORK_GROUP_SIZE = 256;

    /** The defaults, which keep compiled code in {@code gyre/kernels} of {@code XDG_CACHE_HOME}, or of {@code ~/.cache}. */
    public static final BackendSettings DEFAULT = new BackendSettings(DEFAULT_WORK_GROUP_SIZE);

    /** The value that switches the kernel cache off, in place of a directory. */
    public static final String OFF = "off";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the size is not a power of two in 1..1024
     */
    public BackendSettings {
        Objects.requireNonNull(kernelCache, "kernelCache");
        if (workGroupSize < 1 || workGroupSize > 1024 || Integer.bitCount(workGroupSize) != 1) {
            throw new IllegalArgumentException(
                    "work-group size must be a power of two in 1..1024: workGroupSize=" + workGroupSize);
        }
    }

    /**
     * Makes settings with the kernel cache of the user.
     *
     * @param workGroupSize items per work-group on a device
     * @throws IllegalArgumentException if the size is not a power of two in 1..1024
     */
    public BackendSettings(int workGroupSize) {
        this(workGroupSize, Optional.of(home("XDG_CACHE_HOME", ".cache").resolve("kernels")));
    }

    /**
     * Returns these settings with another size of work-groups.
     *
     * @param newWorkGroupSize items per work-group on a device
     * @return new settings
     * @throws IllegalArgumentException if the size is not a power of two in 1..1024
     */
    public BackendSettings withWorkGroupSize(int newWorkGroupSize) {
        return new BackendSettings(newWorkGroupSize, kernelCache);
    }

    /**
     * Returns these settings with another kernel cache.
     *
     * @param directory the directory, or {@value #OFF}
     * @return new settings
     */
    public BackendSettings withKernelCache(String directory) {
        return new BackendSettings(
                workGroupSize, directory.equalsIgnoreCase(OFF) ? Optional.empty() : Optional.of(Path.of(directory)));
    }

    /**
     * Returns the directory of a user's files of Gyre: {@code gyre} in {@code XDG_CONFIG_HOME}, or in {@code ~/.config}.
     *
     * @return the directory, which need not exist
     */
    public static Path userDirectory() {
        return home("XDG_CONFIG_HOME", ".config");
    }

    private static Path home(String variable, String otherwise) {
        String home = System.getenv(variable);
        Path folder =
                home == null || home.isBlank() ? Path.of(System.getProperty("user.home"), otherwise) : Path.of(home);
        return folder.resolve("gyre");
    }

    /** Returns the settings without the directory, which is irrelevant in a report. */
    @Override
    public String toString() {
        return "BackendSettings[workGroupSize=" + workGroupSize + ", kernelCache="
                + (kernelCache.isPresent() ? "on" : OFF) + "]";
    }
}
