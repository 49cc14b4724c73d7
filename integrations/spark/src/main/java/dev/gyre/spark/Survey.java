package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
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
     */
    record Sample(long[] orders, double[] numbers) implements Serializable {

        private static final long serialVersionUID = 1;

        int size() {
            return orders.length;
        }
    }

    /** Returns this survey without the rows, which another place accepts if they are here. */
    Survey without(Consumer<Rows> place) {
        if (all != null) {
            place.accept(all);
        }
        return with(null);
    }

    /** Returns this survey with all rows, or with none. */
    Survey with(Rows newAll) {
        return new Survey(rows, bytes, sample, newAll, refusals);
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
            if (all != null && isAccepted) {
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
            Sample sample = new Sample(Arrays.copyOf(orders, size), Arrays.copyOf(numbers, size * read.length));
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
                sample(source.spec().width(), partitions),
                all,
                refusals);
    }

    /** Chooses rows of all samples, so that each of them stands for as many rows of the input. */
    private static Sample sample(int width, List<Survey> partitions) {
        double rate = partitions.stream()
                .filter(each -> each.rows > 0)
                .mapToDouble(each -> (double) each.sample.size() / each.rows)
                .min()
                .orElse(0);
        int[] sizes = partitions.stream()
                .mapToInt(each -> (int) Math.min(each.sample.size(), Math.ceil(each.rows * rate)))
                .toArray();
        int size = Arrays.stream(sizes).sum();
        Sample chosen = new Sample(new long[size], new double[size * width]);
        int to = 0;
        for (int i = 0; i < sizes.length; i++) {
            Sample from = partitions.get(i).sample;
            for (int j = 0; j < sizes[i]; j++) {
                int row = (int) ((long) j * from.size() / sizes[i]);
                chosen.orders[to] = from.orders[row];
                System.arraycopy(from.numbers, row * width, chosen.numbers, to++ * width, width);
            }
        }
        return chosen;
    }
}
