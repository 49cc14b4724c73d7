package dev.gyre.engine.data;

import java.util.List;

/**
 * Findings of the check of an index's structure. Immutable.
 *
 * @param findings the first findings as text, for people; none for a sound index
 * @param violations number of all findings; a fault may cause several
 * @param nanos time of the check, in nanoseconds
 */
public record StructureReport(List<String> findings, long violations, long nanos) {

    /** Copies the list. */
    public StructureReport {
        findings = List.copyOf(findings);
    }

    /**
     * Returns whether there are no findings.
     *
     * @return true if the index is sound
     */
    public boolean isSound() {
        return violations == 0;
    }
}
