package dev.gyre.engine.join;

import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.team.Team;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;

/**
 * Makes the operations of the API in a place. The exported classes have no public method for this, since users have neither contexts nor
 * planners; so this class, which is not exported, finds their methods by name. The names are looked up when this class is loaded.
 */
public final class Placed {

    /** Stands for a constructor. */
    private static final String NEW = "<init>";

    private static final Maker KD_TREE =
            Maker.of(KdTree.class, "build", Placement.class, Points.class, KdTreeOptions.class);
    private static final Maker LOAD_KD_TREE =
            Maker.of(KdTree.class, "load", Context.class, Placement.class, Path.class);
    private static final Maker KD_TREE_ON = Maker.of(KdTree.class, "on", KdTree.class, Context.class);
    private static final Maker R_TREE =
            Maker.of(RTree.class, "build", Placement.class, Boxes.class, RTreeOptions.class);
    private static final Maker LOAD_R_TREE = Maker.of(RTree.class, "load", Context.class, Placement.class, Path.class);
    private static final Maker R_TREE_ON = Maker.of(RTree.class, "on", RTree.class, Context.class);
    private static final Maker GRID =
            Maker.of(Grid.class, "build", Placement.class, Points.class, double.class, GridOptions.class);
    private static final Maker NEIGHBOR_INDEX =
            Maker.of(NeighborIndex.class, "build", Planner.class, Points.class, NeighborIndexOptions.class);
    private static final Maker DISTANCE_JOIN = Maker.of(
            DistanceJoin.class,
            NEW,
            Context.class,
            Points.class,
            Points.class,
            boolean.class,
            double.class,
            JoinOptions.class,
            int.class,
            double.class);
    private static final Maker BOX_JOIN = Maker.of(
            BoxJoin.class,
            "open",
            Team.class,
            Boxes.class,
            Boxes.class,
            boolean.class,
            BoxPredicate.class,
            BoxJoinOptions.class);
    private static final Maker SORTING = Maker.of(Sorting.class, NEW, Placement.class);
    private static final Maker SELECTION = Maker.of(Selection.class, NEW, Placement.class);
    private static final Maker PARTITIONING = Maker.of(Partitioning.class, NEW, Placement.class);

    private Placed() {}

    /** A method that is not public: static, or of an object that is its first parameter. */
    private record Maker(MethodHandle method) {

        static Maker of(Class<?> type, String name, Class<?>... parameters) {
            try {
                MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
                MethodType signature = MethodType.methodType(type, parameters);
                return new Maker(find(lookup, type, name, signature)
                        .asSpreader(Object[].class, parameters.length)
                        .asType(MethodType.methodType(Object.class, Object[].class)));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(type.getName() + " has no method " + name, e);
            }
        }

        private static MethodHandle find(MethodHandles.Lookup lookup, Class<?> type, String name, MethodType signature)
                throws ReflectiveOperationException {
            if (name.equals(NEW)) {
                return lookup.findConstructor(type, signature.changeReturnType(void.class));
            }
            return signature.parameterType(0) == type
                    ? lookup.findVirtual(type, name, signature.dropParameterTypes(0, 1))
                    : lookup.findStatic(type, name, signature);
        }

        @SuppressWarnings("unchecked")
        <T> T make(Object... arguments) {
            try {
                return (T) (Object) method.invokeExact(arguments);
            } catch (Throwable e) {
                throw Maker.<RuntimeException>same(e);
            }
        }

        /** The exception of the method itself, checked or not; those who make something declare it. */
        @SuppressWarnings("unchecked")
        private static <E extends Throwable> E same(Throwable e) throws E {
            throw (E) e;
        }
    }

    /** Builds a kd-tree, as {@link dev.gyre.engine.Engine#kdTree(Points, KdTreeOptions)}. */
    public static KdTree kdTree(Placement placement, Points points, KdTreeOptions options) {
        return KD_TREE.make(placement, points, options);
    }

    /**
     * Reads a kd-tree.
     *
     * @param host the JVM, which reads the file
     * @param placement chooses where the tree is searched
     */
    public static KdTree loadKdTree(Context host, Placement placement, Path file) throws TreeFileException {
        return LOAD_KD_TREE.make(host, placement, file);
    }

    /** The same tree for searches on another device; nothing is built or copied on the host. Each tree is closed separately. */
    public static KdTree on(KdTree tree, Context other) {
        return KD_TREE_ON.make(tree, other);
    }

    /** Builds an R-tree, as {@link dev.gyre.engine.Engine#rTree(Boxes, RTreeOptions)}. */
    public static RTree rTree(Placement placement, Boxes boxes, RTreeOptions options) {
        return R_TREE.make(placement, boxes, options);
    }

    /**
     * Reads an R-tree.
     *
     * @param host the JVM, which reads the file
     * @param placement chooses where the tree is searched
     */
    public static RTree loadRTree(Context host, Placement placement, Path file) throws TreeFileException {
        return LOAD_R_TREE.make(host, placement, file);
    }

    /** The same tree for searches on another device; nothing is built or copied on the host. Each tree is closed separately. */
    public static RTree on(RTree tree, Context other) {
        return R_TREE_ON.make(tree, other);
    }

    /** Builds a grid, as {@link dev.gyre.engine.Engine#grid(Points, double, GridOptions)}. */
    public static Grid grid(Placement placement, Points points, double width, GridOptions options) {
        return GRID.make(placement, points, width, options);
    }

    /** Makes an index, as {@link dev.gyre.engine.Engine#neighborIndex(Points, NeighborIndexOptions)}. */
    public static NeighborIndex neighborIndex(Planner planner, Points points, NeighborIndexOptions options) {
        return NEIGHBOR_INDEX.make(planner, points, options);
    }

    /**
     * Opens a join of all pairs within a distance.
     *
     * @param self whether both sets are the same, so that no row matches itself
     * @param options metric, monitor; {@link dev.gyre.engine.data.JoinMethod#KD_TREE}, {@link dev.gyre.engine.data.JoinMethod#GRID}, or another
     *     method for all distances, on the threads of the host
     * @param max largest number of points of a tree, 1 or more
     * @param width length of the sides of the cells of a grid
     */
    public static DistanceJoin distanceJoin(
            Context context,
            Points left,
            Points right,
            boolean self,
            double radius,
            JoinOptions options,
            int max,
            double width) {
        return DISTANCE_JOIN.make(context, left, right, self, radius, options, max, width);
    }

    /**
     * Opens a join of boxes.
     *
     * @param team devices that are open
     * @param self whether both sets are the same, so that no row matches itself
     * @param options method, not {@link dev.gyre.engine.data.JoinMethod#AUTOMATIC}; monitor of the build and the first count
     */
    public static BoxJoin boxJoin(
            Team team, Boxes left, Boxes right, boolean self, BoxPredicate predicate, BoxJoinOptions options) {
        return BOX_JOIN.make(team, left, right, self, predicate, options);
    }

    /** The sorts, in a place that is chosen for each call; a context is a place too. */
    public static Sorting sorting(Placement placement) {
        return SORTING.make(placement);
    }

    /** The selections, in a place that is chosen for each call. */
    public static Selection selection(Placement placement) {
        return SELECTION.make(placement);
    }

    /** The operations on arrays, in a place that is chosen for each call. */
    public static Partitioning partitioning(Placement placement) {
        return PARTITIONING.make(placement);
    }
}
