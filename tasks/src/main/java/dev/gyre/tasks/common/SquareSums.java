package dev.gyre.tasks.common;

/** Keys in the Euclidean norm on the JVM, with the sums over two and three dimensions written out. */
public final class SquareSums {

    private SquareSums() {}

    /** The key of the distance from a query to a point of row-major coordinates. */
    public static double toPoint(double[] query, double[] points, int slot, int dims) {
        return toPoint(query, 0, points, slot * dims, dims);
    }

    /** The key of the distance of two points, whose coordinates begin at these indexes. */
    public static double toPoint(double[] query, int from, double[] points, int at, int dims) {
        if (dims == 2) {
            return square(points[at] - query[from]) + square(points[at + 1] - query[from + 1]);
        }
        if (dims == 3) {
            return square(points[at] - query[from])
                    + square(points[at + 1] - query[from + 1])
                    + square(points[at + 2] - query[from + 2]);
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += square(points[at + dim] - query[from + dim]);
        }
        return sum;
    }

    /** The key of the distance from a query to a box, whose lower, then upper bounds begin at an index; 0 within. */
    public static double toBox(double[] query, double[] boxes, int low, int dims) {
        return toBox(query, 0, 0, boxes, low, dims);
    }

    /**
     * The least key of a point of one box and a point of another one, which is at most that of any two points in them, rounded as it is.
     *
     * @param one has lower, then upper bounds, or the coordinates of a point
     * @param from where they begin
     * @param width the numbers from a lower to its upper bound; 0 for a point
     * @param boxes has the other box
     * @param low where its lower, then upper bounds begin
     */
    public static double toBox(double[] one, int from, int width, double[] boxes, int low, int dims) {
        int to = from + width;
        int high = low + dims;
        if (dims == 2) {
            return square(outside(one[from], one[to], boxes[low], boxes[high]))
                    + square(outside(one[from + 1], one[to + 1], boxes[low + 1], boxes[high + 1]));
        }
        if (dims == 3) {
            return square(outside(one[from], one[to], boxes[low], boxes[high]))
                    + square(outside(one[from + 1], one[to + 1], boxes[low + 1], boxes[high + 1]))
                    + square(outside(one[from + 2], one[to + 2], boxes[low + 2], boxes[high + 2]));
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += square(outside(one[from + dim], one[to + dim], boxes[low + dim], boxes[high + dim]));
        }
        return sum;
    }

    /** The largest key of a point of one box and a point of another one; the parameters are those of {@link #toBox}. */
    public static double toCorner(double[] one, int from, int width, double[] boxes, int low, int dims) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double up = boxes[low + dims + dim] - one[from + dim];
            double down = one[from + width + dim] - boxes[low + dim];
            sum += square(up > down ? up : down);
        }
        return sum;
    }

    /**
     * Returns the distance of a range from another one; 0 if they overlap. Sums of magnitudes replace maxima, which are several instructions each:
     * {@code x + |x|} is 2 x or 0, and halving it is exact.
     */
    private static double outside(double least, double most, double low, double high) {
        double below = low - most;
        double above = least - high;
        return 0.5 * (below + Math.abs(below) + (above + Math.abs(above)));
    }

    /**
     * All bits if a key is at most a limit, else none: for loops where a branch would be taken about as often as not. A larger key leaves the
     * sign in the difference, also an infinite one; neither number may be NaN, nor the limit infinite.
     */
    public static int isNear(double key, double limit) {
        return (int) ~(Double.doubleToRawLongBits(limit - key) >> (Long.SIZE - 1));
    }

    public static double square(double difference) {
        return difference * difference;
    }
}
