package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.TopKJoinOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.topk.PairRank;
import dev.gyre.engine.topk.TopKSearch;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares top-k joins with all pairs, by every method. */
final class TopKCheck {

    private static final List<TopKMethod> METHODS = List.of(TopKMethod.THRESHOLD, TopKMethod.JOIN_THEN_SELECT);

    private TopKCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        TopKMethod method = METHODS.get(random.nextInt(METHODS.size()));
        TopKCase given = TopKCase.draw(sample, method, random);
        TopKOracle oracle = new TopKOracle(given);
        return oracle.check(oracle.pairs(), run(context, given));
    }

    private static TopPairs run(Context context, TopKCase given) {
        TopKJoinOptions options = given.options();
        PairRank rank = new PairRank(options.function(), options.leftAscending(), options.rightAscending());
        if (given.left() != null) {
            return TopKSearch.of(
                            context,
                            given.left(),
                            given.leftScores(),
                            given.right(),
                            given.rightScores(),
                            given.self(),
                            rank,
                            options.k(),
                            options.radius(),
                            options.metric(),
                            options.monitor())
                    .run(options.method());
        }
        BoxPredicate predicate = options.radius() == 0
                ? BoxPredicate.INTERSECTS
                : BoxPredicate.withinDistance(options.radius(), options.metric());
        return TopKSearch.of(
                        context,
                        given.leftBoxes(),
                        given.leftScores(),
                        given.rightBoxes(),
                        given.rightScores(),
                        given.self(),
                        rank,
                        options.k(),
                        predicate,
                        options.monitor())
                .run(options.method());
    }
}
