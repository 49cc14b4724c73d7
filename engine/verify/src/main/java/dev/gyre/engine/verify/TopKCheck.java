package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.join.TopKJoins;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.topk.TopKSearch;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares top-k joins by every method with tests of all pairs. */
final class TopKCheck {

    private TopKCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        List<TopKJoinOptions.Method> methods = sample.dims() > Boxes.MAX_DIMENSIONS
                ? List.of(TopKJoinOptions.Method.THRESHOLD, TopKJoinOptions.Method.JOIN_THEN_SELECT)
                : TopKJoins.methods(context);
        TopKJoinOptions.Method method = methods.get(random.nextInt(methods.size()));
        TopKCase given = TopKCase.draw(sample, method, random);
        TopKOracle oracle = new TopKOracle(given);
        return oracle.check(oracle.pairs(), run(context, given));
    }

    private static TopPairs run(Context context, TopKCase given) {
        TopKJoinOptions options = given.options();
        TopKSearch search = given.left() != null
                ? TopKSearch.of(
                        context,
                        given.left(),
                        given.leftScores(),
                        given.right(),
                        given.rightScores(),
                        given.self(),
                        options)
                : TopKSearch.of(
                        context,
                        given.leftBoxes(),
                        given.leftScores(),
                        given.rightBoxes(),
                        given.rightScores(),
                        given.self(),
                        options);
        return search.run(options.method());
    }
}
