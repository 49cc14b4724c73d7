package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.file.Identifiers;
import dev.gyre.engine.file.TreeFileInput;
import dev.gyre.engine.file.TreeFileInput.Problem;
import dev.gyre.engine.file.TreeFileOutput;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.KdParameters;
import java.io.IOException;
import java.util.List;

/**
 * The first bytes of a tree file, which determine the length of the rest. All numbers are little-endian.
 *
 * <pre>
 * offset  bytes
 *      0      8  89 47 59 52 45 4b 44 0a
 *      8      4  version: 2
 *     12      4  metric: 0 Euclidean, 1 Manhattan, 2 Chebyshev, 3 haversine, 4 squared Euclidean, 5 cosine, 6 Lp
 *     16      4  flags: 1 if rows share places, 2 if all equal rows except the first were left out
 *     20      4  n: number of rows
 *     24      4  d: dimensions of the points
 *     28      4  m: number of places
 *     32      4  binary logarithm of the places of a leaf
 *     36      4  p of Lp, a float; 0 for the others
 *     40      8  length in bytes of the identifiers of the rows, 0 if there are none
 * </pre>
 *
 * The rest of the file is: n x d doubles, the points, row-major; m ints, the row of each slot ({@link KdParameters}); 32 ints, the
 * dimension by which windows are split, indexed by the binary logarithm of their size; with flag 1 n ints, for each row the next one of the
 * same place, or -1; with identifiers n ints, the length in bytes of the identifier of each row, then the identifiers in UTF-8; and the
 * CRC-32C of all bytes before it.
 *
 * @param chained whether rows share places
 * @param dropped whether all equal rows except the first were left out
 * @param identifierBytes bytes of the identifiers and of their lengths, 0 if there are none
 */
public record KdFileHeader(
        Metric metric,
        boolean chained,
        boolean dropped,
        int rows,
        int dims,
        int places,
        int leafBits,
        long identifierBytes) {

    static final int VERSION = 2;

    /** Metrics by their codes; the code after these is that of Lp. */
    private static final List<Metric> METRICS = List.of(
            Metric.EUCLIDEAN,
            Metric.MANHATTAN,
            Metric.CHEBYSHEV,
            Metric.HAVERSINE,
            Metric.SQUARED_EUCLIDEAN,
            Metric.COSINE);

    static final byte[] KIND = TreeFileInput.kind("KD");
    static final int BYTES = 48;

    private static final int CHAINED = 1;
    private static final int DROPPED = 2;
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    /** Writes the header from the field after the version on. */
    void write(TreeFileOutput out) throws IOException {
        int code = code(metric);
        out.put(code);
        out.put((chained ? CHAINED : 0) | (dropped ? DROPPED : 0));
        out.put(rows);
        out.put(dims);
        out.put(places);
        out.put(leafBits);
        out.put(
                code < METRICS.size()
                        ? 0
                        : Float.floatToIntBits((float) metric.norm().exponent()));
        out.put(identifierBytes);
    }

    /**
     * Reads a header and checks it against the length of the file.
     *
     * @throws Problem if there is no header, or it does not fit the file
     */
    static KdFileHeader read(TreeFileInput in) throws IOException, Problem {
        in.start(KIND, VERSION, BYTES);
        int metricCode = in.integer();
        int flags = in.integer();
        int[] sizes = in.ints(4);
        int exponent = in.integer();
        long identifierBytes = in.longInteger();
        if ((flags & ~(CHAINED | DROPPED)) != 0 || flags == DROPPED) {
            throw new Problem("damaged: the header has what this version does not know: flags=" + flags);
        }
        KdFileHeader header = new KdFileHeader(
                metric(metricCode, exponent),
                (flags & CHAINED) != 0,
                (flags & DROPPED) != 0,
                sizes[0],
                sizes[1],
                sizes[2],
                sizes[3],
                identifierBytes);
        header.checkSizes();
        in.checkLength(header.length());
        return header;
    }

    private void checkSizes() throws Problem {
        int max = metric == Metric.HAVERSINE ? 2 : TreeLayout.MAX_DIMENSIONS;
        boolean known = dims >= (metric == Metric.HAVERSINE ? 2 : 1)
                && dims <= max
                && rows >= 0
                && rows <= TreeLayout.MAX_SIZE
                && places <= rows
                && places >= Math.min(rows, 1)
                && leafBits >= 0
                && leafBits <= KdParameters.MAX_WINDOW_BITS
                && Identifiers.canHave(identifierBytes, rows);
        if (!known || (!chained && places != rows) || largestArray() > MAX_ARRAY) {
            throw new Problem("damaged: no tree has these sizes: rows=" + rows + ", dims=" + dims + ", places=" + places
                    + ", leafBits=" + leafBits + ", metric=" + metric + ", chained=" + chained + ", identifierBytes="
                    + identifierBytes);
        }
    }

    TreeLayout layout() {
        return TreeLayout.ofPoints(places, spaceDims(), leafBits);
    }

    /** Dimensions in the space of the metric. */
    private int spaceDims() {
        return metric.spaceDims(dims);
    }

    private long largestArray() {
        return Math.max((long) rows * Math.max(dims, spaceDims()), 2L * (2L * spaceDims() + 1) * layout().leaves());
    }

    /** Length of the whole file. */
    private long length() {
        return BYTES
                + 8L * rows * dims
                + 4L * places
                + 4L * Integer.SIZE
                + (chained ? 4L * rows : 0)
                + identifierBytes
                + TreeFileInput.CHECKSUM_BYTES;
    }

    private static int code(Metric metric) {
        checkKnown(metric);
        int code = METRICS.indexOf(metric);
        return code < 0 ? METRICS.size() : code;
    }

    /**
     * Checks that tree files have a code for a metric.
     *
     * @throws IllegalArgumentException if the metric is not one of Gyre
     */
    public static void checkKnown(Metric metric) {
        boolean known = METRICS.contains(metric)
                || (metric.norm().isPower()
                        && metric.equals(Metric.lp(metric.norm().exponent())));
        if (!known) {
            throw new IllegalArgumentException("a tree file accepts only metrics of Gyre: metric=" + metric);
        }
    }

    private static Metric metric(int code, int exponent) throws Problem {
        if (code < 0 || code > METRICS.size()) {
            throw new Problem("damaged: there is no metric of code " + code);
        }
        if (code < METRICS.size()) {
            if (exponent != 0) {
                throw new Problem("damaged: the header has what this version does not know: exponent=" + exponent);
            }
            return METRICS.get(code);
        }
        return lp(Float.intBitsToFloat(exponent));
    }

    private static Metric lp(float p) throws Problem {
        // The metrics of exponents 1, 2 and infinity have codes of their own.
        if (!(p > 1 && p <= Norm.MAX_EXPONENT && p != 2)) {
            throw new Problem("damaged: there is no metric of this exponent: p=" + p);
        }
        return Metric.lp(p);
    }
}
