package dev.gyre.engine.sort;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.stream.IntStream;

/** The segments of an array to be sorted: the short ones in one stage, the long ones brought together for another sort. */
final class Segments {

    private final int[] offsets;
    private final KeyColumns columns;
    private final int n;
    private final SegmentedSort sort;
    private final int[] longSegments;
    private final int[] longRows;

    Segments(Device device, int[] offsets, KeyColumns columns) {
        this.offsets = offsets;
        this.columns = columns;
        n = offsets[offsets.length - 1];
        sort = new SegmentedSort(n, offsets, columns, device);
        sort.segments(n, offsets.length - 1);
        longSegments = IntStream.range(0, offsets.length - 1)
                .filter(segment -> offsets[segment + 1] - offsets[segment] > sort.limit())
                .toArray();
        longRows = IntStream.of(longSegments)
                .flatMap(segment -> IntStream.range(offsets[segment], offsets[segment + 1]))
                .toArray();
    }

    /** The rows of segments that are too long to be sorted in one stage, ascending. */
    int[] longRows() {
        return longRows;
    }

    /** Sorts the short segments; the places of the long ones hold nothing of use. */
    int[] sortShort(Backend backend) {
        if (longRows.length == n) {
            return new int[n];
        }
        int[] keys = new int[n];
        int[] rows = new int[n];
        int[] size = {n};
        int[] start = {columns.start(0)};
        SortStages sorted = sort.sort(keys, rows);
        Phase.Builder phase = Phase.named("sort")
                .upload(columns.values(), offsets, size, start)
                .upload(sort.parameters().toArray())
                .stage(SortKernels.SEQUENCE.stage(n, (Object) rows))
                .stage(SortKernels.GATHER.stage(n, columns.values(), rows, size, start, keys));
        sorted.stages().forEach(phase::stage);
        Program program =
                Program.of("sort of segments", phase.download(sorted.payload()).build());
        try (Execution execution = backend.prepare(program)) {
            execution.run("sort", Progress.NONE);
        }
        return sorted.payload();
    }

    /** The columns of the long rows, after one that tells their segments apart. */
    KeyColumns longColumns() {
        int m = longRows.length;
        int[] values = new int[Sorting.checkedLength(m, columns.count() + 1)];
        int row = 0;
        for (int label = 0; label < longSegments.length; label++) {
            int length = offsets[longSegments[label] + 1] - offsets[longSegments[label]];
            for (int i = 0; i < length; i++) {
                values[row++] = label;
            }
        }
        for (int rank = 0; rank < columns.count(); rank++) {
            int from = columns.start(rank);
            for (int i = 0; i < m; i++) {
                values[(rank + 1) * m + i] = columns.values()[from + longRows[i]];
            }
        }
        int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(longSegments.length - 1));
        return new KeyColumns(values, m, columns.count() + 1, 0, bits);
    }
}
