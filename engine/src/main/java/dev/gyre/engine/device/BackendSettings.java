package dev.gyre.engine.device;

/**
 * What a backend may be told.
 *
 * @param workGroupSize items per work-group on a device
 * @param stagedTransferBytes arrays of at least so many bytes go to and from a device through an off-heap staging array
 *     where that is faster; {@link Long#MAX_VALUE} for never
 */
public record BackendSettings(int workGroupSize, long stagedTransferBytes) {

    /** Work-groups of 128 items. */
    public static final int DEFAULT_WORK_GROUP_SIZE = 128;

    /** Arrays from 4 MiB on. */
    public static final long DEFAULT_STAGED_TRANSFER_BYTES = 4L << 20;

    /** What a backend is told if nothing else is. */
    public static final BackendSettings DEFAULT =
            new BackendSettings(DEFAULT_WORK_GROUP_SIZE, DEFAULT_STAGED_TRANSFER_BYTES);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public BackendSettings {
        if (workGroupSize < 1 || workGroupSize > 1024 || Integer.bitCount(workGroupSize) != 1) {
            throw new IllegalArgumentException(
                    "work-group size must be a power of two in 1..1024: workGroupSize=" + workGroupSize);
        }
        if (stagedTransferBytes < 1) {
            throw new IllegalArgumentException(
                    "staged transfers must start at 1 byte or more: stagedTransferBytes=" + stagedTransferBytes);
        }
    }
}
