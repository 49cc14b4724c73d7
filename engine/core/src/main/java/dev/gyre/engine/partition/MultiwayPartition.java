package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Stable partition of the indices of labels: those of part 0 first, then those of part 1, and so on; within a part, the indices ascend.
 *
 * <p>Three launches for each eight bits of the labels; O(n) each. It is made for a capacity; the number of elements of a run is that of the
 * labels given to {@link #load}. Memory: see {@link DigitPasses}. Not safe for use by several threads.
 */
public final class MultiwayPartition implements Steps {

    private final DigitPasses passes;
    private final DigitPasses.Builder sorted;

    /**
     * Makes a partition for a capacity of elements.
     *
     * @param capacity most elements, 1 or more
     * @param parts number of parts, 1 or more; labels are 0 to parts - 1
     * @param layout declares the arrays
     * @throws IllegalArgumentException if parts is less than 1
     */
    MultiwayPartition(int capacity, int parts, Layout layout) {
        checkParts(parts);
        passes = new DigitPasses(capacity, layout);
        sorted = passes.begin().ascending(digits(parts) * Byte.SIZE);
    }

    public static void checkParts(int parts) {
        Checks.atLeast("parts", parts, 1);
    }

    /** Returns the number of eight-bit digits of labels. */
    static int digits(int parts) {
        return Math.max(1, Math.ceilDiv(Integer.SIZE - Integer.numberOfLeadingZeros(parts - 1), Byte.SIZE));
    }

    /**
     * Returns the start of each part, and the number of labels at the end. Threads have their own counters if these need less memory than
     * the labels; else they share counters.
     *
     * @throws IllegalArgumentException if a label is out of range; the message names the first
     */
    static int[] offsets(int[] labels, int parts, Workers workers) {
        int n = labels.length;
        int wrong = Checks.firstIndex(n, i -> labels[i] < 0 || labels[i] >= parts, workers);
        if (wrong >= 0) {
            throw new IllegalArgumentException(
                    "labels must be in 0..parts-1: labels[" + wrong + "]=" + labels[wrong] + ", parts=" + parts);
        }
        int slices = (int) Math.max(1, Math.min(workers.threads(), n / (long) parts));
        int[][] counts = new int[slices][];
        AtomicIntegerArray shared = slices == 1 && workers.threads() > 1 ? new AtomicIntegerArray(parts) : null;
        int tasks = shared == null ? slices : workers.threads();
        workers.forEach(
                tasks,
                task -> {
                    int from = (int) ((long) n * task / tasks);
                    int to = (int) ((long) n * (task + 1) / tasks);
                    if (shared == null) {
                        counts[task] = counted(labels, from, to, parts);
                    } else {
                        IntStream.range(from, to).forEach(i -> shared.getAndIncrement(labels[i]));
                    }
                },
                Progress.NONE);
        int[] offsets = new int[parts + 1];
        for (int part = 0; part < parts; part++) {
            int count = shared == null ? 0 : shared.get(part);
            for (int slice = 0; shared == null && slice < slices; slice++) {
                count += counts[slice][part];
            }
            offsets[part + 1] = offsets[part] + count;
        }
        return offsets;
    }

    private static int[] counted(int[] labels, int from, int to, int parts) {
        int[] counts = new int[parts];
        for (int i = from; i < to; i++) {
            counts[labels[i]]++;
        }
        return counts;
    }

    /** Copies the labels of a run, at most as many as the capacity, and numbers them. */
    void load(int[] labels, Workers workers) {
        passes.setSize(labels.length);
        HostArrays.copy(labels, 0, passes.keys(), 0, labels.length, workers);
        HostArrays.fillSequence(passes.payload(), labels.length, workers);
    }

    @Override
    public Object[] uploads() {
        List<Object> uploads = new ArrayList<>(List.of(sorted.uploads()));
        uploads.add(passes.keys());
        uploads.add(passes.payload());
        return uploads.toArray();
    }

    @Override
    public List<Stage> stages() {
        return sorted.stages();
    }

    @Override
    public Object[] results() {
        return new Object[] {rows()};
    }

    /** Returns the array in which the stages leave the indices of the labels, part by part. */
    int[] rows() {
        return sorted.payload();
    }
}
