package dev.gyre.engine.select;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import java.util.List;

/** The kernels of selection. */
public final class SelectionKernels implements KernelCatalog {

    /** For the service loader. */
    public SelectionKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of();
    }
}
