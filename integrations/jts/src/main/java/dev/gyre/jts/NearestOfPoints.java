package dev.gyre.jts;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;

/**
 * The nearest right rows of each of many points, for right parts of few edges. Points that lie near each other are searched as a group: the
 * tree gives the right parts that can be among the nearest of any of them, from the group's center on, once. A group for which these are
 * many is parted, and those after it are smaller, until they have few. An answer is that of {@link NearestSearch}.
 */
final class NearestOfPoints {

    /** Most points of a group. */
    private static final int GROUP = 256;

    /** Most candidates of a group of several points, besides so many for each slot. */
    private static final int CANDIDATES = 48;

    private static final int CANDIDATES_OF_SLOT = 4;

    /** Far more than the rounding errors of a few distances, in parts of the distances. */
    private static final double SLACK = 1e-12;

    private final double[] points;
    private final int[] order;
    private final RTree tree;
    private final double[] boxes;
    private final int[] rows;
    private final SmallParts parts;
    private final int slots;
    private final double largest;

    private final double extent;

    private final int blockBits;
    private final int[][] ids;
    private final double[][] keys;

    /**
     * A search.
     *
     * @param points the points of the left rows
     * @param order their order: neighbors follow each other
     * @param tree the boxes of the right parts
     * @param found the right parts
     * @param parts their edges
     * @param slots most neighbors of a row
     * @param largest largest distance
     * @param extent sum of the sides of the largest box of a right part
     * @param ids receives the neighbors, in blocks
     * @param keys receives the squared distances
     */
    NearestOfPoints(
            Points points,
            int[] order,
            RTree tree,
            Parts found,
            SmallParts parts,
            int slots,
            double largest,
            double extent,
            int[][] ids,
            double[][] keys) {
        this.points = points.array();
        this.order = order;
        this.tree = tree;
        this.parts = parts;
        this.slots = slots;
        this.largest = largest;
        this.ids = ids;
        this.keys = keys;
        boxes = found.boxes().array();
        rows = found.rows();
        blockBits = Neighbors.blockBits(slots);
        this.extent = extent;
    }

    /** Searches, by all threads. */
    void run(Workers workers, Progress progress) {
        ThreadLocal<Group> groups = ThreadLocal.withInitial(Group::new);
        workers.forEachSlice(
                order.length,
                GROUP,
                (begin, end) -> {
                    Group group = groups.get();
                    for (int from = begin; from < end; ) {
                        from = group.run(from, end);
                    }
                },
                progress);
    }

    /** The search for one group after another. */
    private final class Group {

        /** The nearest rows of a point so far, and their distances, ascending. */
        private final int[] nearest = new int[slots];

        private final double[] distances = new double[slots];

        /** The right parts that may be near, in the order of their distances from the center. */
        private int[] candidates = new int[CANDIDATES];

        /** The distances of their boxes from the center. */
        private double[] lowers = new double[CANDIDATES];

        private int count;

        private final double[] room = SmallParts.room();

        /** The center of the group as a box. */
        private final double[] center = new double[Edges.BOUNDS];

        private int knownOfCenter;

        /** The point whose nearest rows are known. */
        private double beforeX;

        private double beforeY;

        /** Points of the next group, which is about as dense as the one before. */
        private int size = GROUP;

        /** Searches the first of some points, and returns where the next ones begin. */
        int run(int begin, int end) {
            int most = CANDIDATES + CANDIDATES_OF_SLOT * slots;
            int next = Math.min(begin + size, end);
            while (!search(begin, next, next - begin == 1 ? Integer.MAX_VALUE : most)) {
                size = (next - begin) / 2;
                next = begin + size;
            }
            if (count < most / 2) {
                size = Math.min(2 * size, GROUP);
            }
            return next;
        }

        /** Searches a group; returns false, and does nothing, if it has too many candidates. */
        private boolean search(int begin, int end, int most) {
            double minX = Double.POSITIVE_INFINITY;
            double minY = Double.POSITIVE_INFINITY;
            double maxX = Double.NEGATIVE_INFINITY;
            double maxY = Double.NEGATIVE_INFINITY;
            for (int place = begin; place < end; place++) {
                double x = points[2 * order[place]];
                double y = points[2 * order[place] + 1];
                minX = Math.min(minX, x);
                minY = Math.min(minY, y);
                maxX = Math.max(maxX, x);
                maxY = Math.max(maxY, y);
            }
            double x = minX + (maxX - minX) / 2;
            double y = minY + (maxY - minY) / 2;
            double radius = length(maxX - x, maxY - y) * (1 + SLACK);
            if (!collect(x, y, radius, most)) {
                return false;
            }
            beforeX = x;
            beforeY = y;
            int known = knownOfCenter;
            for (int place = begin; place < end; place++) {
                known = search(order[place], x, y, known);
            }
            return true;
        }

        /** Collects the right parts that may be near a point around a center; returns whether there are not too many. */
        private boolean collect(double x, double y, double radius, int most) {
            count = 0;
            center[0] = x;
            center[1] = y;
            center[2] = x;
            center[3] = y;
            knownOfCenter = 0;
            tree.forEachNearest(center, Metric.EUCLIDEAN, (part, lower) -> {
                double limit = knownOfCenter < slots ? largest : Math.min(largest, distances[slots - 1]);
                // The k nearest of a point are within the k nearest of the center and twice its way from there.
                if (lower - SLACK * (lower + radius + extent) > limit + 2 * radius) {
                    return false;
                }
                if (count == candidates.length) {
                    candidates = Arrays.copyOf(candidates, 2 * count);
                    lowers = Arrays.copyOf(lowers, 2 * count);
                }
                candidates[count] = part;
                lowers[count++] = lower;
                knownOfCenter = insert(rows[part], parts.distance(part, x, y, limit, room), knownOfCenter);
                return count <= most;
            });
            return count <= most;
        }

        /**
         * Finds the nearest rows of a point. Those so far are of the point before, or of the center.
         *
         * @param knownBefore how many these are
         * @return how many are found
         */
        private int search(int row, double centerX, double centerY, int knownBefore) {
            double x = points[2 * row];
            double y = points[2 * row + 1];
            double way = length(x - centerX, y - centerY);
            // The k nearest are within the k nearest of the point before and the way from there.
            double bound = largest;
            if (knownBefore == slots) {
                double far = distances[slots - 1] + length(x - beforeX, y - beforeY);
                bound = Math.min(largest, far + SLACK * (far + extent));
            }
            beforeX = x;
            beforeY = y;
            int known = 0;
            double limit = bound;
            double reachSq = reachSq(limit);
            for (int i = 0; i < count; i++) {
                if (lowers[i] - way - SLACK * (lowers[i] + way + extent) > limit) {
                    break;
                }
                int part = candidates[i];
                if (distanceSq(Edges.BOUNDS * part, x, y) <= reachSq) {
                    known = insert(rows[part], parts.distance(part, x, y, limit, room), known);
                    if (known == slots && distances[slots - 1] < limit) {
                        limit = distances[slots - 1];
                        reachSq = reachSq(limit);
                    }
                }
            }
            write(row, known);
            return known;
        }

        /** Returns the squared distance up to which a box may have a part within a limit. */
        private double reachSq(double limit) {
            double reach = limit + SLACK * (limit + extent);
            return reach * reach + Double.MIN_NORMAL;
        }

        /** Returns the squared distance of a box from a point. */
        private double distanceSq(int box, double x, double y) {
            double dx = Math.max(0, Math.max(boxes[box] - x, x - boxes[box + 2]));
            double dy = Math.max(0, Math.max(boxes[box + 1] - y, y - boxes[box + 3]));
            return dx * dx + dy * dy;
        }

        /** Adds a row to the nearest ones so far, of equally near ones before those with greater numbers; returns how many are known. */
        private int insert(int row, double distance, int known) {
            int hole = Math.min(known, slots - 1);
            boolean isIn = distance < Double.POSITIVE_INFINITY && (known < slots || precedes(distance, row, hole));
            if (!isIn) {
                return known;
            }
            while (hole > 0 && precedes(distance, row, hole - 1)) {
                distances[hole] = distances[hole - 1];
                nearest[hole] = nearest[hole - 1];
                hole--;
            }
            distances[hole] = distance;
            nearest[hole] = row;
            return Math.min(slots, known + 1);
        }

        private boolean precedes(double distance, int row, int place) {
            return distance < distances[place] || distance == distances[place] && row < nearest[place];
        }

        private void write(int row, int known) {
            int[] toIds = ids[row >> blockBits];
            double[] toKeys = keys[row >> blockBits];
            int from = (row & (1 << blockBits) - 1) * slots;
            for (int slot = 0; slot < slots; slot++) {
                boolean isKnown = slot < known;
                toIds[from + slot] = isKnown ? nearest[slot] : Neighbors.NONE;
                toKeys[from + slot] = isKnown ? distances[slot] * distances[slot] : Double.POSITIVE_INFINITY;
            }
        }

        private static double length(double x, double y) {
            return Math.sqrt(x * x + y * y);
        }
    }
}
