package dev.gyre.tasks.tree;

/**
 * {@link TreeBoxes} for the JVM, with leaves of points in two and three dimensions written out: bounds of all dimensions grow side by side, while a
 * single minimum has to wait for the one before. All others run {@link TreeBoxes}.
 */
public final class TreeBoxesJvm {

    private TreeBoxesJvm() {}

    /** Shapes and result are as in {@link TreeBoxes#joinBoxes}. */
    public static void joinBoxes(
            int begin, int end, double[] entries, int[] parameters, double[] boxes, int[] rows, int corners) {
        int dims = parameters[TreeParameters.DIMENSIONS];
        if (parameters[TreeParameters.LEVEL] > 1 || corners > 1 || dims < 2 || dims > 3) {
            TreeBoxes.joinBoxes(begin, end, entries, parameters, boxes, rows, corners);
            return;
        }
        int last = Math.min(end, parameters[TreeParameters.COUNTS + 1]);
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int size = parameters[TreeParameters.SIZE];
        for (int leaf = begin; leaf < last; leaf++) {
            int number = parameters[TreeParameters.STARTS + 1] + leaf;
            int box = TreeNodes.box(number, dims, parameters);
            int from = leaf * leafSize;
            int to = Math.min(from + leafSize, size);
            if (dims == 2) {
                ofPairs(from, to, entries, boxes, box);
            } else {
                ofTriples(from, to, entries, boxes, box);
            }
            int least = Integer.MAX_VALUE;
            for (int slot = from; slot < to; slot++) {
                least = Math.min(least, rows[slot]);
            }
            rows[number] = least;
        }
    }

    private static void ofPairs(int from, int to, double[] points, double[] boxes, int box) {
        double lowX = Double.MAX_VALUE;
        double lowY = Double.MAX_VALUE;
        double highX = -Double.MAX_VALUE;
        double highY = -Double.MAX_VALUE;
        for (int slot = from; slot < to; slot++) {
            double x = points[2 * slot];
            double y = points[2 * slot + 1];
            lowX = Math.min(lowX, x);
            lowY = Math.min(lowY, y);
            highX = Math.max(highX, x);
            highY = Math.max(highY, y);
        }
        boxes[box] = lowX;
        boxes[box + 1] = lowY;
        boxes[box + 2] = highX;
        boxes[box + 3] = highY;
    }

    private static void ofTriples(int from, int to, double[] points, double[] boxes, int box) {
        double lowX = Double.MAX_VALUE;
        double lowY = Double.MAX_VALUE;
        double lowZ = Double.MAX_VALUE;
        double highX = -Double.MAX_VALUE;
        double highY = -Double.MAX_VALUE;
        double highZ = -Double.MAX_VALUE;
        for (int slot = from; slot < to; slot++) {
            double x = points[3 * slot];
            double y = points[3 * slot + 1];
            double z = points[3 * slot + 2];
            lowX = Math.min(lowX, x);
            lowY = Math.min(lowY, y);
            lowZ = Math.min(lowZ, z);
            highX = Math.max(highX, x);
            highY = Math.max(highY, y);
            highZ = Math.max(highZ, z);
        }
        boxes[box] = lowX;
        boxes[box + 1] = lowY;
        boxes[box + 2] = lowZ;
        boxes[box + 3] = highX;
        boxes[box + 4] = highY;
        boxes[box + 5] = highZ;
    }
}
