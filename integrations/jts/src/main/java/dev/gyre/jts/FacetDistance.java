package dev.gyre.jts;

/**
 * The distances of the edges of a geometry from those of others, as measures of a {@link Space}.
 *
 * <p>Both trees are descended together, the nearest boxes first, so that most edges are never read. Not safe for use by several threads.
 */
abstract class FacetDistance<F extends Facets> {

    /** The edges that are asked about. */
    final F edges;

    /** The edges of the other geometry. */
    F others;

    /** The least measure so far. */
    private double best;

    /** Squared distance of the farthest boxes that may have a nearer pair. */
    private double reach;

    /** For each level of a descent, the children that are left to visit: squared distances of their boxes, and their numbers. */
    private double[] nears = new double[0];

    private int[] children = new int[0];

    FacetDistance(F edges) {
        this.edges = edges;
    }

    /** Returns the measure from other edges, or infinity if it is larger than a limit. */
    final double to(F other, double limit) {
        others = other;
        begin();
        int depth = (edges.top() + other.top()) * Facets.FAN;
        if (nears.length < depth) {
            nears = new double[depth];
            children = new int[depth];
        }
        improve(Math.nextUp(limit));
        visit(edges.top(), 0, other.top(), 0, 0);
        return best <= limit ? best : Double.POSITIVE_INFINITY;
    }

    /** Called when there are other edges. */
    void begin() {}

    /** Returns the squared distance up to which boxes may have a pair whose measure, as it is rounded, is less than the given one. */
    abstract double reach(double measure);

    /** Returns the squared distance of two boxes, given by their bounds. */
    abstract double nearSq(double[] boxes, int at, double[] others, int other);

    /** Compares all edges of two leaves. */
    abstract void compare(int leaf, int otherLeaf);

    final double best() {
        return best;
    }

    final double reach() {
        return reach;
    }

    final void improve(double measure) {
        best = measure;
        reach = reach(measure);
    }

    /** Visits a pair of nodes; of the larger one all children. */
    private void visit(int level, int node, int otherLevel, int otherNode, int depth) {
        if (level == 0 && otherLevel == 0) {
            compare(node, otherNode);
            return;
        }
        boolean isOther = otherLevel >= level;
        Facets parted = isOther ? others : edges;
        int below = (isOther ? otherLevel : level) - 1;
        double[] boxes = parted.bounds(below);
        double[] whole = isOther ? edges.bounds(level) : others.bounds(otherLevel);
        int width = parted.width();
        int at = width * (isOther ? node : otherNode);
        int parent = isOther ? otherNode : node;
        int end = Math.min(Facets.FAN * (parent + 1), parted.nodes(below));
        int count = depth;
        for (int child = Facets.FAN * parent; child < end; child++) {
            double near = nearSq(boxes, width * child, whole, at);
            if (near <= reach) {
                insert(depth, count++, near, child);
            }
        }
        for (int i = depth; i < count && nears[i] <= reach; i++) {
            if (isOther) {
                visit(level, node, below, children[i], depth + Facets.FAN);
            } else {
                visit(below, children[i], otherLevel, otherNode, depth + Facets.FAN);
            }
        }
    }

    private void insert(int from, int end, double near, int child) {
        int hole = end;
        while (hole > from && nears[hole - 1] > near) {
            nears[hole] = nears[hole - 1];
            children[hole] = children[hole - 1];
            hole--;
        }
        nears[hole] = near;
        children[hole] = child;
    }
}
