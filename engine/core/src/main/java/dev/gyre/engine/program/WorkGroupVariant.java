package dev.gyre.engine.program;

import java.util.Objects;

/**
 * The variant of a kernel for the work-groups of a device: a {@code public static void} method whose parameters are a
 * TornadoVM {@code KernelContext}, the {@code int} number of items, and the kernel's own arguments.
 *
 * <p>The record holds the class and does not resolve the method, because the type of its first parameter is absent without
 * TornadoVM.
 *
 * @param owner the class
 * @param method name of the method; empty if the class has only one public method
 * @param threadsPerItem 1 if each thread handles items; else the size of the work-group whose threads handle an item together
 * @param itemsPerThread consecutive items per thread; 1 if a work-group handles an item together
 */
public record WorkGroupVariant(Class<?> owner, String method, int threadsPerItem, int itemsPerThread) {

    private static final int MAX_THREADS = 1024;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if threadsPerItem is not a power of two in 1..1024, if itemsPerThread is less than 1, or
     *     if both are more than 1
     */
    public WorkGroupVariant {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(method, "method");
        if (threadsPerItem < 1 || threadsPerItem > MAX_THREADS || Integer.bitCount(threadsPerItem) != 1) {
            throw new IllegalArgumentException(
                    "threads per item must be a power of two in 1..1024: threadsPerItem=" + threadsPerItem);
        }
        if (itemsPerThread < 1 || (itemsPerThread > 1 && threadsPerItem > 1)) {
            throw new IllegalArgumentException(
                    "items per thread must be 1 or more, and 1 where a group handles an item:" + " itemsPerThread="
                            + itemsPerThread + ", threadsPerItem=" + threadsPerItem);
        }
    }

    /**
     * Makes a variant in which a whole work-group handles an item.
     *
     * @param owner the class, with one public method
     * @param threads size of the work-group, a power of two in 2..1024
     * @return the variant
     */
    public static WorkGroupVariant groupPerItem(Class<?> owner, int threads) {
        return new WorkGroupVariant(owner, "", threads, 1);
    }

    /**
     * Makes a variant in which each thread handles several consecutive items, in work-groups of the size in the settings.
     *
     * @param owner the class, with one public method
     * @param items items per thread
     * @return the variant
     */
    public static WorkGroupVariant itemsPerThread(Class<?> owner, int items) {
        return new WorkGroupVariant(owner, "", 1, items);
    }
}
