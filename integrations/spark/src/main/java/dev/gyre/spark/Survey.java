package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * What the driver learns about a partition of the input before it plans: the number of rows, a sample, and all rows if they are few.
 *
 * @param rows number of rows
 * @param bytes bytes of the rows as columns
 * @param sample some rows, chosen at random
 * @param all all rows, or null if they are above the limit
 * @param refused the problems of refused rows, or an empty list
 */
record Survey(long rows, long bytes, Rows sample, Rows all, List<String> refused) implements Serializable {

    private static final long serialVersionUID = 1;

    /**
     * Reads a partition once.
     *
     * @param sampled rows of the sample
     * @param mostBytes bytes up to which all rows are kept
     */
    static Survey of(int partition, Iterator<ColumnarBatch> batches, InputColumns input, int sampled, long mostBytes) {
        SplittableRandom random = new SplittableRandom(partition);
        Rows sample = input.emptyRows();
        Rows all = input.emptyRows();
        long rows = 0;
        long bytes = 0;
        InputColumns.Refusals refusals = new InputColumns.Refusals(input);
        while (batches.hasNext()) {
            Rows some = input.emptyRows();
            input.read(batches.next(), some, refusals);
            for (int row = 0; row < some.size(); row++, rows++) {
                if (sample.size() < sampled) {
                    sample.add(some, row);
                } else {
                    long at = random.nextLong(rows + 1);
                    if (at < sampled) {
                        sample.set((int) at, some, row);
                    }
                }
            }
            bytes += some.bytes();
            if (all != null && bytes <= mostBytes) {
                all.addAll(some);
            } else {
                all = null;
            }
        }
        return new Survey(rows, bytes, sample, all, refusals.texts());
    }

    /** All partitions of a side. */
    static final class Total {

        private final List<Survey> partitions;
        private final long rows;
        private final long bytes;

        /**
         * Adds up partitions.
         *
         * @throws IllegalArgumentException if rows were refused; the message names the columns and some ids
         */
        Total(List<Survey> partitions) {
            this.partitions = partitions;
            this.rows = partitions.stream().mapToLong(Survey::rows).sum();
            this.bytes = partitions.stream().mapToLong(Survey::bytes).sum();
            List<String> refused = new ArrayList<>();
            partitions.forEach(partition -> refused.addAll(partition.refused));
            InputColumns.Refusals.check(refused);
        }

        long rows() {
            return rows;
        }

        long bytes() {
            return bytes;
        }

        /** {@return all rows, or null if a partition kept none} */
        Rows all() {
            Rows all = null;
            for (Survey partition : partitions) {
                if (partition.all == null) {
                    return null;
                }
                if (all == null) {
                    all = partition.all.empty();
                }
                all.addAll(partition.all);
            }
            return all;
        }

        /** {@return the samples of all partitions, one after the other} */
        Rows sample(Rows empty) {
            partitions.forEach(partition -> empty.addAll(partition.sample));
            return empty;
        }

        /** {@return for each row of the sample the number of rows that it stands for} */
        double[] weights() {
            return partitions.stream()
                    .flatMapToDouble(
                            partition -> DoubleStream.generate(() -> (double) partition.rows / partition.sample.size())
                                    .limit(partition.sample.size()))
                    .toArray();
        }
    }
}
