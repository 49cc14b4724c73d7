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

    public static double square(double difference) {
        return difference * difference;
    }
}
