package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.topk.TopKKernels;
import dev.gyre.tasks.common.Norms;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of the top-k join. Keys are canonical: bit by bit the same on all devices. */
final class TopKSamples {

    static final List<KernelSample> ALL = List.of(KernelSample.of(TopKKernels.MATCHES, TopKSamples::sampleMatches));

    private TopKSamples() {}

    private static Invocation sampleMatches(Sample sample, Scalars scalars) {
        Random random = sample.random();
        int norm = scalars.norm(1, random);
        Lists lists = new Lists(sample, scalars.at(0, sample::dims), norm);
        return lists.matches(scalars.flag(2, random));
    }

    /** Queries with lists of points; some lists are empty, and the first one has all points. */
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

        Invocation matches(int asked) {
            int[] starts = new int[size];
            return KernelSamples.matches(
                    TopKKernels.MATCHES,
                    starts,
                    asked,
                    (found, write) -> Invocation.of(sizes[0])
                            .in(queries, from, to, least, points, values, limits, sizes, starts, found)
                            .in(dims, norm, write));
        }
    }
}
