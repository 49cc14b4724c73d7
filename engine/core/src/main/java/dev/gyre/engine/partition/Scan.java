package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.scan.RowScan;
import dev.gyre.tasks.scan.RowScanWorkGroup;
import dev.gyre.tasks.scan.TileScan;
import dev.gyre.tasks.scan.TileScanWorkGroup;
import dev.gyre.tasks.scan.TileSum;
import dev.gyre.tasks.scan.TileSumWorkGroup;
import java.util.List;

/**
 * Running sums (prefix sums) of an {@code int[]}, as stages for a {@link dev.gyre.engine.program.Phase}: reduce, then scan.
 *
 * <pre>
 * values ─ tile-sum ─ sums of tiles ─ row-scan ─ bases ┐
 *    └──────────────────────────────────────────── tile-scan ─ sums
 * </pre>
 *
 * <p>Made for given arrays. Their length is the capacity: a phase with these stages serves every n up to it, see {@link #setSize}. Three
 * launches; reads the values twice and writes the sums once, O(n). Temporary memory: {@code 8 ceil(n / tile) + 44} bytes, with tiles of
 * 32,768 elements on the JVM; on a device at most 4,096 tiles of at least 2,048 elements.
 *
 * <p>A sum that does not fit an {@code int} is detected, including a partial sum: see {@link #checkOverflow}.
 *
 * <pre>{@code
 * Scan scan = Scan.exclusive(values, sums, Layout.on(engine.device()));
 * Phase phase = Phase.named("scan").upload(values).upload(scan.uploads()) … scan.stages() …
 *         .download(sums, scan.total(), scan.overflows()).build();
 * }</pre>
 *
 * <p>Not safe for use by several threads.
 *
 * <p>Blelloch, Prefix sums and their applications (1990); Sengupta et al., Scan primitives for GPU computing (2007).
 */
public final class Scan implements Steps {

    /** Exclusive sums along rows, as {@link RowScan#scanRows}. */
    public static final Kernel ROW_SCAN = Kernel.of(RowScan.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(RowScanWorkGroup.class, RowScanWorkGroup.THREADS));

    /** A sum for each tile, as {@link TileSum#sumTiles}. */
    public static final Kernel TILE_SUM = Kernel.of(TileSum.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(TileSumWorkGroup.class, TileSumWorkGroup.THREADS));

    /** Running sums along each tile, as {@link TileScan#scanTiles}. */
    public static final Kernel TILE_SCAN = Kernel.of(TileScan.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(TileScanWorkGroup.class, TileScanWorkGroup.THREADS));

    private final Tiling tiling;
    private final int[] values;
    private final int[] sums;
    private final int[] bases;
    private final int[] overflows;
    private final int[] total;
    private final int[] upsweep;

    private Scan(int[] values, int[] sums, int mode, Layout layout) {
        int capacity = layout.length(values);
        Checks.sameLength("sums", layout.length(sums), "values", capacity);
        Checks.twoArrays(values, sums);
        this.tiling = Tiling.of(capacity, mode, layout);
        this.values = values;
        this.sums = sums;
        this.bases = layout.ints(tiling.tiles());
        this.overflows = layout.ints(tiling.tiles());
        this.total = layout.add(new int[1]);
        this.upsweep = layout.add(tiling.parameters().clone());
        setSize(capacity);
    }

    /**
     * Makes a scan whose sums are those of all elements before each element.
     *
     * @param sums for the sums, another array, as long as values
     * @param layout declares the temporary arrays
     * @return the scan, with the capacity as size
     * @throws IllegalArgumentException if values is empty, or sums is the same array or of another length
     */
    public static Scan exclusive(int[] values, int[] sums, Layout layout) {
        return new Scan(values, sums, TileScan.EXCLUSIVE, layout);
    }

    /**
     * Makes a scan whose sums are those of all elements up to and including each element.
     *
     * @param sums for the sums, another array, as long as values
     * @param layout declares the temporary arrays
     * @return the scan, with the capacity as size
     * @throws IllegalArgumentException if values is empty, or sums is the same array or of another length
     */
    static Scan inclusive(int[] values, int[] sums, Layout layout) {
        return new Scan(values, sums, TileScan.INCLUSIVE, layout);
    }

    /**
     * Sets the number of elements of the next run. Upload the arrays of {@link #uploads} after that.
     *
     * @param n number of elements, 0 to capacity
     * @throws IllegalArgumentException if n is out of range
     */
    public void setSize(int n) {
        tiling.setSize(n);
        Tiling.copySize(tiling.parameters(), upsweep, TileSum.VALUES);
    }

    @Override
    public Object[] uploads() {
        return new Object[] {tiling.parameters(), upsweep};
    }

    @Override
    public List<Stage> stages() {
        int tiles = tiling.tiles();
        return List.of(
                TILE_SUM.stage(tiles, values, upsweep, bases),
                ROW_SCAN.stage(1, bases, tiling.parameters(), total),
                TILE_SCAN.stage(tiles, values, tiling.parameters(), bases, sums, overflows));
    }

    @Override
    public Object[] results() {
        return new Object[] {sums, overflows};
    }

    /** Returns the array in which the stages leave the sum of all elements, wrapped around if it overflows. */
    public int[] total() {
        return total;
    }

    /**
     * Returns the array in which the stages leave marks of tiles with a sum that overflows.
     *
     * @return one element per tile, which must be downloaded before {@link #checkOverflow}
     */
    public int[] overflows() {
        return overflows;
    }

    /**
     * Checks the downloaded marks, and if a tile is marked, the values on the host.
     *
     * @param given the values of the last run, as the caller has them: the array of the scan does not have them if it is one of the
     *     program's {@linkplain dev.gyre.engine.program.Program#inputs inputs}
     * @throws ArithmeticException if a running sum, including the total, did not fit an int; the message names the index of the first
     */
    public void checkOverflow(int[] given) {
        for (int tile = 0; tile < Math.ceilDiv(tiling.size(), tiling.tile()); tile++) {
            if (overflows[tile] != 0) {
                throw overflow(given);
            }
        }
    }

    private ArithmeticException overflow(int[] given) {
        long sum = 0;
        int index = 0;
        while (sum == (int) sum && index < tiling.size()) {
            sum += given[index];
            index++;
        }
        return new ArithmeticException(
                "a running sum overflows an int: index=" + (index - 1) + ", sum=" + sum + ", n=" + tiling.size());
    }
}
