package dev.gyre.tasks.common;

/** Keys in the Euclidean norm on the JVM, with the sums over two and three dimensions written out. */
public final class SquareSums {

    private SquareSums() {}

    /** The key of the distance from a query to a point of row-major coordinates. */
    public static double toPoint(double[] query, double[] points, int slot, int dims) {
        int at = slot * dims;
        if (dims == 2) {
            return square(points[at] - query[0]) + square(points[at + 1] - query[1]);
        }
        if (dims == 3) {
            return square(points[at] - query[0])
                    + square(points[at + 1] - query[1])
                    + square(points[at + 2] - query[2]);
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += square(points[at + dim] - query[dim]);
        }
        return sum;
    }

    /** The key of the distance from a query to a box, whose lower, then upper bounds begin at an index; 0 within. */
    public static double toBox(double[] query, double[] boxes, int low, int dims) {
        int high = low + dims;
        if (dims == 2) {
            return square(outside(query[0], boxes[low], boxes[high]))
                    + square(outside(query[1], boxes[low + 1], boxes[high + 1]));
        }
        if (dims == 3) {
            return square(outside(query[0], boxes[low], boxes[high]))
                    + square(outside(query[1], boxes[low + 1], boxes[high + 1]))
                    + square(outside(query[2], boxes[low + 2], boxes[high + 2]));
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += square(outside(query[dim], boxes[low + dim], boxes[high + dim]));
        }
        return sum;
    }

    /**
     * Returns the distance of a coordinate from a range; 0 within. Sums of magnitudes replace maxima, which are several instructions each:
     * {@code x + |x|} is 2 x or 0, and halving it is exact.
     */
    private static double outside(double place, double low, double high) {
        double below = low - place;
        double above = place - high;
        return 0.5 * (below + Math.abs(below) + (above + Math.abs(above)));
    }

    public static double square(double difference) {
        return difference * difference;
    }
}
