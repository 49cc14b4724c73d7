package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import java.util.List;

/**
 * Findings of the check of a tree's structure. Immutable.
 *
 * @param device the device that checked all nodes and rows at once
 * @param findings the first findings of each part as text, for people; none for a sound tree
 * @param violations number of all findings: several nodes, and both checks, may find the same fault
 * @param deviceNanos time of the check on the device, copies and compilation included, in nanoseconds
 * @param hostNanos time of the check by recursion on the host, in nanoseconds
 */
public record StructureReport(Device device, List<String> findings, long violations, long deviceNanos, long hostNanos) {

    /** Copies the list. */
    public StructureReport {
        findings = List.copyOf(findings);
    }

    /**
     * Returns whether there are no findings.
     *
     * @return true if the tree is sound
     */
    public boolean isSound() {
        return violations == 0;
    }
}
