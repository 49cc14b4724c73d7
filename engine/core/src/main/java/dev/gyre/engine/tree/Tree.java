package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Layout;

/** A built tree on the host. Immutable except for values that it derives at first use; safe for use by several threads. */
public interface Tree {

    TreeLayout layout();

    /** The arrays on the host, made at the first call if necessary. */
    TreeArrays arrays(Workers workers);

    /** For each slot the number that a search for matches reports. */
    int[] labels();

    /**
     * Arrays that a program on a device brings a tree into.
     *
     * @param most the layout of the largest tree
     * @param labelled whether the program searches for matches, and reports {@link #labels}
     */
    ResidentTree resident(TreeLayout most, boolean labelled, Layout layout);

    /** Bytes of {@link #resident} arrays. */
    default long residentBytes(TreeLayout most) {
        return most.bytes();
    }

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

    /** The tree's own arrays on the JVM, which need not be loaded; elsewhere {@link #resident new ones}. */
    default ResidentTree at(Context context, TreeLayout most, boolean labelled) {
        if (!context.onJvm()) {
            return resident(most, labelled, Layout.on(context.device()));
        }
        TreeArrays own = arrays(context.workers());
        return new ResidentTree(labelled ? own.with(labels()) : own);
    }
}
