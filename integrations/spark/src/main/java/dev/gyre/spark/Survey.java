package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * What the driver learns about a partition of the input before it plans: the number of rows, a sample, and all rows if they are few.
 *
 * @param rows number of rows that are joined
 * @param bytes their bytes
 * @param sample some of them, chosen at random
 * @param all all rows, or null if they are above the limit
 * @param refusals rows that are refused
 */
record Survey(long rows, long bytes, Sample sample, Rows all, Refusals refusals) implements Serializable {

    private static final long serialVersionUID = 1;

    /**
     * Rows of a sample.
     *
     * @param orders their {@link Source#order}
     * @param numbers their numbers, row-major
     * @param weights number of input rows for which each of them stands
     */
    record Sample(long[] orders, double[] numbers, double[] weights) implements Serializable {

        private static final long serialVersionUID = 1;

        int size() {
            return orders.length;
        }
    }

    /**
     * Reads a partition once.
     *
     * @param sampled rows of the sample
     * @param maxBytes bytes up to which all rows are kept
     */
    static Survey of(int partition, Iterator<UnsafeRow> input, Source source, int sampled, long maxBytes) {
        Reader reader = new Reader(partition, source, sampled, maxBytes);
        input.forEachRemaining(reader::read);
        return reader.survey();
    }

    /** Reads rows one by one. */
    private static final class Reader {

        private final SplittableRandom random;
        private final Source source;
        private final boolean isPlain;
        private final int sampled;
        private final long maxBytes;
        private final Refusals refusals = new Refusals();
        private final double[] read;
        private Rows all;
        private long[] orders = new long[16];
        private double[] numbers;
        private long rows;
        private long bytes;

        Reader(int partition, Source source, int sampled, long maxBytes) {
            this.random = new SplittableRandom(partition);
            this.source = source;
            this.isPlain = source.spec().isPlain();
            this.sampled = sampled;
            this.maxBytes = maxBytes;
            this.read = new double[source.spec().width()];
            this.all = source.noRows();
            this.numbers = new double[16 * read.length];
        }

        void read(UnsafeRow row) {
            String refusal = source.read(row, read, 0);
            boolean isAccepted = refusal.equals(Source.ACCEPTED);
            if (!isAccepted && !refusal.equals(Source.SKIPPED)) {
                refusals.add(refusal, row, source);
                return;
            }
            if (all != null && (isAccepted || source.keepsSkipped())) {
                keep(row);
            }
            if (isAccepted && (isPlain || isAcceptedByMetric(row))) {
                sample(row);
                rows++;
                bytes += row.getSizeInBytes();
            }
        }

        private void keep(UnsafeRow row) {
            if (all.bytes() + row.getSizeInBytes() > maxBytes) {
                all = null;
            } else {
                all.add(row);
            }
        }

        private boolean isAcceptedByMetric(UnsafeRow row) {
            try {
                source.spec().space(read, 1);
                return true;
            } catch (IllegalArgumentException e) {
                refusals.addByMetric(e.getMessage(), row, source);
                return false;
            }
        }

        private void sample(UnsafeRow row) {
            long to = rows < sampled ? rows : random.nextLong(rows + 1);
            if (to >= sampled) {
                return;
            }
            if (to == orders.length) {
                orders = Arrays.copyOf(orders, (int) Math.min(sampled, 2 * to));
                numbers = Arrays.copyOf(numbers, orders.length * read.length);
            }
            orders[(int) to] = source.order(row);
            System.arraycopy(read, 0, numbers, (int) to * read.length, read.length);
        }

        Survey survey() {
            int size = (int) Math.min(rows, sampled);
            double[] weights = new double[size];
            Arrays.fill(weights, (double) rows / Math.max(1, size));
            Sample sample =
                    new Sample(Arrays.copyOf(orders, size), Arrays.copyOf(numbers, size * read.length), weights);
            return new Survey(rows, bytes, sample, all, refusals);
        }
    }

    /**
     * Adds up partitions.
     *
     * @throws IllegalArgumentException if rows were refused; the message names the columns and some ids
     */
    static Survey total(Source source, List<Survey> partitions) {
        Refusals refusals = new Refusals();
        Rows all = source.noRows();
        for (Survey each : partitions) {
            refusals.addAll(each.refusals);
            if (each.all == null) {
                all = null;
            } else if (all != null) {
                all.addAll(each.all);
            }
        }
        refusals.check();
        return new Survey(
                partitions.stream().mapToLong(Survey::rows).sum(),
                partitions.stream().mapToLong(Survey::bytes).sum(),
                new Sample(
                        partitions.stream()
                                .flatMapToLong(each -> Arrays.stream(each.sample.orders))
                                .toArray(),
                        concat(partitions, Sample::numbers),
                        concat(partitions, Sample::weights)),
                all,
                refusals);
    }

    private static double[] concat(List<Survey> partitions, Function<Sample, double[]> values) {
        return partitions.stream()
                .flatMapToDouble(each -> Arrays.stream(values.apply(each.sample)))
                .toArray();
    }
}
