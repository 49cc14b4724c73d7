package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.scan.NodeReduce;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sum, minimum or maximum of each node of a packed tree, level by level, as stages for a {@link dev.gyre.engine.program.Phase}.
 * The children of node i are the elements {@code i * width} to {@code (i + 1) * width - 1} of the level below; the last node of a
 * level may have fewer.
 *
 * <p>Made for given arrays, whose lengths are capacities. One launch per level, O(n). The children of a node are added from the first to
 * the last, so that every device gives the same bits.
 *
 * <p>Not safe for use by several threads.
 */
public final class LevelReduction implements Steps {

    /** A level of a packed tree, as {@link NodeReduce#reduceNodes}. */
    public static final Kernel NODES = Kernel.of(NodeReduce.class);

    private final List<double[]> levels;
    private final List<Tiling> tilings = new ArrayList<>();

    /** Most nodes of each level. */
    private final int[] capacities;

    /**
     * Makes the reduction, with the capacities as sizes.
     *
     * @param levels the elements, then an array for each level of nodes: the number of levels must be that of {@link #sizes}, and each
     *     array at least as long
     */
    public LevelReduction(Operator operator, List<double[]> levels, int width, Layout layout) {
        this.levels = List.copyOf(levels);
        for (double[] children : levels.subList(0, levels.size() - 1)) {
            tilings.add(Tiling.ofTile(layout.length(children), width, operator.mode(), layout));
        }
        capacities = levels.stream().skip(1).mapToInt(layout::length).toArray();
    }

    /** Returns the number of nodes of each level over n elements, from the bottom up; the last level has one node. */
    public static int[] sizes(int n, int width) {
        Checks.atLeast("width", width, 2);
        IntStream.Builder sizes = IntStream.builder();
        int size = n;
        do {
            size = Math.ceilDiv(size, width);
            sizes.add(size);
        } while (size > 1);
        return sizes.build().toArray();
    }

    /** Sets the number of elements of the next run. Upload the arrays of {@link #uploads} after that. */
    public void setSize(int n) {
        int size = n;
        for (Tiling tiling : tilings) {
            tiling.setSize(size);
            size = Math.ceilDiv(size, tiling.tile());
        }
    }

    @Override
    public Object[] uploads() {
        return tilings.stream().map(Tiling::parameters).toArray();
    }

    @Override
    public List<Stage> stages() {
        return IntStream.range(0, tilings.size())
                .mapToObj(level -> NODES.stage(
                        capacities[level], levels.get(level), tilings.get(level).parameters(), levels.get(level + 1)))
                .toList();
    }

    @Override
    public Object[] results() {
        return levels.subList(1, levels.size()).toArray();
    }
}
