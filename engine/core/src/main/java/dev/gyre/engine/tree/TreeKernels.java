package dev.gyre.engine.tree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.tasks.tree.TreeAnswers;
import dev.gyre.tasks.tree.TreeBoxes;
import dev.gyre.tasks.tree.TreeBoxesJvm;
import dev.gyre.tasks.tree.TreeClusters;
import dev.gyre.tasks.tree.TreeComponents;
import dev.gyre.tasks.tree.TreeCores;
import dev.gyre.tasks.tree.TreeFold;
import dev.gyre.tasks.tree.TreeFoldJvm;
import dev.gyre.tasks.tree.TreeLocate;
import dev.gyre.tasks.tree.TreeLocateJvm;
import dev.gyre.tasks.tree.TreeMatches;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeNearestJvm;
import dev.gyre.tasks.tree.TreeNearestWorkGroup;
import dev.gyre.tasks.tree.TreeOthers;
import dev.gyre.tasks.tree.TreeOthersJvm;
import dev.gyre.tasks.tree.TreePairCounts;
import dev.gyre.tasks.tree.TreeRows;
import dev.gyre.tasks.tree.TreeRowsWorkGroup;
import dev.gyre.tasks.tree.TreeSpans;
import dev.gyre.tasks.tree.TreeStatistics;

/** The kernels of all trees. */
public final class TreeKernels {

    /** Boxes and least rows of nodes, as {@link TreeBoxes#joinBoxes}. */
    public static final Kernel BOXES =
            Kernel.of(TreeBoxes.class).withJvmVariant(TreeBoxesJvm.class).withProofOfScalars();

    /** The nodes where searches begin, as {@link TreeLocate#locateNodes}. */
    public static final Kernel LOCATE =
            Kernel.of(TreeLocate.class).withJvmVariant(TreeLocateJvm.class).withProofOfScalars();

    /** The nearest entries in heaps, as {@link TreeNearest#nearest}. */
    public static final Kernel NEAREST_HEAPS = Kernel.of(TreeNearest.class)
            .withJvmVariant(TreeNearestJvm.class)
            .withProofOfScalars()
            .named("tree-nearest-heaps");

    /** The nearest entries in lists, as {@link TreeNearest#nearest}. */
    public static final Kernel NEAREST = Kernel.of(TreeNearest.class)
            .withJvmVariant(TreeNearestJvm.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.threadPerItem(TreeNearestWorkGroup.class, TreeNearestWorkGroup.THREADS))
            .withProofOfScalars();

    /** The nearest entries in the order of their queries, as {@link TreeAnswers#copyAnswers}. */
    public static final Kernel ANSWERS = Kernel.of(TreeAnswers.class);

    /** Core distances, as {@link TreeCores#findCores}. */
    public static final Kernel CORES = Kernel.of(TreeCores.class);

    /** Matches, counted or written, as {@link TreeMatches#findMatches}. */
    public static final Kernel MATCHES = Kernel.of(TreeMatches.class).withProofOfScalars();

    /** The matches of each query in their order, as {@link TreeRows#sortRows}. */
    public static final Kernel ROWS = Kernel.of(TreeRows.class)
            .withWorkGroupVariant(WorkGroupVariant.threadPerItem(TreeRowsWorkGroup.class, TreeRowsWorkGroup.THREADS))
            .withProofOfScalars();

    /** Sums, or least numbers, of the points near each point, as {@link TreeFold#foldNear}. */
    public static final Kernel FOLD =
            Kernel.of(TreeFold.class).withJvmVariant(TreeFoldJvm.class).withProofOfScalars();

    /** Nodes whose points are near each other, as {@link TreeSpans#spanNodes}. */
    public static final Kernel SPANS = Kernel.of(TreeSpans.class).withProofOfScalars();

    /** The nearest points of other components, as {@link TreeOthers#findOthers}. */
    public static final Kernel OTHERS =
            Kernel.of(TreeOthers.class).withJvmVariant(TreeOthersJvm.class).withProofOfScalars();

    /** Components of one slot each, as {@link TreeComponents#beginComponents}. */
    public static final Kernel COMPONENTS_BEGIN = Kernel.of(TreeComponents.class, "beginComponents");

    /** Slots with an edge to another component, as {@link TreeComponents#listEdges}. */
    public static final Kernel COMPONENT_EDGES = Kernel.of(TreeComponents.class, "listEdges");

    /** Bounds of edges, as {@link TreeComponents#listBounds}. */
    public static final Kernel COMPONENT_BOUNDS =
            Kernel.of(TreeComponents.class, "listBounds").withProofOfScalars();

    /** The best candidates of components, as {@link TreeComponents#chooseBest}. */
    public static final Kernel COMPONENT_CHOICE =
            Kernel.of(TreeComponents.class, "chooseBest").withProofOfScalars();

    /** Components joined by their edges, as {@link TreeComponents#hookRoots}. */
    public static final Kernel COMPONENT_HOOKS = Kernel.of(TreeComponents.class, "hookRoots");

    /** The roots of slots, as {@link TreeComponents#followLabels}. */
    public static final Kernel COMPONENT_LABELS = Kernel.of(TreeComponents.class, "followLabels");

    /** Bounds of components, as {@link TreeComponents#boundRoots}. */
    public static final Kernel COMPONENT_LIMITS = Kernel.of(TreeComponents.class, "boundRoots");

    /** Labels of nodes, as {@link TreeComponents#labelNodes}. */
    public static final Kernel COMPONENT_NODES =
            Kernel.of(TreeComponents.class, "labelNodes").withProofOfScalars();

    /** Numbers of components, as {@link TreeComponents#countRoots}. */
    public static final Kernel COMPONENT_COUNTS = Kernel.of(TreeComponents.class, "countRoots");

    /** Components of core slots, as {@link TreeClusters#beginCores}. */
    public static final Kernel CORES_BEGIN = Kernel.of(TreeClusters.class, "beginCores");

    /** Components of core slots in blocks, as {@link TreeClusters#uniteBlocks}. */
    public static final Kernel CORE_BLOCKS =
            Kernel.of(TreeClusters.class, "uniteBlocks").withProofOfScalars();

    /** Components near core slots, as {@link TreeClusters#listNeighbors}. */
    public static final Kernel CORE_NEIGHBORS = Kernel.of(TreeClusters.class, "listNeighbors");

    /** Components joined to those near them, as {@link TreeClusters#joinRoots}. */
    public static final Kernel CORE_JOINS = Kernel.of(TreeClusters.class, "joinRoots");

    /** Rows of core slots, as {@link TreeClusters#listRows}. */
    public static final Kernel CORE_ROWS = Kernel.of(TreeClusters.class, "listRows");

    /** Numbers of core slots, as {@link TreeClusters#numberCores}. */
    public static final Kernel CORE_NUMBERS = Kernel.of(TreeClusters.class, "numberCores");

    /** Pairs of points by radii, as {@link TreePairCounts#countPairs}. */
    public static final Kernel PAIR_COUNTS = Kernel.of(TreePairCounts.class).withProofOfScalars();

    /** Values of rows near queries, as {@link TreeStatistics#foldValues}. */
    public static final Kernel STATISTICS = Kernel.of(TreeStatistics.class).withProofOfScalars();

    private TreeKernels() {}
}
