package dev.gyre.benchmarks;

import java.util.Locale;

/**
 * What a {@link KnnExperiment} found about one case.
 *
 * @param figure the experiment
 * @param device where it ran
 * @param method how, in lower case
 * @param size sizes
 * @param runs how often the launches were timed, after the warm-up
 * @param resident median time of the launches, with all data on the device, in nanoseconds
 * @param residentFastest shortest time of the launches
 * @param whole median time from host to host, in nanoseconds
 * @param wholeFastest shortest time from host to host
 * @param copyRate bytes per second that the device reads and writes at the most, as measured right before
 * @param peakFlops floating-point operations per second of the device at the most; not a number where it is not known
 */
record KnnPoint(
        KnnFigure figure,
        String device,
        String method,
        KnnCase size,
        int runs,
        long resident,
        long residentFastest,
        long whole,
        long wholeFastest,
        double copyRate,
        double peakFlops) {

    /** The titles of {@link #toCsv}. */
    static final String CSV_TITLES = "figure,device,method,q,n,dims,k,runs,resident median ns,resident fastest ns,"
            + "whole median ns,whole fastest ns,copy bytes/s,peak flop/s";

    private static final int FIELDS = CSV_TITLES.split(",").length;
    private static final double NANOS = 1e9;

    static KnnPoint ofCsv(String line) {
        String[] fields = line.split(",");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a point of \"" + CSV_TITLES + "\": " + line);
        }
        int at = 3;
        return new KnnPoint(
                KnnFigure.named(fields[0]),
                fields[1],
                fields[2],
                new KnnCase(
                        Integer.parseInt(fields[at++]),
                        Integer.parseInt(fields[at++]),
                        Integer.parseInt(fields[at++]),
                        Integer.parseInt(fields[at++])),
                Integer.parseInt(fields[at++]),
                Long.parseLong(fields[at++]),
                Long.parseLong(fields[at++]),
                Long.parseLong(fields[at++]),
                Long.parseLong(fields[at++]),
                Double.parseDouble(fields[at++]),
                Double.parseDouble(fields[at]));
    }

    String toCsv() {
        return String.join(
                ",",
                figure.toString(),
                device,
                method,
                Integer.toString(size.q()),
                Integer.toString(size.n()),
                Integer.toString(size.dims()),
                Integer.toString(size.k()),
                Integer.toString(runs),
                Long.toString(resident),
                Long.toString(residentFastest),
                Long.toString(whole),
                Long.toString(wholeFastest),
                String.format(Locale.ROOT, "%.4g", copyRate),
                Double.isNaN(peakFlops) ? "NaN" : String.format(Locale.ROOT, "%.4g", peakFlops));
    }

    /** Pairs of a query and a point, or values of the matrix, per second of the launches. */
    double pairRate() {
        return size.pairs() * NANOS / resident;
    }

    /** The same from host to host. */
    double wholePairRate() {
        return size.pairs() * NANOS / whole;
    }

    /** Operations per second: three for each pair and dimension. */
    double flops() {
        return KnnCase.FLOPS * size.dims() * pairRate();
    }

    /** The share of the most operations that the device can do; not a number where that is not known. */
    double shareOfFlops() {
        return flops() / peakFlops;
    }

    /**
     * The share of the speed of memory that goes into the matrix: read once by a selection, written and read once by a search
     * in two stages. Not a number for methods that have no matrix.
     */
    double shareOfMemory() {
        return figure.matrixBytes(method) * pairRate() / copyRate;
    }
}
