package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.BoxJoinOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Team;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Compares joins of boxes with all pairs: of two sets or of one with itself, by every method. */
final class BoxJoinCheck {

    private static final List<JoinMethod> METHODS = List.of(JoinMethod.R_TREE, JoinMethod.FRONTIER);

    private BoxJoinCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        Boxes right = BoxCases.draw(sample, sample.size(), random);
        boolean self = random.nextBoolean();
        Boxes left = self ? right : BoxCases.draw(sample, random.nextInt(2 * sample.size() + 2), random);
        BoxPredicate predicate = BoxOracle.predicate(left, right, random);
        BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(METHODS.get(random.nextInt(METHODS.size())));
        try (BoxJoin join = BoxJoin.open(Team.of(context), left, right, self, predicate, options)) {
            Matches all = join.all();
            Optional<String> wrong = BoxOracle.check(left, right, self, predicate, all);
            return (wrong.isPresent() ? wrong : parts(join, all)).map(what -> options.method() + ": " + what);
        }
    }

    /** Whether counts and parts are those of the whole result. */
    private static Optional<String> parts(BoxJoin join, Matches all) {
        int[] counts = IntStream.range(0, all.queries()).map(all::count).toArray();
        if (!Arrays.equals(counts, join.counts())) {
            return Optional.of(
                    "counts expected=" + Arrays.toString(counts) + ", actual=" + Arrays.toString(join.counts()));
        }
        int[] seen = new int[1];
        String[] wrong = new String[1];
        join.forEachMatch(Monitor.NONE, (first, part) -> {
            boolean follows = first == seen[0];
            for (int query = 0; query < part.queries(); query++) {
                if (!follows || !Arrays.equals(part.ids(query), all.ids(first + query))) {
                    wrong[0] = "part from " + first + " differs in query " + query;
                }
            }
            seen[0] += part.queries();
        });
        return Optional.ofNullable(wrong[0]);
    }
}
