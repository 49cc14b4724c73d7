package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import java.util.List;

/**
 * The outcome of the self-check of one kernel or operation.
 *
 * @param name name of the kernel or operation
 * @param kind whether it is a kernel or an operation
 * @param device the device on which it ran
 * @param cases number of cases tried
 * @param failures one line for each case that failed, with everything needed to repeat it
 */
public record CheckResult(String name, Kind kind, Device device, int cases, List<String> failures) {

    /** The kind of the checked code. */
    public enum Kind {
        /** A kernel, bit by bit against the sequential JVM. */
        KERNEL,
        /** An operation, against a brute-force oracle in double. */
        OPERATION
    }

    /** Copies the list. */
    public CheckResult {
        failures = List.copyOf(failures);
    }

    /**
     * Tells whether every case was right.
     *
     * @return true without failures
     */
    public boolean passed() {
        return failures.isEmpty();
    }
}
