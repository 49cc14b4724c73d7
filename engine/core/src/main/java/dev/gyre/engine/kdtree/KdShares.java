package dev.gyre.engine.kdtree;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.tree.TreeLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the nodes of a tree that several devices build: few, because each one costs launches, with shares as even as possible, and each
 * small enough for every device.
 */
final class KdShares {

    /** Splits that are tried for each device. */
    private static final int SPLITS = 8;

    private final TreeLayout layout;
    private final List<Context> members;

    private KdShares(TreeLayout layout, List<Context> members) {
        this.layout = layout;
        this.members = members;
    }

    /**
     * Cuts a tree.
     *
     * @return nodes that together form the tree, the largest first: shares are even if each device takes the next node after it has built
     *     one
     */
    static List<Integer> of(TreeLayout layout, List<Context> members) {
        KdShares shares = new KdShares(layout, members);
        List<Integer> nodes = new ArrayList<>();
        shares.addFitting(1, nodes);
        List<Integer> best = List.copyOf(nodes);
        for (int split = 0; split < SPLITS * (members.size() - 1) && shares.splitLargest(nodes); split++) {
            best = shares.max(nodes) < shares.max(best) ? List.copyOf(nodes) : best;
        }
        return best.stream()
                .sorted(Comparator.comparingInt(shares::slots).reversed())
                .toList();
    }

    private int slots(int node) {
        return layout.to(node) - layout.from(node);
    }

    /** Adds a node, or descendants of it that fit all devices. */
    private void addFitting(int node, List<Integer> nodes) {
        boolean fits = members.stream()
                .allMatch(member -> KdBuilder.fits(slots(node), layout.dims(), layout.leafBits(), member));
        if (fits || node >= layout.leaves()) {
            nodes.add(node);
        } else {
            addFitting(2 * node, nodes);
            if (slots(2 * node + 1) > 0) {
                addFitting(2 * node + 1, nodes);
            }
        }
    }

    private boolean splitLargest(List<Integer> nodes) {
        int largest = nodes.stream().max(Comparator.comparingInt(this::slots)).orElseThrow();
        if (largest >= layout.leaves()) {
            return false;
        }
        nodes.remove((Integer) largest);
        nodes.add(2 * largest);
        if (slots(2 * largest + 1) > 0) {
            nodes.add(2 * largest + 1);
        }
        return true;
    }

    /**
     * The largest load of a device: slots plus the fixed costs of nodes. Each node, the largest first, goes to the device with the least
     * load.
     */
    private long max(List<Integer> nodes) {
        long[] loads = new long[members.size()];
        int besides = Tuned.PART_SLOTS.of(members.getFirst().device());
        nodes.stream().map(this::slots).sorted(Comparator.reverseOrder()).forEach(slots -> {
            int min = 0;
            for (int member = 1; member < loads.length; member++) {
                min = loads[member] < loads[min] ? member : min;
            }
            loads[min] += slots + besides;
        });
        return Arrays.stream(loads).max().orElseThrow();
    }
}
