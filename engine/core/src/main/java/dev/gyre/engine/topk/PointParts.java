package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;

/**
 * Points in parts, one part after the other. Each part has the points of some wide {@link Cells}, so that compared points are in near
 * memory. Points may be in all parts that they reach. Memory: {@code 8 d + 12} bytes for each point in a part, and {@code 8 d} for each row
 * while parts are made. Immutable; safe for use by
 * several threads.
 */
final class PointParts {

    /** Slices of all rows for each thread. */
    private static final int SLICES_PER_THREAD = 4;

    private final int dims;
    private final int[] sizes;
    private final double[][] coordinates;
    private final double[][] values;
    private final int[][] rows;

    /**
     * Rows that are put into parts.
     *
     * @param of the rows
     * @param begin the first of these rows
     * @param end the end of these rows, exclusive
     * @param spreadOut whether each point is in all parts that it reaches
     */
    record Source(Points points, Side.Rows of, int begin, int end, boolean spreadOut) {}

    /** The rows of a source in slices. The first loop over a slice fetches its points, which may be far apart. */
    private static final class Slices {

        private final Cells cells;
        private final Points points;
        private final Side.Rows of;
        private final boolean spreadOut;
        private final int begin;
        private final int size;
        private final int dims;

        /** Points of each slice; null if the rows are all rows, which lie side by side. */
        private final double[][] fetched;

        /** For each slice and part the number of points, then the first slot. */
        private final int[][] places;

        Slices(Cells cells, Source source, int wanted) {
            this.cells = cells;
            points = source.points();
            of = source.of();
            spreadOut = source.spreadOut();
            begin = source.begin();
            size = source.end() - begin;
            dims = points.dims();
            int slices = Math.clamp(size, 1, wanted);
            fetched = of.rows() == null ? null : new double[slices][];
            places = new int[slices][cells.lists()];
        }

        int count() {
            return places.length;
        }

        private int start(int slice) {
            return (int) (begin + (long) slice * size / places.length);
        }

        void count(int slice) {
            int first = start(slice);
            int end = start(slice + 1);
            double[] from = fetched == null ? points.array() : fetch(first, end);
            if (fetched != null) {
                fetched[slice] = from;
            }
            int shift = fetched == null ? 0 : first;
            Cells.Lists to = new Cells.Lists();
            for (int i = first; i < end; i++) {
                cells.note(from, (i - shift) * dims, spreadOut, to);
                for (int j = 0; j < to.count; j++) {
                    places[slice][to.lists[j]]++;
                }
            }
        }

        private double[] fetch(int first, int end) {
            double[] from = points.array();
            double[] some = new double[(end - first) * dims];
            for (int i = first; i < end; i++) {
                int at = of.row(i) * dims;
                for (int dim = 0; dim < dims; dim++) {
                    some[(i - first) * dims + dim] = from[at + dim];
                }
            }
            return some;
        }

        /** Turns numbers into slots of a part; returns the number of points of each part. */
        int[] sizes() {
            int[] sizes = new int[cells.lists()];
            for (int[] ofSlice : places) {
                for (int part = 0; part < sizes.length; part++) {
                    int count = ofSlice[part];
                    ofSlice[part] = sizes[part];
                    sizes[part] = Math.addExact(sizes[part], count);
                }
            }
            return sizes;
        }

        void put(int slice, PointParts parts) {
            int first = start(slice);
            int shift = fetched == null ? 0 : first;
            double[] from = fetched == null ? points.array() : fetched[slice];
            Cells.Lists to = new Cells.Lists();
            for (int i = first; i < start(slice + 1); i++) {
                int at = (i - shift) * dims;
                cells.note(from, at, spreadOut, to);
                for (int j = 0; j < to.count; j++) {
                    int part = to.lists[j];
                    parts.put(part, places[slice][part]++, from, at, of.row(i), of.values()[i]);
                }
            }
        }
    }

    private PointParts(int dims, int... sizes) {
        this.dims = dims;
        this.sizes = sizes;
        coordinates = new double[sizes.length][];
        values = new double[sizes.length][];
        rows = new int[sizes.length][];
    }

    private void makeRoom(int part) {
        coordinates[part] = new double[Math.multiplyExact(sizes[part], dims)];
        values[part] = new double[sizes[part]];
        rows[part] = new int[sizes[part]];
    }

    /** The parts of some sources, which are all made at the same time. */
    static PointParts[] of(Cells cells, Workers workers, Source... sources) {
        int wanted = workers.threads() == 1 ? 1 : workers.threads() * SLICES_PER_THREAD;
        PointParts[] parts = new PointParts[sources.length];
        Slices[] slices = new Slices[sources.length];
        int[] of = new int[sources.length * wanted];
        int[] firsts = new int[sources.length];
        int count = 0;
        for (int i = 0; i < sources.length; i++) {
            slices[i] = new Slices(cells, sources[i], wanted);
            firsts[i] = count;
            Arrays.fill(of, count, count + slices[i].count(), i);
            count += slices[i].count();
        }
        workers.forEach(count, slice -> slices[of[slice]].count(slice - firsts[of[slice]]));
        Arrays.setAll(parts, i -> new PointParts(sources[i].points().dims(), slices[i].sizes()));
        // By all threads, as new memory is cleared.
        workers.forEach(parts.length * cells.lists(), i -> parts[i / cells.lists()].makeRoom(i % cells.lists()));
        workers.forEach(count, slice -> slices[of[slice]].put(slice - firsts[of[slice]], parts[of[slice]]));
        return parts;
    }

    private void put(int part, int slot, double[] from, int at, int row, double value) {
        values[part][slot] = value;
        rows[part][slot] = row;
        for (int dim = 0; dim < dims; dim++) {
            coordinates[part][slot * dims + dim] = from[at + dim];
        }
    }

    /** Number of points of a part. */
    int size(int part) {
        return sizes[part];
    }

    Points points(int part) {
        return Points.over(coordinates[part], dims, sizes[part]);
    }

    /** Rows and values of the points of a part. */
    Side.Rows rows(int part) {
        return new Side.Rows(rows[part], values[part]);
    }
}
