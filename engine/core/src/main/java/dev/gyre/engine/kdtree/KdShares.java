package dev.gyre.engine.kdtree;

import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Tuned;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which nodes of a tree each of several devices builds: as even shares as few nodes allow, as each one costs launches. A node that does
 * not fit the memory of its device is built as its children.
 */
final class KdShares {

    /** Splits that are tried for each device. */
    private static final int SPLITS = 8;

    private final KdLayout layout;
    private final List<Context> members;

    /** The nodes of each device, the largest first, and the slots of the one that has most, with what its nodes cost besides. */
    private record Shared(List<List<Integer>> nodes, long most) {}

    private KdShares(KdLayout layout, List<Context> members) {
        this.layout = layout;
        this.members = members;
    }

    /**
     * Shares nodes out.
     *
     * @param nodes the nodes to build, none of them below another one
     * @return the nodes of each device, in which those that were split are replaced by their children
     */
    static List<List<Integer>> of(KdLayout layout, List<Integer> nodes, List<Context> members) {
        KdShares shares = new KdShares(layout, members);
        List<Integer> rest = new ArrayList<>(nodes);
        Shared best = shares.share(rest);
        for (int split = 0; split < SPLITS * (members.size() - 1) && shares.splitLargest(rest); split++) {
            Shared next = shares.share(rest);
            best = next.most() < best.most() ? next : best;
        }
        List<List<Integer>> fitting = new ArrayList<>();
        for (int member = 0; member < members.size(); member++) {
            List<Integer> own = new ArrayList<>();
            for (int node : best.nodes().get(member)) {
                shares.addFitting(node, members.get(member), own);
            }
            fitting.add(own);
        }
        return fitting;
    }

    private int slots(int node) {
        return layout.to(node) - layout.from(node);
    }

    private boolean splitLargest(List<Integer> nodes) {
        int largest = nodes.stream().max(Comparator.comparingInt(this::slots)).orElseThrow();
        if (largest >= layout.leaves()) {
            return false;
        }
        nodes.remove((Integer) largest);
        addChildren(largest, nodes);
        return true;
    }

    private void addChildren(int node, List<Integer> nodes) {
        nodes.add(2 * node);
        if (slots(2 * node + 1) > 0) {
            nodes.add(2 * node + 1);
        }
    }

    /** Each node, from the largest one, to the device that has least. */
    private Shared share(List<Integer> nodes) {
        long[] loads = new long[members.size()];
        List<List<Integer>> shares = new ArrayList<>();
        members.forEach(member -> shares.add(new ArrayList<>()));
        List<Integer> bySize = new ArrayList<>(nodes);
        bySize.sort(Comparator.comparingInt(this::slots).reversed());
        long most = 0;
        for (int node : bySize) {
            int least = 0;
            for (int member = 1; member < loads.length; member++) {
                least = loads[member] < loads[least] ? member : least;
            }
            loads[least] += slots(node) + Tuned.PART_SLOTS.of(members.get(least).device());
            shares.get(least).add(node);
            most = Math.max(most, loads[least]);
        }
        return new Shared(shares, most);
    }

    /** Adds a node, or those below it that fit the device. */
    private void addFitting(int node, Context member, List<Integer> nodes) {
        if (slots(node) > 0) {
            if (node >= layout.leaves() || KdBuilder.fits(slots(node), layout.dims(), layout.leafBits(), member)) {
                nodes.add(node);
            } else {
                addFitting(2 * node, member, nodes);
                addFitting(2 * node + 1, member, nodes);
            }
        }
    }
}
