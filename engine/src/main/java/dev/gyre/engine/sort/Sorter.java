package dev.gyre.engine.sort;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * A prepared sort of rows by columns of ints on a device: its arrays are there and its kernels compiled once, for any number
 * of rows up to a capacity. Not safe for use by several threads.
 */
final class Sorter implements AutoCloseable {

    private static final String SORT = "sort";
    private static final String SORT_AGAIN = "sort by all columns";

    private final Work work;
    private final Execution execution;

    private Sorter(Backend backend, String operation, Work work) {
        this.work = work;
        this.execution = backend.prepare(work.program(operation));
    }

    /**
     * Finds the order of rows.
     *
     * @param backend the device
     * @param capacity most rows, 1 or more
     * @param columns the columns, to be filled before each run
     * @param method how, not automatic
     */
    static Sorter ofRows(Backend backend, int capacity, KeyColumns columns, SortMethod method) {
        Work work = switch (method) {
            case MERGE -> new Merge(capacity, columns, false);
            case RADIX_THEN_TIES ->
                columns.count() > 1
                        ? new RadixThenTies(backend, capacity, columns)
                        : new Radix(backend, capacity, columns);
            default -> new Radix(backend, capacity, columns);
        };
        return new Sorter(backend, "sort of rows", work);
    }

    /**
     * Sorts {@link #keys} with {@link #payload}.
     *
     * @param backend the device
     * @param capacity most elements, 1 or more
     * @param method how, not automatic
     */
    static Sorter ofPairs(Backend backend, int capacity, SortMethod method) {
        Work work = method == SortMethod.MERGE
                ? new Merge(capacity, KeyColumns.of(new int[1], 1, 1, 0), true)
                : new Radix(backend, capacity, null);
        return new Sorter(backend, "sort", work);
    }

    /** Bytes on the device for so many rows of so many columns. */
    static long deviceBytes(int rows, int columns) {
        return rows * (16L + 4L * columns + 8L) + (1L << 20);
    }

    /** Where the keys of pairs go before a run. */
    int[] keys() {
        return work.keysIn();
    }

    /** Where the payload of pairs goes before a run. */
    int[] payload() {
        return work.payloadIn();
    }

    /**
     * Sorts.
     *
     * @param n number of rows
     * @return the payload, or the rows where rows are ordered: an array whose first n values are meant
     */
    int[] run(int n) {
        work.size(n);
        execution.run(SORT, Progress.NONE);
        if (work.incomplete()) {
            execution.run(SORT_AGAIN, Progress.NONE);
            return work.again().payload();
        }
        return work.first().payload();
    }

    /** The keys of the last run of pairs. */
    int[] sortedKeys() {
        return work.first().keys();
    }

    @Override
    public void close() {
        execution.close();
    }

    /** The stages of one method. */
    private abstract static class Work {

        abstract void size(int n);

        abstract List<Object> parameters();

        /** The keys to be loaded: of pairs, or the columns. */
        abstract int[] keysIn();

        /** The payload to be loaded, or null where rows are numbered on the device. */
        abstract int[] payloadIn();

        abstract SortStages first();

        /** What to do if the first stages did not sort everything, or null. */
        SortStages again() {
            return null;
        }

        /** What tells whether they did, or null. */
        int[] skipped() {
            return null;
        }

        boolean incomplete() {
            return false;
        }

        Program program(String operation) {
            List<Phase> phases = new ArrayList<>();
            Phase.Builder sort = phase(SORT, first()).upload(keysIn());
            if (payloadIn() != null) {
                sort.upload(payloadIn()).download(first().keys());
            }
            if (skipped() != null) {
                sort.download(skipped());
            }
            phases.add(sort.build());
            if (again() != null) {
                phases.add(phase(SORT_AGAIN, again()).build());
            }
            return new Program(operation, phases);
        }

        private Phase.Builder phase(String name, SortStages stages) {
            Phase.Builder phase = Phase.named(name).upload(parameters().toArray());
            stages.stages().forEach(phase::stage);
            return phase.download(stages.payload());
        }
    }

    private static final class Radix extends Work {

        private final RadixSort sort;
        private final KeyColumns columns;
        private final SortStages stages;

        /** Sorts pairs where there are no columns. */
        Radix(Backend backend, int capacity, KeyColumns columns) {
            this.columns = columns;
            sort = new RadixSort(capacity, backend.device());
            stages = columns == null ? sort.pairs() : sort.order(columns);
        }

        @Override
        void size(int n) {
            sort.size(n);
        }

        @Override
        List<Object> parameters() {
            return sort.parameters();
        }

        @Override
        int[] keysIn() {
            return columns == null ? sort.keys() : columns.values();
        }

        @Override
        int[] payloadIn() {
            return columns == null ? sort.payload() : null;
        }

        @Override
        SortStages first() {
            return stages;
        }
    }

    private static final class RadixThenTies extends Work {

        private final RadixSort sort;
        private final SegmentedSort ties;
        private final KeyColumns columns;
        private final SortStages first;
        private final SortStages again;

        RadixThenTies(Backend backend, int capacity, KeyColumns columns) {
            this.columns = columns;
            sort = new RadixSort(capacity, backend.device());
            ties = new SegmentedSort(capacity, new int[1], columns, backend.device());
            SortStages byFirst = sort.orderByFirst(columns);
            SortStages byOthers = ties.sort(byFirst.keys(), byFirst.payload());
            List<Stage> stages = new ArrayList<>(byFirst.stages());
            stages.addAll(byOthers.stages());
            first = new SortStages(stages, byOthers.keys(), byOthers.payload());
            again = sort.order(columns);
        }

        @Override
        void size(int n) {
            sort.size(n);
            ties.runs(n);
        }

        @Override
        List<Object> parameters() {
            List<Object> parameters = new ArrayList<>(sort.parameters());
            parameters.addAll(ties.parameters());
            return parameters;
        }

        @Override
        int[] keysIn() {
            return columns.values();
        }

        @Override
        int[] payloadIn() {
            return null;
        }

        @Override
        SortStages first() {
            return first;
        }

        @Override
        SortStages again() {
            return again;
        }

        @Override
        int[] skipped() {
            return ties.skipped();
        }

        @Override
        boolean incomplete() {
            for (int count : ties.skipped()) {
                if (count > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Merge extends Work {

        private final MergeSort sort;
        private final KeyColumns columns;
        private final boolean pairs;
        private final SortStages stages;

        Merge(int capacity, KeyColumns columns, boolean pairs) {
            this.columns = columns;
            this.pairs = pairs;
            sort = new MergeSort(capacity, columns);
            stages = pairs ? sort.pairs() : sort.order();
        }

        @Override
        void size(int n) {
            sort.size(n);
        }

        @Override
        List<Object> parameters() {
            return sort.parameters();
        }

        @Override
        int[] keysIn() {
            return pairs ? sort.keys() : columns.values();
        }

        @Override
        int[] payloadIn() {
            return pairs ? sort.payload() : null;
        }

        @Override
        SortStages first() {
            return stages;
        }
    }
}
