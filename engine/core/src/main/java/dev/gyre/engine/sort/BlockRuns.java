package dev.gyre.engine.sort;

import dev.gyre.engine.pool.Layout;

/**
 * The work that is left after rows were sorted by the highest bits of their keys. Runs of rows agree in these bits. A run that goes beyond
 * a block must be sorted. If the run at the front of a block ends in the block, only its best row must be found.
 *
 * <p>The host computes it in O(blocks + n / {@code chunk}), and sends it to the device.
 */
final class BlockRuns {

    private final int chunk;

    final int mostSpans;

    /** The first position of each run to sort. */
    final int[] starts;

    /** For each of these runs the number of rows in the runs before it, and at the end the number of rows in all runs. */
    final int[] offsets;

    /** First position, and the position after the last one, of each span whose best row is needed. */
    final int[] spans;

    /** For each block with spans its first span, and at the end the number of spans. */
    final int[] spanOffsets;

    private int runs;
    private int longest;
    private int blocks;
    private int spanCount;

    BlockRuns(int capacity, int mostBlocks, int chunk, Layout layout) {
        this.chunk = chunk;
        mostSpans = mostBlocks + Math.ceilDiv(capacity, chunk);
        starts = layout.ints(mostBlocks);
        offsets = layout.ints(mostBlocks + 1L);
        spans = layout.ints(2, mostSpans);
        spanOffsets = layout.ints(mostBlocks + 1L);
    }

    void clear() {
        runs = 0;
        longest = 0;
        blocks = 0;
        spanCount = 0;
    }

    /** Adds the run in which a block begins; blocks come in ascending order. */
    void add(int start, int end, int low, int high) {
        if (low < start || high > end) {
            addRun(low, high);
        } else {
            addBlock(start, high);
        }
    }

    private void addRun(int low, int high) {
        if (runs > 0 && starts[runs - 1] == low) {
            return;
        }
        starts[runs] = low;
        offsets[runs + 1] = offsets[runs] + high - low;
        longest = Math.max(longest, high - low);
        runs++;
    }

    /** Adds the positions at the front of a block that may have its best row. */
    void addBlock(int start, int end) {
        if (end - start < 2) {
            return;
        }
        spanOffsets[blocks] = spanCount;
        for (int at = start; at < end; at += Math.min(chunk, end - at)) {
            spans[2 * spanCount] = at;
            spans[2 * spanCount + 1] = at + Math.min(chunk, end - at);
            spanCount++;
        }
        blocks++;
        spanOffsets[blocks] = spanCount;
    }

    /** Number of runs to sort. */
    int count() {
        return runs;
    }

    /** Rows in the runs to sort. */
    int rows() {
        return offsets[runs];
    }

    /** Rows in the longest run to sort. */
    int longest() {
        return longest;
    }

    /** Number of blocks with spans. */
    int blocks() {
        return blocks;
    }

    int spans() {
        return spanCount;
    }
}
