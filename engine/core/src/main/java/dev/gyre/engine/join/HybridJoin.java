package dev.gyre.engine.join;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.pool.Context;
import java.util.ServiceLoader;

/**
 * The self-join by a grid on a device and a tree on the JVM at the same time, {@link dev.gyre.engine.data.JoinMethod#HYBRID_GRID}. It is in a
 * module of its own and found as a service.
 */
public interface HybridJoin {

    /**
     * Finds the join.
     *
     * @throws IllegalStateException if its module is missing
     */
    static HybridJoin installed() {
        return ServiceLoader.load(HybridJoin.class, HybridJoin.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("the method is missing: method=HYBRID_GRID; add the module "
                                + "gyre-methods to the class path or module path"));
    }

    /**
     * The k nearest other points of every point.
     *
     * @param device the device of the grid; may be a JVM too
     * @param host the JVM
     * @param k neighbors per point, 1 or more
     * @throws IllegalArgumentException if k is less than 1, grids or trees do not support the metric, the metric does not accept the points,
     *     or they do not fit
     */
    Neighbors self(
            Context device, Context host, HybridGridOptions parameters, Points points, int k, JoinOptions options);
}
