package dev.gyre.engine.sort;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import java.util.List;

/** The kernels of sorting. */
public final class SortKernels implements KernelCatalog {

    /** For the service loader. */
    public SortKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of();
    }
}
