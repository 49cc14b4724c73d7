package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.device.Backend;

/**
 * Checks the structure of a tree in two ways that have nothing in common: {@link BreadthFirstCheck} and
 * {@link RecursiveCheck}.
 */
public final class KdCheck {

    private KdCheck() {}

    public static StructureReport run(KdIndex index, Backend backend, long memoryLimit) {
        Findings findings = new Findings();
        long start = System.nanoTime();
        BreadthFirstCheck.run(index, backend, memoryLimit, findings);
        long middle = System.nanoTime();
        new RecursiveCheck(index, findings).run();
        return new StructureReport(
                backend.device(), findings.texts(), findings.count(), middle - start, System.nanoTime() - middle);
    }
}
