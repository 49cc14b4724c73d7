package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Phase;
import java.util.List;

/** The arrays of a tree in a program. Not safe for use by several threads. */
public interface ResidentTree {

    /** The arrays that the stages of searches read. */
    TreeArrays arrays();

    /** The phases that a program needs for {@link #load}, before those that use the tree. */
    List<Phase> phases();

    /** The arrays that {@link #load} writes through a lease: inputs of the program. */
    default List<Object> inputs() {
        return List.of();
    }

    /** Brings a tree to the device of a program that has these arrays, unless it is there already. */
    default void load(Lease<?> lease, Tree tree, Workers workers) {
        if (!phases().isEmpty() && !lease.holds(tree)) {
            lease.hold(null);
            bring(lease, tree, workers);
            lease.hold(tree);
        }
    }

    /** Brings a tree to the device. */
    void bring(Lease<?> lease, Tree tree, Workers workers);

    /** Arrays that already have the tree. */
    static ResidentTree of(TreeArrays arrays) {
        return new ResidentTree() {

            @Override
            public TreeArrays arrays() {
                return arrays;
            }

            @Override
            public List<Phase> phases() {
                return List.of();
            }

            @Override
            public void bring(Lease<?> lease, Tree tree, Workers workers) {}
        };
    }

    /**
     * Arrays into which finished arrays of a tree are copied.
     *
     * @param labelled whether the labels of slots replace their rows
     */
    static ResidentTree uploaded(TreeLayout most, boolean labelled) {
        String load = "load";
        TreeArrays arrays = TreeArrays.of(most);
        List<Phase> phases = List.of(Phase.named(load)
                .upload(arrays.entries(), arrays.boxes(), arrays.rows())
                .build());
        return new ResidentTree() {

            @Override
            public TreeArrays arrays() {
                return arrays;
            }

            @Override
            public List<Phase> phases() {
                return phases;
            }

            @Override
            public void bring(Lease<?> lease, Tree tree, Workers workers) {
                TreeArrays own = tree.arrays(workers);
                (labelled ? own.with(tree.labels()) : own).copy(arrays, tree.layout(), workers);
                lease.run(load);
            }
        };
    }
}
