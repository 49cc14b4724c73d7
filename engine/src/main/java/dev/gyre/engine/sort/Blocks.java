package dev.gyre.engine.sort;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The blocks into which segments of rows are sorted. */
final class Blocks {

    /** So many rows tell how keys are spread. */
    private static final int SAMPLE = 1 << 13;

    private static final String LOAD = "load";
    private static final String FETCH = "fetch";

    private final int n;
    private final int[] starts;
    private final int segments;

    /**
     * Blocks of one size; the last one of a segment may be smaller.
     *
     * @param offsets for each segment the place of its first row, and the number of rows at the end
     * @param blockSize rows of a block
     */
    Blocks(int[] offsets, int blockSize) {
        n = offsets[offsets.length - 1];
        int filled = 0;
        int count = 0;
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int length = offsets[segment + 1] - offsets[segment];
            filled += length > 0 ? 1 : 0;
            count += Math.ceilDiv(length, blockSize);
        }
        segments = filled;
        starts = new int[count];
        int block = 0;
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int length = offsets[segment + 1] - offsets[segment];
            for (int i = 0; i < Math.ceilDiv(length, blockSize); i++) {
                starts[block++] = offsets[segment] + i * blockSize;
            }
        }
    }

    /** Number of blocks. */
    int count() {
        return starts.length;
    }

    /** Number of segments that are not empty. */
    int segments() {
        return segments;
    }

    /** How often a segment is cut: where it is never, blocks are segments. */
    int cuts() {
        return starts.length - segments;
    }

    /** Bits that tell the segments apart. */
    int labelBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(segments - 1);
    }

    /** The keys' columns after one that holds the segment of each row; as they are where no segment is cut. */
    KeyColumns labeled(int[] values, int count, int[] offsets) {
        if (segments < 2 || cuts() == 0) {
            return KeyColumns.of(values, n, count, 0);
        }
        int[] labeled = new int[Sorting.checkedLength(n, count + 1)];
        System.arraycopy(values, 0, labeled, n, values.length);
        int label = 0;
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            Arrays.fill(labeled, offsets[segment], offsets[segment + 1], label);
            label += offsets[segment + 1] > offsets[segment] ? 1 : 0;
        }
        return new KeyColumns(labeled, n, count + 1, 0, labelBits());
    }

    /**
     * About which share of the rows will be in runs that go beyond a block, after passes by so many of the highest bits:
     * from a sample, treated as {@link BlockSort} treats all rows.
     */
    double shareInRuns(KeyColumns columns, int bits) {
        int[] sample = sample(columns);
        int rowsInRuns = 0;
        int done = 0;
        int mask = -1 >>> bits;
        for (int start : starts) {
            int at = (int) ((long) start * sample.length / n);
            if (at >= done) {
                int low = at;
                while (low > 0 && (sample[low - 1] | mask) == (sample[at] | mask)) {
                    low--;
                }
                done = at + 1;
                while (done < sample.length && (sample[done] | mask) == (sample[at] | mask)) {
                    done++;
                }
                rowsInRuns += low < at || done - low > 1 ? done - low - 1 : 0;
            }
        }
        // A run of one row in the sample may be one of up to n / sample rows.
        return Math.min(1, (double) rowsInRuns / sample.length + Math.scalb((double) cuts(), -bits));
    }

    /** Stretched keys of some rows, in order. */
    private int[] sample(KeyColumns columns) {
        int size = Math.min(n, SAMPLE);
        boolean labels = columns.firstBits() < Integer.SIZE;
        int bits = labels ? columns.firstBits() : 0;
        int[] keys = new int[size];
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            keys[i] = columns.values()[columns.start(labels ? 1 : 0) + sampled(i, size)];
            least = Math.min(least, keys[i]);
            greatest = Math.max(greatest, keys[i]);
        }
        int free = Integer.numberOfLeadingZeros(greatest - least | 1);
        for (int i = 0; i < size; i++) {
            int label = labels ? columns.values()[columns.start(0) + sampled(i, size)] << Integer.SIZE - bits : 0;
            keys[i] = (keys[i] - least << free >>> bits | label) ^ Integer.MIN_VALUE;
        }
        Arrays.sort(keys);
        return keys;
    }

    private int sampled(int i, int size) {
        return (int) ((long) i * n / size);
    }

    /**
     * Sorts rows into these blocks.
     *
     * @param backend the device
     * @param columns the columns by which rows are ordered
     * @param digits passes of {@link BlockSort}
     * @return the rows, block after block; or empty where a full sort is the better way
     */
    Optional<int[]> sort(Backend backend, KeyColumns columns, int digits) {
        BlockSort sort = new BlockSort(n, starts.length, columns, digits, backend.device());
        sort.blocks(n, starts);
        List<Phase> phases = new ArrayList<>();
        phases.add(Phase.named(LOAD).upload(columns.values()).build());
        phases.addAll(sort.phases());
        phases.add(Phase.named(FETCH).download(sort.rows()).build());
        try (Execution execution = backend.prepare(new Program("block sort", phases))) {
            execution.run(LOAD, Progress.NONE);
            if (!sort.run(execution)) {
                return Optional.empty();
            }
            execution.run(FETCH, Progress.NONE);
        }
        return Optional.of(sort.rows());
    }
}
