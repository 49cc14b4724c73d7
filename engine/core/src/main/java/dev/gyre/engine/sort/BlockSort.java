package dev.gyre.engine.sort;

import dev.gyre.engine.partition.DigitPasses;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.sort.BlockBest;
import dev.gyre.tasks.sort.BlockParameters;
import dev.gyre.tasks.sort.KeyNormalize;
import dev.gyre.tasks.sort.KeyRange;
import dev.gyre.tasks.sort.KeyRangeWorkGroup;
import dev.gyre.tasks.sort.KeySpan;
import dev.gyre.tasks.sort.RunBounds;
import dev.gyre.tasks.sort.RunGather;
import dev.gyre.tasks.sort.SegmentParameters;
import dev.gyre.tasks.sort.SpanBest;
import dev.gyre.tasks.sort.SpanBestWorkGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Block sort of resident rows: each block holds the rows that a full stable sort would put there, the best row first, the others in any
 * order (Åmdal, 2020, sections 5.1.4 and 6.2).
 *
 * <pre>
 * normalize the keys to the range of int        partition phase
 * stable passes by their highest bits           rows ascend in these bits: runs agree in them
 * find the run around each block's first row    small arrays go to the host and back
 * sort the runs that go beyond a block          finish phase; long runs in another phase
 * find the best row of the other blocks
 * </pre>
 *
 * <p>Each pass does a quarter of the work of a radix sort of one column. The number of runs that are left depends on how well the highest
 * bits distinguish rows. Hardly any are left if keys are spread evenly and there are far fewer blocks than 2 to the power of the bits. If
 * the runs hold more than a quarter of the rows, the sort stops, and {@link #run} says so.
 *
 * <p>It is made for a capacity; {@link #setBlocks} sets rows and blocks of a run. Memory: {@code 23.4 n} bytes in addition to the columns, 44
 * for each block, and at most 3 MiB. Not safe for use by several threads.
 */
public final class BlockSort {

    /** The range of the keys of tiles, as {@link KeyRange#rangeOfTiles}. */
    public static final Kernel RANGE = Kernel.of(KeyRange.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(KeyRangeWorkGroup.class, KeyRangeWorkGroup.THREADS));

    /** The range of all keys, as {@link KeySpan#spanOfRanges}. */
    public static final Kernel SPAN = Kernel.of(KeySpan.class);

    /** Normalizes keys, as {@link KeyNormalize#normalizeKeys}. */
    public static final Kernel NORMALIZE = Kernel.of(KeyNormalize.class);

    /** The runs in which blocks begin, as {@link RunBounds#boundRuns}. */
    public static final Kernel BOUNDS = Kernel.of(RunBounds.class);

    /** Gathers runs, as {@link RunGather#gatherRuns}. */
    public static final Kernel GATHER_RUNS = Kernel.of(RunGather.class);

    /** The best rows of spans, as {@link SpanBest#bestOfSpans}. */
    public static final Kernel SPAN_BEST = Kernel.of(SpanBest.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(SpanBestWorkGroup.class, SpanBestWorkGroup.THREADS));

    /** Moves the best rows of blocks to their front, as {@link BlockBest#putBestFirst}. */
    public static final Kernel BLOCK_BEST = Kernel.of(BlockBest.class);

    private static final String PARTITION = "partition by highest bits";
    private static final String FINISH = "finish blocks";
    private static final String FINISH_LONG = "sort long runs";

    private static final int DIGIT_BITS = 8;

    /** This many rows of runs are always sorted, even if there are few rows. */
    private static final int MIN_GATHERED = 1 << 12;

    private static final int JVM_TILES = 64;

    /** Few, because one thread adds them up. */
    private static final int DEVICE_TILES = 128;

    private static final int JVM_CHUNK = 1 << 15;
    private static final int DEVICE_CHUNK = 1 << 12;

    private final int capacity;
    private final int mostGathered;
    private final int bits;
    private final int labelBits;
    private final KeyColumns columns;
    private final int[] parameters;
    private final int[] ranges;
    private final int[] span;
    private final int[] starts;
    private final int[] lows;
    private final int[] highs;
    private final int[] rows;
    private final BlockRuns runs;
    private final int[] bestParameters;
    private final int[] best;
    private final int[] places;
    private final int[] gathered;
    private final int[] inShortRuns;
    private final int[] inLongRuns;
    private final int[] columnStart;
    private final DigitPasses passes;
    private final RadixSort longRuns;
    private final SegmentedSort shortRuns;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * Makes a block sort for a capacity of rows.
     *
     * @param capacity most rows, 1 or more
     * @param mostBlocks most blocks, 1 or more
     * @param columns the columns by which rows are ordered; if the first one occupies fewer than 32 bits and another one follows, the
     *     passes use both: the first one may be the label of a segment
     * @param digits eight-bit passes, 1 or 2; or 0 to find only the best rows, in blocks of consecutive rows
     * @param layout declares the arrays
     * @throws IllegalArgumentException if digits is out of range
     */
    public BlockSort(int capacity, int mostBlocks, KeyColumns columns, int digits, Layout layout) {
        if (digits < 0 || digits > 2) {
            throw new IllegalArgumentException("digits must be in 0..2: digits=" + digits);
        }
        this.capacity = capacity;
        this.columns = columns;
        bits = digits * DIGIT_BITS;
        mostGathered = bits == 0 ? 0 : Math.max(capacity / 4, Math.min(capacity, MIN_GATHERED));
        boolean labeled = columns.count() > 1 && columns.firstBits() < Integer.SIZE;
        // A shift by 31 bits is wrong on some devices.
        labelBits = labeled ? Math.max(2, columns.firstBits()) : 0;
        boolean jvm = layout.device().type() == Device.Type.JVM;
        parameters = layout.add(new int[BlockParameters.LENGTH]);
        parameters[BlockParameters.TILES] = jvm ? JVM_TILES : DEVICE_TILES;
        parameters[BlockParameters.KEY_START] = columns.start(keyRank());
        parameters[BlockParameters.LABEL_START] = columns.start(0);
        parameters[BlockParameters.LABEL_BITS] = labelBits;
        parameters[BlockParameters.KEY_MASK] = -1 >>> labelBits;
        parameters[BlockParameters.LOW_MASK] = bits == 0 ? -1 : -1 >>> bits;
        ranges = layout.ints(2, parameters[BlockParameters.TILES]);
        span = layout.add(new int[KeySpan.LENGTH]);
        starts = layout.ints(mostBlocks);
        lows = layout.ints(mostBlocks);
        highs = layout.ints(mostBlocks);
        runs = new BlockRuns(capacity, mostBlocks, jvm ? JVM_CHUNK : DEVICE_CHUNK, layout);
        best = layout.ints(runs.mostSpans);
        bestParameters = layout.add(new int[SegmentParameters.LENGTH]);
        columns.write(bestParameters);
        int room = Math.max(1, mostGathered);
        places = layout.ints(room);
        gathered = layout.add(new int[RunGather.LENGTH]);
        inShortRuns = layout.add(new int[1]);
        inLongRuns = layout.add(new int[1]);
        columnStart = layout.add(new int[] {runColumns().start(0)});
        longRuns = new RadixSort(room, layout);
        shortRuns = new SegmentedSort(room, runs.offsets, runColumns(), layout);
        passes = new DigitPasses(capacity, layout);
        DigitPasses.Builder partition = passes.begin().ascendingByHighest(bits);
        rows = partition.payload();
        addPhases(partition);
    }

    /**
     * Sets rows and blocks of the next runs.
     *
     * @param n number of rows, from 1 to the capacity
     * @param blockStarts the first position of each block, ascending from 0 and below n
     * @throws IllegalArgumentException if there are more rows or blocks than the sort was made for
     */
    public void setBlocks(int n, int[] blockStarts) {
        if (n < 1 || n > capacity || blockStarts.length > starts.length) {
            throw new IllegalArgumentException("rows and blocks must fit: n=" + n + ", capacity=" + capacity
                    + ", blocks=" + blockStarts.length + ", most blocks=" + starts.length);
        }
        System.arraycopy(blockStarts, 0, starts, 0, blockStarts.length);
        parameters[BlockParameters.SIZE] = n;
        parameters[BlockParameters.TILE] = Math.ceilDiv(n, parameters[BlockParameters.TILES]);
        parameters[BlockParameters.BLOCKS] = blockStarts.length;
        passes.setSize(n);
    }

    /**
     * Returns the phases of this sort, for a program with an earlier phase that uploads the columns.
     *
     * @return the phases, which {@link #run} runs
     */
    public List<Phase> phases() {
        return List.copyOf(phases);
    }

    /**
     * Returns the rows, block after block.
     *
     * @return capacity rows, on the device once {@link #run} returned true
     */
    public int[] rows() {
        return rows;
    }

    /**
     * Sorts.
     *
     * @param execution the execution of a program with these phases; the columns are on the device
     * @return true if rows are sorted; false if the highest bits do not distinguish rows well enough, so that a full sort is the better
     *     choice and {@link #rows} is unspecified
     */
    public boolean run(Execution execution) {
        return run((String phase) -> execution.run(phase, Progress.NONE));
    }

    /** Sorts with an object that runs a phase. */
    boolean run(Consumer<String> runner) {
        runner.accept(PARTITION);
        findRuns();
        int rowsInRuns = runs.rows();
        if (rowsInRuns > mostGathered) {
            return false;
        }
        boolean inOneStage = runs.longest() <= shortRuns.limit();
        gathered[RunGather.ROWS] = rowsInRuns;
        gathered[RunGather.RUNS] = runs.count();
        inShortRuns[0] = inOneStage ? rowsInRuns : 0;
        shortRuns.setSegments(inShortRuns[0], inOneStage ? runs.count() : 0);
        bestParameters[SegmentParameters.SIZE] = runs.blocks();
        bestParameters[SegmentParameters.SEGMENTS] = runs.spans();
        if (rowsInRuns > 0 || runs.blocks() > 0) {
            runner.accept(FINISH);
        }
        if (!inOneStage) {
            inLongRuns[0] = rowsInRuns;
            longRuns.setSize(rowsInRuns);
            runner.accept(FINISH_LONG);
        }
        return true;
    }

    private void findRuns() {
        runs.clear();
        if (isSorted()) {
            return;
        }
        int n = parameters[BlockParameters.SIZE];
        int blocks = parameters[BlockParameters.BLOCKS];
        for (int block = 0; block < blocks; block++) {
            int end = block + 1 < blocks ? starts[block + 1] : n;
            if (bits == 0) {
                runs.addBlock(starts[block], end);
            } else {
                runs.add(starts[block], end, lows[block], highs[block]);
            }
        }
    }

    /** Tells whether rows can differ only in the bits of the passes. */
    private boolean isSorted() {
        int keyBits = Integer.SIZE - span[KeySpan.FREE_BITS];
        return bits >= labelBits + keyBits && columns.count() - keyRank() == 1;
    }

    private void addPhases(DigitPasses.Builder partition) {
        int tiles = parameters[BlockParameters.TILES];
        Phase.Builder phase = Phase.named(PARTITION)
                .upload(parameters)
                .stage(RANGE.stage(tiles, columns.values(), parameters, ranges))
                .stage(SPAN.stage(1, ranges, parameters, span))
                .stage(NORMALIZE.stage(capacity, columns.values(), parameters, span, passes.keys(), passes.payload()))
                .steps(partition);
        if (bits > 0) {
            phase.upload(starts)
                    .stage(BOUNDS.stage(starts.length, partition.keys(), starts, parameters, lows, highs))
                    .download(lows, highs);
        }
        phases.add(phase.download(span).build());
        phases.add(finish(partition.keys()));
        if (bits > 0) {
            phases.add(finishLong());
        }
    }

    private Phase finish(int[] keys) {
        Phase.Builder phase = Phase.named(FINISH).upload(runs.spans, runs.spanOffsets, bestParameters);
        if (bits > 0) {
            phase.upload(runs.starts, runs.offsets, gathered, inShortRuns, columnStart)
                    .stage(GATHER_RUNS.stage(
                            mostGathered, rows, runs.starts, runs.offsets, gathered, places, longRuns.payload()))
                    .stage(RadixSort.GATHER.stage(
                            mostGathered,
                            columns.values(),
                            longRuns.payload(),
                            inShortRuns,
                            columnStart,
                            longRuns.keys()));
            SortSteps sorted = shortRuns.sort(longRuns.keys(), longRuns.payload());
            phase.steps(sorted).stage(place(sorted.payload(), inShortRuns));
        }
        return phase.stage(
                        SPAN_BEST.stage(runs.mostSpans, runs.spans, keys, rows, columns.values(), bestParameters, best))
                .stage(BLOCK_BEST.stage(
                        starts.length,
                        runs.spanOffsets,
                        runs.spans,
                        best,
                        keys,
                        columns.values(),
                        bestParameters,
                        rows))
                .build();
    }

    private Phase finishLong() {
        SortSteps sorted = longRuns.reorder(columns);
        return Phase.named(FINISH_LONG)
                .upload(inLongRuns)
                .steps(sorted)
                .stage(place(sorted.payload(), inLongRuns))
                .build();
    }

    /** Returns the stage that moves the rows of the runs, now in order, back to the positions of the runs. */
    private Stage place(int[] sorted, int[] size) {
        return GatherScatter.SCATTER_INTS.stage(mostGathered, sorted, places, size, rows);
    }

    private int keyRank() {
        return labelBits > 0 ? 1 : 0;
    }

    /** Returns the columns by which the rows of a run are ordered: if all labels of a run are equal, they count least. */
    private KeyColumns runColumns() {
        int first = labelBits > bits ? columns.first() : (columns.first() + keyRank()) % columns.count();
        return KeyColumns.of(columns.values(), columns.stride(), columns.count(), first);
    }
}
