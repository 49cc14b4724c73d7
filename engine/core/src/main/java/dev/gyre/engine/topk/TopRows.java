package dev.gyre.engine.topk;

import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import java.util.Arrays;
import java.util.function.Supplier;

/** The best rows of many queries, found by all threads: pieces of consecutive queries, which are joined at the end. */
final class TopRows {

    /** Queries of a piece. */
    private static final int UNIT = 1 << 9;

    private final int first;
    private final int[] counts;
    private int[] ids = new int[UNIT];
    private double[] scores = new double[UNIT];
    private int size;

    /** Finds the rows of one query after the other, for one thread. */
    @FunctionalInterface
    interface Finder {

        /** Adds the best rows of a query, the best one first. */
        void find(int query, TopRows to);
    }

    private TopRows(int first, int count) {
        this.first = first;
        counts = new int[count];
    }

    /** Adds the next row of a query. */
    void add(int query, int id, double score) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.addExact(size, size));
            scores = Arrays.copyOf(scores, ids.length);
        }
        ids[size] = id;
        scores[size++] = score;
        counts[query - first]++;
    }

    /**
     * Finds the rows of all queries.
     *
     * @param finders makes a finder for a thread
     * @throws IllegalArgumentException if there are more rows than an array holds
     */
    static RankedRows of(int queries, Supplier<Finder> finders, Workers workers, Progress progress) {
        TopRows[] pieces = new TopRows[Math.ceilDiv(queries, UNIT)];
        workers.forEachSlice(
                pieces.length,
                1,
                (begin, end) -> {
                    Finder finder = finders.get();
                    for (int piece = begin; piece < end; piece++) {
                        int from = piece * UNIT;
                        TopRows rows = new TopRows(from, Math.min(UNIT, queries - from));
                        for (int query = from; query < from + rows.counts.length; query++) {
                            finder.find(query, rows);
                        }
                        pieces[piece] = rows;
                    }
                },
                new PartProgress(progress, 0, UNIT, queries));
        return joined(queries, workers, pieces);
    }

    private static RankedRows joined(int queries, Workers workers, TopRows... pieces) {
        int[] offsets = new int[queries + 1];
        long all = 0;
        for (TopRows piece : pieces) {
            for (int i = 0; i < piece.counts.length; i++) {
                all += piece.counts[i];
                offsets[piece.first + i + 1] = (int) all;
            }
        }
        if (all > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the rows do not fit a result: queries=" + queries + ", rows=" + all
                    + ", most=" + (Integer.MAX_VALUE - 8));
        }
        int[] ids = new int[(int) all];
        double[] scores = new double[(int) all];
        for (TopRows piece : pieces) {
            System.arraycopy(piece.ids, 0, ids, offsets[piece.first], piece.size);
            System.arraycopy(piece.scores, 0, scores, offsets[piece.first], piece.size);
        }
        return new RankedRows(offsets, ids, scores, JvmBackend.device(workers.threads()));
    }
}
