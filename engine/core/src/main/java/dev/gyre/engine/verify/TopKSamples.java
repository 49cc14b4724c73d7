package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.topk.TopKKernels;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.topk.PairCount;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of the top-k join. Keys are canonical, bit by bit the same everywhere. */
final class TopKSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(TopKKernels.COUNT, TopKSamples::sampleCount, TopKSamples::sampleCount),
            KernelSample.of(TopKKernels.WRITE, TopKSamples::sampleWrite, TopKSamples::sampleWrite));

    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV};

    private TopKSamples() {}

    private static Invocation sampleCount(Sample sample) {
        return new Lists(sample, sample.dims(), norm(sample)).count();
    }

    private static Invocation sampleCount(Sample sample, List<Object> scalars) {
        return new Lists(sample, (Integer) scalars.get(0), (Integer) scalars.get(1)).count();
    }

    private static Invocation sampleWrite(Sample sample) {
        return new Lists(sample, sample.dims(), norm(sample)).write();
    }

    private static Invocation sampleWrite(Sample sample, List<Object> scalars) {
        return new Lists(sample, (Integer) scalars.get(0), (Integer) scalars.get(1)).write();
    }

    private static int norm(Sample sample) {
        return NORMS[new Random(sample.seed()).nextInt(NORMS.length)];
    }

    /** Queries with lists of points, some empty, one perhaps of all points. */
    private static final class Lists {

        private static final int MOST = 300;

        private final int size;
        private final int dims;
        private final int norm;
        private final double[] points;
        private final double[] values;
        private final double[] queries;
        private final int[] from;
        private final int[] to;
        private final double[] least;
        private final double[] limits;
        private final int[] sizes;

        Lists(Sample sample, int dims, int norm) {
            this.dims = dims;
            this.norm = norm;
            Random random = sample.random();
            int places = Math.max(1, Math.min(MOST, sample.size()));
            size = 1 + random.nextInt(2 * places);
            double[] rows = sample.shape().rows(places + size, dims, random);
            points = Arrays.copyOf(rows, places * dims);
            queries = Arrays.copyOfRange(rows, places * dims, rows.length);
            values = random.ints(places, -5, 6).asDoubleStream().toArray();
            from = new int[size];
            to = new int[size];
            for (int i = 0; i < size; i++) {
                from[i] = random.nextInt(places);
                to[i] = from[i] + random.nextInt(Math.min(40, places - from[i]) + 1);
            }
            from[0] = 0;
            to[0] = places;
            least = IntStream.range(0, size)
                    .mapToDouble(i -> random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextInt(11) - 5)
                    .toArray();
            double key = 0;
            for (int dim = 0; dim < dims; dim++) {
                key = Norms.add(norm, key, queries[dim] - points[dim], 1);
            }
            limits = new double[] {key};
            sizes = new int[] {Math.max(1, size - random.nextInt(2))};
        }

        private int[] counted() {
            int[] counts = new int[size];
            PairCount.countPairs(0, size, queries, from, to, least, points, values, limits, sizes, counts, dims, norm);
            return counts;
        }

        Invocation count() {
            int[] counts = new int[size];
            return new Invocation(
                    sizes[0],
                    List.of(queries, from, to, least, points, values, limits, sizes, counts, dims, norm),
                    List.of(counts));
        }

        Invocation write() {
            int[] starts = counted();
            int sum = 0;
            for (int i = 0; i < size; i++) {
                int count = starts[i];
                starts[i] = sum;
                sum += count;
            }
            int[] found = new int[Math.max(1, sum)];
            return new Invocation(
                    sizes[0],
                    List.of(queries, from, to, least, points, values, limits, sizes, starts, found, dims, norm),
                    List.of(found));
        }
    }
}
