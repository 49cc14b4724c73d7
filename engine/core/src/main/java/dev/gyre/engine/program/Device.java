package dev.gyre.engine.program;

import java.util.Locale;

/**
 * A device that runs programs.
 *
 * @param backend lower-case name of the backend: {@code jvm}, {@code opencl}, {@code ptx}, {@code cuda}, …
 * @param index position in the backend's list
 * @param name the driver's name of the device
 * @param type the kind of device
 * @param memoryBytes memory that programs can use, in bytes
 * @param maxArrayBytes largest single array, in bytes
 */
public record Device(String backend, int index, String name, Type type, long memoryBytes, long maxArrayBytes) {

    /** Kinds of devices. */
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
         * Returns whether the automatic choice considers devices of this type. The choice ignores CPUs, which the JVM backend uses better.
         *
         * @return true for GPUs and accelerators
         */
        public boolean isAccelerator() {
            return this == GPU || this == ACCELERATOR;
        }
    }

    /**
     * Returns the short name that selects the device: {@code jvm}, or backend and index such as {@code opencl:0}.
     *
     * @return the id
     */
    public String id() {
        return type == Type.JVM ? backend : backend + ":" + index;
    }

    /**
     * Returns whether a user's text may select this device: its id, its backend (meaning the first device of it), or a part of
     * its name, ignoring case.
     *
     * @param wanted the user's text
     * @return true if it fits
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
