package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.sort.Blocks;
import java.util.Optional;
import java.util.Random;

/** Compares block sort with the full order: by the public call, and with any number of digits instead of the planned one. */
final class BlockSortCheck {

    private static final int MAX_FACTOR = 12;

    private BlockSortCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = 1 + sample.size() * (1 + random.nextInt(MAX_FACTOR));
        TypedKeys typed = new TypedKeys(sample.shape().rows(n, 1, random), random);
        int[] offsets = random.nextBoolean() ? new int[] {0, n} : Offsets.drawAny(n, random);
        int blockSize = 1 + random.nextInt(random.nextBoolean() ? n : Math.min(n, 64));
        Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
        int[] expected = typed.orderOfSegments(offsets, order);
        String what = typed + ", " + order + ", segments=" + (offsets.length - 1) + ", blockSize=" + blockSize;
        if (random.nextInt(4) == 0) {
            Sorting sorting = new Sorting(context);
            int[] actual =
                    sorting.blockOrderSegments(typed.keys(), offsets, blockSize, SortOptions.DEFAULT.withOrder(order));
            return SortOracle.blockDifference(what, expected, offsets, blockSize, actual);
        }
        Blocks blocks = new Blocks(offsets, blockSize);
        int digits = blocks.cuts() == 0 ? random.nextInt(3) : 1 + random.nextInt(2);
        // Segments in blocks of their own are told apart by their places alone, which passes would change.
        int used = blocks.cuts() == 0 && blocks.segments() > 1 ? 0 : digits;
        return blocks.sort(context, blocks.labeled(typed.columns(order), typed.columnCount(), offsets), used)
                .flatMap(actual ->
                        SortOracle.blockDifference(what + ", digits=" + used, expected, offsets, blockSize, actual));
    }
}
