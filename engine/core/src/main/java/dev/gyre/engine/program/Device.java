package dev.gyre.engine.program;

import java.util.Locale;

/**
 * A place where programs run.
 *
 * @param backend lower-case name of the backend: {@code jvm}, {@code opencl}, {@code ptx}, {@code cuda}, …
 * @param index position in the backend's list
 * @param name what the driver calls it
 * @param type what it is
 * @param memoryBytes memory that programs can use, in bytes
 * @param maxArrayBytes largest single array, in bytes
 */
public record Device(String backend, int index, String name, Type type, long memoryBytes, long maxArrayBytes) {

    /** What a device is. */
    public enum Type {
        /** The threads of this JVM. */
        JVM,
        /** The machine's processor, through a driver. */
        CPU,
        /** A graphics processor. */
        GPU,
        /** Another accelerator. */
        ACCELERATOR;

        /**
         * Whether the automatic choice considers it: the processor is better served by the JVM backend.
         *
         * @return true for GPUs and accelerators
         */
        public boolean isAccelerator() {
            return this == GPU || this == ACCELERATOR;
        }
    }

    /**
     * The short name by which the device can be chosen: {@code jvm}, or backend and index such as {@code opencl:0}.
     *
     * @return the id
     */
    public String id() {
        return type == Type.JVM ? backend : backend + ":" + index;
    }

    /**
     * Whether a user who wrote this means this device: its id, its backend (the first device of it is meant), or a part
     * of its name, in any case.
     *
     * @param wanted what the user wrote
     * @return whether it fits
     */
    public boolean matches(String wanted) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        return lower.equals(id())
                || lower.equals(backend)
                || (!lower.isEmpty()
                        && type != Type.JVM
                        && name.toLowerCase(Locale.ROOT).contains(lower));
    }

    @Override
    public String toString() {
        return id() + " (" + name + ")";
    }
}
