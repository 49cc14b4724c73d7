package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import java.util.List;

/** The arrays of a tree in a program; of this class itself, arrays that already have the tree. Not safe for use by several threads. */
public class ResidentTree {

    private final TreeArrays arrays;

    /** A tree in the given arrays. */
    public ResidentTree(TreeArrays arrays) {
        this.arrays = arrays;
    }

    /** The arrays that the stages of searches read. */
    public final TreeArrays arrays() {
        return arrays;
    }

    /** The phases that a program needs for {@link #load}, before those that use the tree; none if nothing is loaded. */
    public List<Phase> phases() {
        return List.of();
    }

    /** The arrays that {@link #load} writes through a lease: inputs of the program. */
    public List<Object> inputs() {
        return List.of();
    }

    /** Brings a tree to the device of a program that has these arrays, unless it is there already. */
    public final void load(Lease<?> lease, Tree tree, Workers workers) {
        if (!phases().isEmpty() && !lease.holds(tree)) {
            lease.hold(null);
            bring(lease, tree, workers);
            lease.hold(tree);
        }
    }

    /** Brings a tree to the device. */
    public void bring(Lease<?> lease, Tree tree, Workers workers) {}

    /** Arrays into which finished arrays of a tree are copied. */
    public static final class Uploaded extends ResidentTree {

        private static final String LOAD = "load";

        private final boolean labelled;

        /**
         * Declares the arrays.
         *
         * @param labelled whether the labels of slots replace their rows
         */
        public Uploaded(TreeLayout most, boolean labelled, Layout layout) {
            super(TreeArrays.of(most, layout));
            this.labelled = labelled;
        }

        @Override
        public List<Phase> phases() {
            TreeArrays to = arrays();
            return List.of(Phase.named(LOAD)
                    .upload(to.entries(), to.boxes(), to.rows())
                    .build());
        }

        @Override
        public void bring(Lease<?> lease, Tree tree, Workers workers) {
            TreeArrays own = tree.arrays(workers);
            (labelled ? own.with(tree.labels()) : own).copy(arrays(), tree.layout(), workers);
            lease.run(LOAD);
        }
    }
}
