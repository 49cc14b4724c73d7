package dev.gyre.benchmarks;

import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.engine.sort.SortStages;
import dev.gyre.engine.sort.SortWays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sorts of {@code int} keys that are on the device, with their rows as payload. */
final class SortWork {

    private SortWork() {}

    /**
     * One sort of all keys.
     *
     * @param method how; automatic as the engine estimates
     * @param keys the keys, copied
     * @param device where it will run
     * @return the work; its outputs are the payload and the keys in order
     */
    static ResidentWork pairs(SortMethod method, int[] keys, Device device) {
        SortMethod chosen = method == SortMethod.AUTOMATIC ? SortWays.fastest(device, keys.length) : method;
        return chosen == SortMethod.MERGE ? merge(keys) : radix(keys, device);
    }

    private static ResidentWork radix(int[] keys, Device device) {
        RadixSort sort = new RadixSort(keys.length, device);
        fill(keys, sort.keys(), sort.payload());
        return work("radix sort", sort.keys(), sort.payload(), sort.parameters(), sort.pairs());
    }

    private static ResidentWork merge(int[] keys) {
        MergeSort sort = new MergeSort(keys.length, noColumns());
        fill(keys, sort.keys(), sort.payload());
        return work("merge sort", sort.keys(), sort.payload(), sort.parameters(), sort.pairs());
    }

    /**
     * Sorts of many segments.
     *
     * @param keys the keys, copied
     * @param offsets where segments begin, and the end of the last one
     * @param device where it will run
     * @return the work; its outputs are the payload and the keys in order, and how many segments were left out as too long
     */
    static ResidentWork segments(int[] keys, int[] offsets, Device device) {
        SegmentedSort sort = new SegmentedSort(keys.length, offsets, noColumns(), device);
        sort.segments(keys.length, offsets.length - 1);
        int[] input = new int[keys.length];
        int[] payload = new int[keys.length];
        fill(keys, input, payload);
        List<Object> parameters = new ArrayList<>(sort.parameters());
        parameters.add(offsets);
        SortStages sorted = sort.sort(input, payload);
        ResidentWork work = work("segmented sort", input, payload, parameters, sorted);
        return new ResidentWork(
                work.operation(),
                work.inputs(),
                work.overwritten(),
                work.stages(),
                List.of(sorted.payload(), sorted.keys(), sort.skipped()));
    }

    /** Keys in place of columns: there is no second column that decides ties. */
    private static KeyColumns noColumns() {
        return KeyColumns.of(new int[1], 1, 1, 0);
    }

    private static void fill(int[] from, int[] keys, int[] payload) {
        System.arraycopy(from, 0, keys, 0, from.length);
        Arrays.setAll(payload, row -> row);
    }

    private static ResidentWork work(
            String operation, int[] keys, int[] payload, List<Object> parameters, SortStages sorted) {
        List<Object> inputs = new ArrayList<>(List.of(keys, payload));
        inputs.addAll(parameters);
        return new ResidentWork(
                operation, inputs, List.of(keys, payload), sorted.stages(), List.of(sorted.payload(), sorted.keys()));
    }
}
