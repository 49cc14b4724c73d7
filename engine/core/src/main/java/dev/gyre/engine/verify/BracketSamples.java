package dev.gyre.engine.verify;

import dev.gyre.engine.partition.ScanKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.select.SampleKernels;
import dev.gyre.tasks.select.BracketChoice;
import dev.gyre.tasks.select.BracketCounts;
import dev.gyre.tasks.select.SampleParameters;
import java.util.List;

/** Calls of the kernels of {@link SampleKernels}. */
final class BracketSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(SampleKernels.SAMPLE_BRACKET, BracketSamples::sampleSampleBracket),
            KernelSample.of(SampleKernels.BRACKET_COUNTS, BracketSamples::sampleBracketCounts),
            KernelSample.of(SampleKernels.BRACKET_CHOICE, BracketSamples::sampleBracketChoice),
            KernelSample.of(SampleKernels.RANGE_WRITE, BracketSamples::sampleRangeWrite));

    private BracketSamples() {}

    private static Invocation sampleSampleBracket(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int[] parameters = SampleKernels.parameters(input.columns, input.k);
        int[] room = new int[input.rows * parameters[SampleParameters.SIZE]];
        int[] bracket = new int[2 * input.rows];
        return new Invocation(input.rows, List.of(input.keys, parameters, room, bracket), List.of(bracket));
    }

    private static Invocation sampleBracketCounts(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int items = input.rows * input.tiles();
        int[] counts = new int[BracketCounts.BUCKETS * items];
        return new Invocation(items, List.of(input.keys, input.bracket(), input.parameters(), counts), List.of(counts));
    }

    private static Invocation sampleBracketChoice(Sample sample) {
        return new Buckets(new RadixCase(sample)).choice();
    }

    private static Invocation sampleRangeWrite(Sample sample) {
        RadixCase input = new RadixCase(sample);
        Buckets buckets = new Buckets(input);
        SampleKernels.BRACKET_CHOICE.runLoop(0, input.rows, buckets.choice().arguments());
        int[] found = new int[input.keys.length];
        return new Invocation(
                input.rows * input.tiles(),
                List.of(input.keys, buckets.ranges, buckets.parameters, buckets.before, found),
                List.of(found));
    }

    /** The counts of a case, added up along each row. */
    private static final class Buckets {

        final int[] parameters;
        final int[] bracket;
        final int[] before;
        final int[] totals;
        final int[] kth;
        final int[] ranges;
        final int[] lengths;

        Buckets(RadixCase input) {
            int items = input.rows * input.tiles();
            parameters = input.parameters();
            bracket = input.bracket();
            before = new int[BracketCounts.BUCKETS * items];
            totals = new int[BracketCounts.BUCKETS * input.rows];
            kth = new int[2 * input.rows];
            ranges = new int[BracketChoice.RANGE * input.rows];
            lengths = new int[input.rows];
            BracketCounts.countBuckets(0, items, input.keys, bracket, parameters, before);
            ScanKernels.ROW_SCAN.runLoop(0, totals.length, List.of(before, new int[] {input.tiles()}, totals));
        }

        Invocation choice() {
            return new Invocation(
                    lengths.length,
                    List.of(totals, bracket, parameters, kth, ranges, lengths),
                    List.of(kth, ranges, lengths));
        }
    }
}
