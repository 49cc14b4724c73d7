package dev.gyre.benchmarks;

/**
 * A time of the {@link ScalingExperiment}.
 *
 * @param operation name of the operation
 * @param backend where it ran
 * @param transfers whether data was copied to the device and back
 * @param n number of elements
 * @param runs how often it was timed
 * @param medianNanos median time of a run
 * @param fastestNanos shortest time of a run
 */
record ScalingPoint(
        String operation, String backend, boolean transfers, int n, int runs, long medianNanos, long fastestNanos) {

    /** The titles of {@link #toCsv}. */
    static final String CSV_TITLES = "operation,backend,transfers,n,runs,median ns,fastest ns";

    private static final int FIELDS = 7;

    static ScalingPoint ofCsv(String line) {
        String[] fields = line.split(",");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a point of \"" + CSV_TITLES + "\": " + line);
        }
        return new ScalingPoint(
                fields[0],
                fields[1],
                Boolean.parseBoolean(fields[2]),
                Integer.parseInt(fields[3]),
                Integer.parseInt(fields[4]),
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]));
    }

    String toCsv() {
        return String.join(
                ",",
                operation,
                backend,
                Boolean.toString(transfers),
                Integer.toString(n),
                Integer.toString(runs),
                Long.toString(medianNanos),
                Long.toString(fastestNanos));
    }

    /** Where and how: the points of one series have the same. */
    String series() {
        if (Backends.isJvm(backend)) {
            return backend;
        }
        return backend + (transfers ? ", with transfers" : ", resident");
    }

    /** Median time for one element. */
    double nanosPerElement() {
        return (double) medianNanos / n;
    }
}
