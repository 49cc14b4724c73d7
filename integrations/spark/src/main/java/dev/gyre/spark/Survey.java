package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
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

    /** Rows whose points are checked together. */
    private static final int CHECKED = 1 << 10;

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
     * @param mostBytes bytes up to which all rows are kept
     */
    static Survey of(int partition, Iterator<UnsafeRow> input, Source source, int sampled, long mostBytes) {
        Reader reader = new Reader(partition, source, sampled, mostBytes);
        input.forEachRemaining(reader::read);
        return reader.survey();
    }

    /** Reads rows one by one. */
    private static final class Reader {

        private final SplittableRandom random;
        private final Source source;
        private final int width;
        private final int sampled;
        private final long mostBytes;
        private final Refusals refusals;
        private final double[] checked;
        private Rows unchecked;
        private Rows all;
        private long[] orders = new long[16];
        private double[] numbers;
        private long rows;
        private long bytes;

        Reader(int partition, Source source, int sampled, long mostBytes) {
            this.random = new SplittableRandom(partition);
            this.source = source;
            this.width = source.spec().width();
            this.sampled = sampled;
            this.mostBytes = mostBytes;
            this.refusals = new Refusals(source);
            this.checked = new double[CHECKED * width];
            this.unchecked = source.noRows();
            this.all = source.noRows();
            this.numbers = new double[16 * width];
        }

        void read(UnsafeRow row) {
            int at = unchecked.size() * width;
            int read = source.read(row, checked, at);
            if (read >= 0) {
                refusals.add(read, row);
                return;
            }
            if (all != null && (read == Source.ACCEPTED || source.keepsSkipped())) {
                keep(row);
            }
            if (read == Source.ACCEPTED) {
                sample(row, at);
                unchecked.add(row);
                rows++;
                bytes += row.getSizeInBytes();
                if (unchecked.size() == CHECKED) {
                    check();
                }
            }
        }

        private void keep(UnsafeRow row) {
            if (all.bytes() + row.getSizeInBytes() > mostBytes) {
                all = null;
            } else {
                all.add(row);
            }
        }

        private void check() {
            refusals.checkPoints(unchecked, checked);
            unchecked = source.noRows();
        }

        private void sample(UnsafeRow row, int at) {
            long to = rows < sampled ? rows : random.nextLong(rows + 1);
            if (to >= sampled) {
                return;
            }
            if (to == orders.length) {
                orders = Arrays.copyOf(orders, (int) Math.min(sampled, 2 * to));
                numbers = Arrays.copyOf(numbers, orders.length * width);
            }
            orders[(int) to] = source.order(row);
            System.arraycopy(checked, at, numbers, (int) to * width, width);
        }

        Survey survey() {
            check();
            int size = (int) Math.min(rows, sampled);
            double[] weights = new double[size];
            Arrays.fill(weights, (double) rows / Math.max(1, size));
            Sample sample = new Sample(Arrays.copyOf(orders, size), Arrays.copyOf(numbers, size * width), weights);
            return new Survey(rows, bytes, sample, all, refusals);
        }
    }

    /**
     * Adds up partitions.
     *
     * @throws IllegalArgumentException if rows were refused; the message names the columns and some ids
     */
    static Survey total(Source source, List<Shared<Survey>> partitions) {
        List<Survey> surveys = partitions.stream().map(Shared::value).toList();
        Refusals refusals = new Refusals(source);
        Rows all = source.noRows();
        for (Survey each : surveys) {
            refusals.addAll(each.refusals);
            if (each.all == null) {
                all = null;
            } else if (all != null) {
                all.addAll(each.all);
            }
        }
        refusals.check();
        return new Survey(
                surveys.stream().mapToLong(Survey::rows).sum(),
                surveys.stream().mapToLong(Survey::bytes).sum(),
                new Sample(
                        surveys.stream()
                                .flatMapToLong(each -> Arrays.stream(each.sample.orders))
                                .toArray(),
                        surveys.stream()
                                .flatMapToDouble(each -> Arrays.stream(each.sample.numbers))
                                .toArray(),
                        surveys.stream()
                                .flatMapToDouble(each -> Arrays.stream(each.sample.weights))
                                .toArray()),
                all,
                refusals);
    }
}
