package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.Norms;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Seeded inputs around the lanes, blocks and tiles of the nearest-neighbor kernels. */
final class KnnCases {

    private static final int[] SIZES = {1, 2, 7, 8, 9, 31, 33, 511, 512, 513, 1500};
    private static final int[] QUERIES = {1, 2, 31, 32, 33, 65, 128, 129};
    private static final int MAX_DIMENSIONS = 20;

    /** A plain build has each case with one norm, in turn. */
    private static final boolean THOROUGH = Integer.getInteger("test.thinning", 1) == 1;

    private KnnCases() {}

    /** Exact data of every size and number of dimensions, with several numbers of queries and candidates. */
    static Stream<KnnCase> exact() {
        return all((n, dims, seed) -> {
            Random random = new Random(seed);
            int capacity = capacity(n, random);
            return KnnCase.exact(n, QUERIES[random.nextInt(QUERIES.length)], dims, capacity, seed);
        });
    }

    /** Data whose float arithmetic is rounded, from scales near the smallest to near the largest squares. */
    static Stream<KnnCase> rounded() {
        double[] scales = {1e-12, 1e-3, 1, 1e6, 1e18};
        return all((n, dims, seed) -> {
            Random random = new Random(seed);
            int capacity = capacity(n, random);
            double scale = scales[random.nextInt(scales.length)];
            return KnnCase.scaled(scale, n, QUERIES[random.nextInt(QUERIES.length)], dims, capacity, seed);
        });
    }

    private static int capacity(int n, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> n;
            case 2 -> Math.min(n, 8);
            default -> 1 + random.nextInt(n);
        };
    }

    private static Stream<KnnCase> all(CaseMaker maker) {
        return IntStream.of(SIZES)
                .boxed()
                .flatMap(n -> IntStream.rangeClosed(1, MAX_DIMENSIONS)
                        .mapToObj(dims -> maker.make(n, dims, 1000L * n + dims)))
                .flatMap(input -> THOROUGH
                        ? ofEveryNorm(input)
                        : ofEveryNorm(input)
                                .skip((input.n() + input.dims()) % 3)
                                .limit(1));
    }

    /** Returns a case with every norm. */
    static Stream<KnnCase> ofEveryNorm(KnnCase input) {
        return IntStream.of(Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV).mapToObj(input::withNorm);
    }

    @FunctionalInterface
    private interface CaseMaker {

        KnnCase make(int n, int dims, long seed);
    }
}
