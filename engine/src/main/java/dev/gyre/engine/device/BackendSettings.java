package dev.gyre.engine.device;

/**
 * What a backend may be told.
 *
 * @param workGroupSize items per work-group on a device
 */
public record BackendSettings(int workGroupSize) {

    /** Work-groups of 256 items: the fastest of 64, 128 and 256 for the kNN kernels on an H200. */
    public static final int DEFAULT_WORK_GROUP_SIZE = 256;

    /** What a backend is told if nothing else is. */
    public static final BackendSettings DEFAULT = new BackendSettings(DEFAULT_WORK_GROUP_SIZE);

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if the size is no power of two in 1..1024
     */
    public BackendSettings {
        if (workGroupSize < 1 || workGroupSize > 1024 || Integer.bitCount(workGroupSize) != 1) {
            throw new IllegalArgumentException(
                    "work-group size must be a power of two in 1..1024: workGroupSize=" + workGroupSize);
        }
    }
}
