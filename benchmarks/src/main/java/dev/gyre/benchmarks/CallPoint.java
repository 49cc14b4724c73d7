package dev.gyre.benchmarks;

import dev.gyre.engine.data.ExecutionReport;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What a {@link CallsExperiment} found about one call on one device. Times are in nanoseconds; {@link #UNTOLD} is a time that the
 * operation does not tell.
 *
 * @param call name of the call
 * @param n its size
 * @param device the device of the engine, or {@code auto}
 * @param data {@link #FRESH} or {@link #SAME}
 * @param ranOn the device that the report names, or {@code –}
 * @param first the first call of its kind and size
 * @param second the second one
 * @param runs number of later calls
 * @param median median time of the later calls
 * @param fastest shortest time of the later calls
 * @param slowest longest time of the later calls
 * @param firstCompile compilation in the first call
 * @param laterCompile most compilation in any later call
 * @param parts of the later call with the median time, in the order of {@link #PARTS}
 */
record CallPoint(
        String call,
        int n,
        String device,
        String data,
        String ranOn,
        long first,
        long second,
        int runs,
        long median,
        long fastest,
        long slowest,
        long firstCompile,
        long laterCompile,
        List<Long> parts) {

    /** Each call has new objects of its data. */
    static final String FRESH = "fresh";

    /** Each call has the same object of points as the one before. */
    static final String SAME = "same";

    /** A time that is not told. */
    static final long UNTOLD = -1;

    /** The parts of a call, as far as its report tells them. */
    static final List<String> PARTS = List.of("prepare", "upload", "compile", "compute", "download", "refine");

    /** The titles of {@link #toCsv}. */
    static final String CSV_TITLES =
            "call,n,device,data,ran on,first ns,second ns,runs,median ns,fastest ns,slowest ns,first compile ns,"
                    + "later compile ns,"
                    + PARTS.stream().map(part -> part + " ns").collect(Collectors.joining(","));

    private static final int FIELDS = CSV_TITLES.split(",").length;
    private static final int COMPILE = PARTS.indexOf("compile");
    private static final List<Long> NO_PARTS =
            PARTS.stream().map(part -> UNTOLD).toList();

    /**
     * A timed call.
     *
     * @param nanos its time
     * @param ranOn where it ran, or {@code –}
     * @param parts as in a point
     */
    record Run(long nanos, String ranOn, List<Long> parts) {

        static Run of(long nanos, ExecutionReport report) {
            if (report == null) {
                return new Run(nanos, "–", NO_PARTS);
            }
            return new Run(
                    nanos,
                    report.device().id(),
                    List.of(
                            report.prepareNanos(),
                            report.deviceTiming().uploadNanos(),
                            report.compileNanos(),
                            report.deviceTiming().computeNanos(),
                            report.deviceTiming().downloadNanos(),
                            report.refineNanos()));
        }
    }

    /** From the calls in their order, three or more. */
    static CallPoint of(Call call, int n, String device, String data, List<Run> runs) {
        List<Run> later = runs.subList(2, runs.size()).stream()
                .sorted((one, other) -> Long.compare(one.nanos, other.nanos))
                .toList();
        Run median = later.get(later.size() / 2);
        return new CallPoint(
                call.name(),
                n,
                device,
                data,
                median.ranOn,
                runs.get(0).nanos,
                runs.get(1).nanos,
                later.size(),
                median.nanos,
                later.get(0).nanos,
                later.get(later.size() - 1).nanos,
                runs.get(0).parts.get(COMPILE),
                later.stream().mapToLong(run -> run.parts.get(COMPILE)).max().orElseThrow(),
                median.parts);
    }

    static CallPoint ofCsv(String line) {
        String[] fields = line.split(",");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a point of \"" + CSV_TITLES + "\": " + line);
        }
        long[] times = Arrays.stream(fields).skip(5).mapToLong(Long::parseLong).toArray();
        return new CallPoint(
                fields[0],
                Integer.parseInt(fields[1]),
                fields[2],
                fields[3],
                fields[4],
                times[0],
                times[1],
                (int) times[2],
                times[3],
                times[4],
                times[5],
                times[6],
                times[7],
                Arrays.stream(times).skip(8).boxed().toList());
    }

    String toCsv() {
        LongStream times = LongStream.concat(
                LongStream.of(first, second, runs, median, fastest, slowest, firstCompile, laterCompile),
                parts.stream().mapToLong(Long::longValue));
        return String.join(",", call, Integer.toString(n), device, data, ranOn) + ","
                + times.mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}
