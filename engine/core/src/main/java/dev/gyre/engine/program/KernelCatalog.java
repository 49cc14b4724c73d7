package dev.gyre.engine.program;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The kernels that one part of the engine defines. Catalogs are found as services; {@code gyre verify} runs every kernel
 * of every catalog.
 */
public interface KernelCatalog {

    /**
     * The kernels defined here.
     *
     * @return the kernels
     */
    List<Kernel> kernels();

    /**
     * All kernels of all catalogs.
     *
     * @return the kernels, in the order of their names
     */
    static List<Kernel> all() {
        return ServiceLoader.load(KernelCatalog.class, KernelCatalog.class.getClassLoader()).stream()
                .flatMap(catalog -> catalog.get().kernels().stream())
                .sorted(Comparator.comparing(Kernel::name))
                .toList();
    }
}
