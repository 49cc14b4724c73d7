package dev.gyre.jts;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * The nearest right rows of each of many points. Points that lie near each other are a block: the tree gives the right parts in a window around
 * it that has the nearest ones of all of its points, once. The block is halved again and again, and each half keeps those parts that can be
 * among the nearest of its points, until they are few. An answer is that of {@link NearestSearch}.
 */
final class NearestOfPoints<F extends Facets> {

    /** Most points of a block. */
    private static final int BLOCK = 1024;

    /** Points of a block are parted into so many groups, and those of a group again. */
    private static final int GROUPS = 4;

    /** Most points of a group that is not parted. */
    private static final int GROUP = 64;

    /** Most candidates of a block for each of its points; a block with more is parted before. */
    private static final int CANDIDATES_OF_POINT = 16;

    /** Most candidates of a group that is not parted, besides so many for each slot: they are sorted by insertion. */
    private static final int CANDIDATES = 48;

    private static final int CANDIDATES_OF_SLOT = 4;

    /** Far more than the rounding errors of a few distances, in parts of the distances. */
    private static final double SLACK = 1e-12;

    private final Space<F> space;
    private final double[] points;
    private final int[] order;
    private final RTree tree;
    private final double[] boxes;
    private final int dims;
    private final int[] rows;

    /** Whether some row has several parts. */
    private final boolean hasParts;

    private final SmallParts<F> parts;
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
     * @param largest largest measure
     * @param extent sum of the sides of the largest box of a right part
     * @param ids receives the neighbors, in blocks
     * @param keys receives the keys of their measures
     */
    NearestOfPoints(
            Space<F> space,
            Points points,
            int[] order,
            RTree tree,
            Parts found,
            SmallParts<F> parts,
            int slots,
            double largest,
            double extent,
            int[][] ids,
            double[][] keys) {
        this.space = space;
        this.points = points.array();
        this.order = order;
        this.tree = tree;
        this.parts = parts;
        this.slots = slots;
        this.largest = largest;
        this.ids = ids;
        this.keys = keys;
        dims = space.dims();
        boxes = found.boxes().array();
        rows = found.rows();
        hasParts = hasEqual(rows);
        blockBits = Neighbors.blockBits(slots);
        this.extent = extent;
    }

    private static boolean hasEqual(int... ascending) {
        boolean hasEqual = false;
        for (int place = 1; place < ascending.length; place++) {
            hasEqual |= ascending[place - 1] == ascending[place];
        }
        return hasEqual;
    }

    /** Searches, by all threads. */
    void run(Workers workers, Progress progress) {
        ThreadLocal<Search> searches = ThreadLocal.withInitial(Search::new);
        workers.forEachSlice(
                order.length,
                BLOCK,
                (begin, end) -> {
                    Search search = searches.get();
                    for (int from = begin; from < end; ) {
                        from = search.run(from, end);
                    }
                },
                progress);
    }

    /** Returns by how much a distance may be wrong that was computed from some others. */
    private double slack(double distances) {
        return SLACK * (distances + extent) + parts.margin();
    }

    /** The search for one block after another. */
    private final class Search {

        private final int width = parts.width();

        /** The places of the block's points. */
        private final double[] places = new double[width * BLOCK];

        /** The nearest rows of a point so far, and their measures, ascending. */
        private final int[] nearest = new int[slots];

        private final double[] measures = new double[slots];

        private int known;

        /** The candidates of the block, of a group in it, of a group in this one, and so on. */
        private final List<NearParts> near = new ArrayList<>();

        private final double[] room = new double[SmallParts.MAX_EDGES];
        private final double[] window = new double[2 * dims];

        /** Where the place of the point is whose nearest rows are known. */
        private int before;

        /** Points of the next block, which is about as dense as the one before. */
        private int size = BLOCK;

        /** What was in the memory of answers before them. */
        private long touched;

        Search() {
            for (int points = BLOCK * GROUPS; points > 0; points /= GROUPS) {
                near.add(new NearParts(dims, parts.margin()));
            }
        }

        /** Searches the first of some points, and returns where the next ones begin. */
        int run(int begin, int end) {
            int count = Math.min(size, end - begin);
            for (int i = 0; i < count; i++) {
                int row = order[begin + i];
                parts.place(points[2 * row], points[2 * row + 1], places, width * i);
            }
            while (!collect(count)) {
                count /= 2;
                size = count;
            }
            if (count == 1) {
                write(order[begin]);
            } else {
                part(begin, 0, count, 0);
            }
            if (near.get(0).size() < CANDIDATES_OF_POINT * count / 2) {
                size = Math.min(2 * size, BLOCK);
            }
            return begin + count;
        }

        /**
         * Finds the right rows that are nearest to a point in the middle of the block, and the right parts that may be near one of its
         * points; returns whether there are not too many.
         */
        private boolean collect(int count) {
            int middle = middle(0, count);
            searchTree(middle);
            NearParts all = near.get(0);
            all.clear();
            if (count == 1) {
                return true;
            }
            // The k nearest of a point are within the k nearest of the middle and its way from there.
            double reach = reach() + radius(middle, 0, count);
            double far = reach + slack(reach);
            bound(0, count);
            for (int dim = 0; dim < dims; dim++) {
                window[dim] = Math.max(window[dim] - far, -Points.MAX_MAGNITUDE);
                window[dims + dim] = Math.min(window[dims + dim] + far, Points.MAX_MAGNITUDE);
            }
            int max = CANDIDATES_OF_POINT * count;
            tree.forEachMatch(window, BoxPredicate.INTERSECTS, part -> {
                all.add(part, boxes);
                return all.size() <= max;
            });
            return all.size() <= max;
        }

        /** Finds the right rows that are nearest to a point. */
        private void searchTree(int at) {
            System.arraycopy(places, at, window, 0, dims);
            System.arraycopy(places, at, window, dims, dims);
            known = 0;
            before = at;
            tree.forEachNearest(window, Metric.EUCLIDEAN, (part, lower) -> {
                double reach = reach();
                if (lower - slack(lower) > reach) {
                    return false;
                }
                double limit = known < slots ? largest : Math.min(largest, measures[slots - 1]);
                insert(rows[part], parts.measure(part, places, at, lower <= slack(0), limit, room));
                return true;
            });
        }

        /** Returns the distance within which the nearest rows of the point before are. */
        private double reach() {
            return parts.length(known < slots ? largest : Math.min(largest, measures[slots - 1]));
        }

        /** Searches some points of the block, among the candidates at a depth. */
        private void part(int begin, int from, int to, int depth) {
            int middle = middle(from, to);
            search(middle, near.get(depth));
            if (to - from == 1) {
                write(order[begin + from]);
                return;
            }
            double reach = reach() + 2 * radius(middle, from, to);
            NearParts candidates = near.get(depth + 1);
            int max = CANDIDATES + CANDIDATES_OF_SLOT * slots;
            candidates.takeFrom(near.get(depth), places, middle, reach + slack(reach), max);
            if (to - from > GROUP || candidates.size() > max) {
                int step = Math.ceilDiv(to - from, GROUPS);
                for (int next = from; next < to; next += step) {
                    part(begin, next, Math.min(next + step, to), depth + 1);
                }
            } else {
                searchAll(begin, from, to, candidates);
            }
        }

        private void searchAll(int begin, int from, int to, NearParts candidates) {
            touch(begin + from, begin + to);
            for (int place = from; place < to; place++) {
                search(width * place, candidates);
                write(order[begin + place]);
            }
        }

        /** Returns where the place is that is nearest to the middle of the box of some. */
        private int middle(int from, int to) {
            bound(from, to);
            double x = window[0] + (window[dims] - window[0]) / 2;
            double y = window[1] + (window[dims + 1] - window[1]) / 2;
            double z = dims > 2 ? window[2] + (window[dims + 2] - window[2]) / 2 : 0;
            int best = width * from;
            double min = Double.POSITIVE_INFINITY;
            for (int at = width * from; at < width * to; at += width) {
                double dx = places[at] - x;
                double dy = places[at + 1] - y;
                double dz = dims > 2 ? places[at + 2] - z : 0;
                double sq = dx * dx + dy * dy + dz * dz;
                if (sq < min) {
                    min = sq;
                    best = at;
                }
            }
            return best;
        }

        /** Makes the window the box of some places. */
        private void bound(int from, int to) {
            for (int dim = 0; dim < dims; dim++) {
                double min = places[width * from + dim];
                double max = min;
                for (int at = width * from + dim; at < width * to; at += width) {
                    double value = places[at];
                    min = value < min ? value : min;
                    max = value > max ? value : max;
                }
                window[dim] = min;
                window[dims + dim] = max;
            }
        }

        /** Returns the greatest distance of some places from one of them. */
        private double radius(int middle, int from, int to) {
            double max = 0;
            for (int place = from; place < to; place++) {
                double gap = gap(width * place, middle);
                max = gap > max ? gap : max;
            }
            return max;
        }

        /** Finds the nearest rows of a point. Those so far are of the point before. */
        private void search(int at, NearParts candidates) {
            // The k nearest are within the k nearest of the point before and the way from there.
            double limit = largest;
            double reach = parts.length(largest);
            if (known == slots) {
                double far = parts.length(measures[slots - 1]) + gap(at, before);
                if (far + slack(far) < reach) {
                    reach = far + slack(far);
                    limit = Math.min(largest, parts.measure(reach));
                }
            }
            before = at;
            known = 0;
            double reachSq = reachSq(reach);
            int count = candidates.find(places, at, reachSq);
            for (int hit = 0; hit < count; hit++) {
                int candidate = candidates.hit(hit);
                double sq = candidates.square(candidate);
                if (sq <= reachSq) {
                    int part = candidates.part(candidate);
                    insert(rows[part], parts.measure(part, places, at, sq == 0, limit, room));
                    if (known == slots && measures[slots - 1] < limit) {
                        limit = measures[slots - 1];
                        reachSq = reachSq(parts.length(limit));
                    }
                }
            }
        }

        /** Returns the distance of two places. */
        private double gap(int at, int other) {
            double dx = places[at] - places[other];
            double dy = places[at + 1] - places[other + 1];
            double dz = dims > 2 ? places[at + 2] - places[other + 2] : 0;
            return Math.sqrt(dx * dx + dy * dy + dz * dz);
        }

        /** Returns the squared distance up to which a box may have a part within a distance. */
        private double reachSq(double distance) {
            double reach = distance + slack(distance);
            return reach * reach + Double.MIN_NORMAL;
        }

        /** Adds a row to the nearest ones so far, of equally near ones before those with greater numbers. */
        private void insert(int row, double measure) {
            boolean isIn = measure < Double.POSITIVE_INFINITY && (known < slots || precedes(measure, row, slots - 1));
            if (!isIn) {
                return;
            }
            int hole = hasParts ? placeOf(row) : known;
            if (hole < known && measures[hole] <= measure) {
                return;
            }
            known = Math.max(known, Math.min(hole + 1, slots));
            hole = Math.min(hole, slots - 1);
            while (hole > 0 && precedes(measure, row, hole - 1)) {
                measures[hole] = measures[hole - 1];
                nearest[hole] = nearest[hole - 1];
                hole--;
            }
            measures[hole] = measure;
            nearest[hole] = row;
        }

        /** Returns the place of a row that is known, or that after the last one. */
        private int placeOf(int row) {
            int place = 0;
            while (place < known && nearest[place] != row) {
                place++;
            }
            return place;
        }

        private boolean precedes(double measure, int row, int place) {
            return measure < measures[place] || measure == measures[place] && row < nearest[place];
        }

        /**
         * Reads where answers will be written: a processor waits for several reads at once, but for one write after the other. Without, a warm
         * query 12 of SpatialBench took 4.1 to 4.8 s, with it 3.9 to 4.3 (3 processes each in turns, 2 cores of an AMD EPYC, November 2026).
         */
        private void touch(int begin, int end) {
            long sum = 0;
            for (int place = begin; place < end; place++) {
                int row = order[place];
                int from = (row & (1 << blockBits) - 1) * slots;
                double[] toKeys = keys[row >> blockBits];
                sum += ids[row >> blockBits][from] + (long) toKeys[from] + (long) toKeys[from + slots - 1];
            }
            touched += sum;
        }

        private void write(int row) {
            int[] toIds = ids[row >> blockBits];
            double[] toKeys = keys[row >> blockBits];
            int from = (row & (1 << blockBits) - 1) * slots;
            for (int slot = 0; slot < slots; slot++) {
                boolean isKnown = slot < known;
                toIds[from + slot] = isKnown ? nearest[slot] : Neighbors.NONE;
                toKeys[from + slot] = isKnown ? space.key(measures[slot]) : Double.POSITIVE_INFINITY;
            }
        }
    }
}
