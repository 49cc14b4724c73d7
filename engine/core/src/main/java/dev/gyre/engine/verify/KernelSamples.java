package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * All kernels of Gyre, each with calls of it for seeded cases, by which {@code gyre verify} and the first use of a kernel on a
 * device go. The classes {@code …Samples} of this package list kernels; they are loaded when a
 * kernel with a loop in the same package is asked for.
 *
 * <p>A kernel in {@code dev.gyre.tasks} that is missing here fails a test.
 */
public final class KernelSamples {

    private static final String TASKS = "dev.gyre.tasks.";

    private static final List<String> PACKAGES =
            List.of("distance", "grid", "partition", "rtree", "scan", "select", "sort", "topk", "tree");

    private KernelSamples() {}

    /** The samples among which those of a package are, by its name without {@link #TASKS}. */
    private static Stream<KernelSample> samples(String name) {
        List<List<KernelSample>> families = switch (name) {
            case "distance" -> List.of(KnnSamples.ALL);
            case "grid" -> List.of(GridSamples.ALL);
            case "partition" -> List.of(PartitionSamples.ALL, ScanSamples.ALL, SegmentSamples.ALL, SortSamples.ALL);
            case "rtree" -> List.of(RTreeSamples.ALL, FrontierSamples.ALL);
            case "scan" -> List.of(ScanSamples.ALL);
            case "select" -> List.of(SelectionSamples.ALL);
            case "sort" -> List.of(SortSamples.ALL, BlockSamples.ALL);
            case "topk" -> List.of(TopKSamples.ALL);
            case "tree" -> List.of(KdSearchSamples.ALL, KdSamples.ALL);
            default -> List.of();
        };
        return families.stream().flatMap(List::stream);
    }

    private static Optional<KernelSample> sample(Kernel kernel) {
        String name = kernel.loop().getDeclaringClass().getPackageName();
        return name.startsWith(TASKS)
                ? samples(name.substring(TASKS.length()))
                        .filter(sample -> sample.kernel() == kernel)
                        .findAny()
                : Optional.empty();
    }

    /** All kernels, in the order of their names. */
    public static List<Kernel> kernels() {
        return PACKAGES.stream()
                .flatMap(KernelSamples::samples)
                .map(KernelSample::kernel)
                .distinct()
                .sorted(Comparator.comparing(Kernel::name))
                .toList();
    }

    /** A call of a kernel for a case: of the list, or of the kernel's own check; empty where there is neither. */
    public static Optional<Invocation> call(Kernel kernel, Sample sample) {
        return kernel.check()
                .map(check -> check.apply(sample.seed()))
                .or(() -> sample(kernel).map(found -> found.call().apply(sample, Scalars.DRAWN)));
    }

    /** Replaces counts by where what is counted goes, one after the other; the sum of all. */
    private static int toStarts(int[] counts) {
        int sum = 0;
        for (int i = 0; i < counts.length; i++) {
            int count = counts[i];
            counts[i] = sum;
            sum += count;
        }
        return sum;
    }

    /**
     * A call of a kernel that counts what its items find, or writes it where the counts have become places.
     *
     * @param starts the counts, later the places
     * @param write 1 to write
     * @param call a call that writes into an array, or only counts
     */
    static Invocation matches(Kernel kernel, int[] starts, int write, BiFunction<int[], Integer, Invocation> call) {
        Invocation count = call.apply(new int[1], 0);
        if (write == 0) {
            return new Invocation(count.items(), count.arguments(), List.of(starts));
        }
        kernel.runLoop(0, starts.length, count.arguments());
        int sum = toStarts(starts);
        int[] found = new int[Math.max(1, sum)];
        // A device leaves garbage where a kernel writes nothing.
        return new Invocation(count.items(), call.apply(found, 1).arguments(), sum == 0 ? List.of() : List.of(found));
    }

    /**
     * A call with given scalars, where the kernel is {@link Kernel#provenWithScalars} and arithmetic with these is exact; else with
     * any.
     *
     * @param scalars the scalars among the kernel's arguments, in their order
     */
    public static Optional<Invocation> call(Kernel kernel, Sample sample, List<Object> scalars) {
        return kernel.provenWithScalars()
                ? sample(kernel).map(found -> found.call().apply(sample, new Scalars(scalars)))
                : call(kernel, sample);
    }
}
