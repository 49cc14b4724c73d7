package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.List;

/** The arrays of a tree in a program; of this class itself, arrays that already have the tree. Not safe for use by several threads. */
public class ResidentTree implements Blueprint.Made {

    /** Makes arrays into which finished arrays of trees are copied. */
    public static final Maker UPLOADED = Uploaded::new;

    private final TreeArrays arrays;

    /** Makes the arrays of trees of a kind. A constant, because it is a part of the keys of programs. */
    public interface Maker {

        /** Declares arrays of a device for trees with at most the entries of a layout. */
        ResidentTree onDevice(TreeLayout max, Layout layout);

        /** Declares the arrays; on the JVM those of the tree, which are {@linkplain Tree#given given} and need not be loaded. */
        default ResidentTree make(TreeLayout max, Layout layout) {
            return layout.device().type() == Device.Type.JVM
                    ? new ResidentTree(TreeArrays.of(max, layout))
                    : onDevice(max, layout);
        }
    }

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

    @Override
    public final Program program() {
        return new Program("tree", phases());
    }

    /**
     * Brings a tree to the device of a program that has these arrays, unless it is there already.
     *
     * @param labelled whether the program searches for matches, and reports {@link Tree#labels}
     */
    public final void load(Lease<?> lease, Tree tree, boolean labelled, Workers workers) {
        if (!phases().isEmpty() && !lease.holds(tree)) {
            lease.hold(null);
            bring(lease, tree, labelled, workers);
            lease.hold(tree);
        }
    }

    /** Brings a tree to the device. */
    public void bring(Lease<?> lease, Tree tree, boolean labelled, Workers workers) {}

    private static final class Uploaded extends ResidentTree {

        private static final String LOAD = "load";

        private Uploaded(TreeLayout max, Layout layout) {
            super(TreeArrays.of(max, layout));
        }

        @Override
        public List<Phase> phases() {
            TreeArrays to = arrays();
            return List.of(Phase.named(LOAD)
                    .upload(to.entries(), to.boxes(), to.rows())
                    .build());
        }

        @Override
        public void bring(Lease<?> lease, Tree tree, boolean labelled, Workers workers) {
            TreeArrays own = tree.arrays(workers);
            (labelled ? own.with(tree.labels()) : own).copy(arrays(), tree.layout(), workers);
            lease.run(LOAD);
        }
    }
}
