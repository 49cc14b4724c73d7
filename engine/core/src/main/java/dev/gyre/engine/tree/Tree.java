package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;

/** A built tree on the host. Immutable except for values that it derives at first use; safe for use by several threads. */
public interface Tree {

    TreeLayout layout();

    /** The arrays on the host, made at the first call if necessary. */
    TreeArrays arrays(Workers workers);

    /** For each slot the number that a search for matches reports. */
    int[] labels();

    /** Makes the arrays of programs that search trees of this kind. */
    ResidentTree.Maker resident();

    /**
     * The tree's own arrays on the JVM, which programs there work on; elsewhere none.
     *
     * @param labelled whether the program searches for matches, and reports {@link #labels}
     */
    default Object[] given(Context context, boolean labelled) {
        if (!context.onJvm()) {
            return new Object[0];
        }
        TreeArrays own = arrays(context.workers());
        return (labelled ? own.with(labels()) : own).given();
    }
}
