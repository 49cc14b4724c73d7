package dev.gyre.jts;

/**
 * The k nearest rows so far, each once with its least measure; of equally near ones those with the smallest numbers. A heap with the
 * farthest row first: O(log k) for each distance. Memory: 12 bytes for each of k rows, and 4 for each row that there is. Not safe for use by
 * several threads.
 */
final class NearestRows {

    private final int[] rows;
    private final double[] distances;

    /** Place of each row in the heap, if that place has the row. */
    private final int[] places;

    private double limit;
    private int size;

    /**
     * No rows.
     *
     * @param k most rows, 1 or more
     * @param all number of all rows
     */
    NearestRows(int k, int all) {
        rows = new int[k];
        distances = new double[k];
        places = new int[all];
    }

    /** Forgets all rows. */
    void clear(double largest) {
        size = 0;
        limit = Math.min(largest, Double.MAX_VALUE);
    }

    /** Returns the largest distance that a row may have to be among them. */
    double limit() {
        return size == rows.length ? Math.min(limit, distances[0]) : limit;
    }

    /** Takes a row in, if it is near enough; a row that is known keeps its least distance. */
    void add(int row, double distance) {
        if (distance > limit) {
            return;
        }
        int slot = places[row];
        if (slot < size && rows[slot] == row) {
            if (distance < distances[slot]) {
                sink(slot, row, distance, size);
            }
        } else if (size < rows.length) {
            rise(size++, row, distance);
        } else if (precedes(distance, row, 0)) {
            sink(0, row, distance, size);
        }
    }

    private boolean precedes(double distance, int row, int slot) {
        return distance < distances[slot] || distance == distances[slot] && row < rows[slot];
    }

    private void rise(int from, int row, double distance) {
        int hole = from;
        while (hole > 0 && !precedes(distance, row, (hole - 1) / 2)) {
            put(hole, rows[(hole - 1) / 2], distances[(hole - 1) / 2]);
            hole = (hole - 1) / 2;
        }
        put(hole, row, distance);
    }

    /** Puts a row where another one was, or below. */
    private void sink(int from, int row, double distance, int end) {
        int hole = from;
        while (2 * hole + 1 < end) {
            int child = 2 * hole + 1;
            if (child + 1 < end && precedes(distances[child], rows[child], child + 1)) {
                child++;
            }
            if (!precedes(distance, row, child)) {
                break;
            }
            put(hole, rows[child], distances[child]);
            hole = child;
        }
        put(hole, row, distance);
    }

    private void put(int slot, int row, double distance) {
        rows[slot] = row;
        distances[slot] = distance;
        places[row] = slot;
    }

    /** Writes the rows, the nearest first, and their distances; forgets them. */
    int write(int[] toRows, double[] toDistances, int from) {
        int count = size;
        for (int last = count - 1; last >= 0; last--) {
            toRows[from + last] = rows[0];
            toDistances[from + last] = distances[0];
            sink(0, rows[last], distances[last], last);
        }
        size = 0;
        return count;
    }
}
