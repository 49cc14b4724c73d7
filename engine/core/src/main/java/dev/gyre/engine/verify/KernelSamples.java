package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * All kernels of Gyre, each with calls for seeded cases. {@code gyre verify} and the first use of a kernel on a device make these calls.
 * The classes {@code …Samples} of this package list kernels; they are loaded on the first request for a kernel with a loop in the same
 * package.
 *
 * <p>A kernel in {@code dev.gyre.tasks} that is missing here fails a test.
 */
public final class KernelSamples {

    private static final String TASKS = "dev.gyre.tasks.";

    private static final List<String> PACKAGES =
            List.of("distance", "grid", "partition", "rtree", "scan", "select", "sort", "topk", "tree");

    private KernelSamples() {}

    /** Returns samples that include those of a package, by its name without {@link #TASKS}. */
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
            case "tree" -> List.of(TreeSamples.ALL, KdSamples.ALL);
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

    /** Returns all kernels, in the order of their names. */
    public static List<Kernel> kernels() {
        return PACKAGES.stream()
                .flatMap(KernelSamples::samples)
                .map(KernelSample::kernel)
                .distinct()
                .sorted(Comparator.comparing(Kernel::name))
                .toList();
    }

    /** Returns a call of a kernel for a case, from the kernel's own check or from the list; empty if there is neither. */
    public static Optional<Invocation> call(Kernel kernel, Sample sample) {
        return kernel.check()
                .map(check -> check.apply(sample.seed()))
                .or(() -> sample(kernel).map(found -> found.call().apply(sample, Scalars.DRAWN)));
    }

    /** Replaces each count by the sum of the counts before it; returns the sum of all. */
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
     * Returns a call of a kernel that counts what its items find, or that writes it, after the counts were replaced by start positions.
     *
     * @param starts the counts, later the start positions
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
        // A device leaves garbage in an output that a kernel does not write.
        return new Invocation(count.items(), call.apply(found, 1).arguments(), sum == 0 ? List.of() : List.of(found));
    }

    /**
     * Returns a call with given scalars if the kernel is {@link Kernel#provenWithScalars} and arithmetic with these scalars is exact; else
     * with any scalars.
     *
     * @param scalars the scalars among the kernel's arguments, in their order
     */
    public static Optional<Invocation> call(Kernel kernel, Sample sample, List<Object> scalars) {
        return kernel.provenWithScalars()
                ? sample(kernel).map(found -> found.call().apply(sample, new Scalars(scalars)))
                : call(kernel, sample);
    }
}
