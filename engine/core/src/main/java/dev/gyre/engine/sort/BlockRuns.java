package dev.gyre.engine.sort;

/**
 * The work that is left after rows were put in order of the highest bits of their keys, where runs of rows agree in these bits:
 * runs that go beyond a block are to be sorted; of a run at the front of a block that ends in it, the best row is to be found.
 *
 * <p>It is worked out on the host, in O(blocks + n / {@code chunk}), and sent to the device.
 */
final class BlockRuns {

    private final int chunk;

    /** The first place of each run that is to be sorted. */
    final int[] starts;

    /** For each of these runs the number of rows in those before, and that of all at the end. */
    final int[] offsets;

    /** First place, and the place after the last one, of each span of which the best row is to be found. */
    final int[] spans;

    /** For each block with spans the first one, and the number of spans at the end. */
    final int[] spanOffsets;

    private int runs;
    private int longest;
    private int blocks;
    private int spanCount;

    BlockRuns(int capacity, int mostBlocks, int chunk) {
        this.chunk = chunk;
        starts = new int[mostBlocks];
        offsets = new int[mostBlocks + 1];
        spans = new int[2 * (mostBlocks + Math.ceilDiv(capacity, chunk))];
        spanOffsets = new int[mostBlocks + 1];
    }

    /** Begins anew. */
    void clear() {
        runs = 0;
        longest = 0;
        blocks = 0;
        spanCount = 0;
    }

    /** Takes the run that a block begins in; blocks come in ascending order. */
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

    /** Adds the positions at the front of a block among which its best row is. */
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

    /** Number of runs to be sorted. */
    int count() {
        return runs;
    }

    /** Rows in the runs to be sorted. */
    int rows() {
        return offsets[runs];
    }

    /** Rows in the longest of them. */
    int longest() {
        return longest;
    }

    /** Number of blocks with spans. */
    int blocks() {
        return blocks;
    }

    /** Number of spans. */
    int spans() {
        return spanCount;
    }
}
