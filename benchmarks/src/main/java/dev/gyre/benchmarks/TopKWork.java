package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.program.Device;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A top-k join within a distance of 1, by a method of Gyre or another program. All give the same scores.
 *
 * @param left rows of one side
 * @param right rows of the other side
 * @param k pairs
 * @param method a {@link TopKJoinOptions.Method}, or one of the other programs
 */
record TopKWork(TopKData.Rows left, TopKData.Rows right, int k, String method) implements Call.Data {

    /** JTS's HPRtree of the right points, a query for each left one, and a heap of k for each thread. */
    static final String HPR_TREE_HEAP = "HPR_TREE_HEAP";

    /** The thesis's pseudo-code of the Block-based Algorithm, one thread. */
    static final String PSEUDO_CODE = "PSEUDO_CODE";

    /** DuckDB in this process, by the SQL that a person would write; all threads. */
    static final String DUCKDB = "DUCKDB";

    private static final Set<TopKJoinOptions.Method> ON_DEVICES = Set.of(
            TopKJoinOptions.Method.AUTOMATIC,
            TopKJoinOptions.Method.THRESHOLD,
            TopKJoinOptions.Method.JOIN_THEN_SELECT);

    /** Data of {@code data}, {@code right} (n unless given), {@code k} and {@code method}. */
    static TopKWork of(Sizes sizes, int n, Random random) {
        TopKData data = sizes.choice("data", TopKData.THESIS);
        return new TopKWork(
                data.rows(n, true),
                data.rows(sizes.number("right", n), false),
                sizes.number("k"),
                sizes.text("method", TopKJoinOptions.Method.AUTOMATIC.name()));
    }

    @Override
    public Call.Opened open(Engine engine) {
        int threads = engine.settings().threads();
        boolean onJvm = engine.device().type() == Device.Type.JVM;
        return switch (method) {
            case HPR_TREE_HEAP -> opened(onJvm, () -> answer(JtsTopK.join(left, right, k, threads), Map.of()));
            case PSEUDO_CODE -> opened(onJvm && threads == 1, this::byPseudoCode);
            case DUCKDB -> {
                DuckDbTopK tables = new DuckDbTopK(left, right);
                Supplier<CallAnswer> join = () -> answer(tables.join(k), Map.of());
                yield new Call.Opened(opened(onJvm, join).fresh(), tables::close);
            }
            default -> {
                TopKJoinOptions.Method by = TopKJoinOptions.Method.valueOf(method);
                yield opened(onJvm || ON_DEVICES.contains(by), () -> byGyre(engine, by));
            }
        };
    }

    private Call.Opened opened(boolean possible, Supplier<CallAnswer> join) {
        if (!possible) {
            throw new Case.SkipException(method + " does not run there");
        }
        return new Call.Opened(() -> join, () -> {});
    }

    private CallAnswer byGyre(Engine engine, TopKJoinOptions.Method by) {
        TopPairs pairs = engine.topKJoin(
                Points.wrap(left.places(), 2),
                Scores.wrap(left.scores()),
                Points.wrap(right.places(), 2),
                Scores.wrap(right.scores()),
                TopKJoinOptions.of(k, 1).withMethod(by));
        return answer(
                pairs.toScoreArray(), Map.of("rounds", (double) pairs.work().rounds(), "tested", (double)
                        pairs.work().pairsTested()));
    }

    private CallAnswer byPseudoCode() {
        PlainBlockJoin join = new PlainBlockJoin(k, 1);
        double[] scores = join.join(left, right);
        return answer(scores, Map.of("tested", (double) join.tested()));
    }

    private CallAnswer answer(double[] scores, Map<String, Double> notes) {
        return CallAnswer.of(() -> CallAnswer.combine(left.size(), Arrays.hashCode(scores)))
                .noting(notes);
    }
}
