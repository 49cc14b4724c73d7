package dev.gyre.engine.program;

import dev.gyre.engine.verify.Sample;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A kernel that the engine may run: its name, its code and its self-check.
 *
 * <p>A stage can only be made from a {@code Kernel}, and a {@code Kernel} cannot be made without a check; a
 * {@link KernelCatalog} makes it known to {@code gyre verify}. A kernel may have variants for the JVM and for the work-groups
 * of a device; the check holds them equal to the plain loop.
 */
public final class Kernel {

    private final String name;
    private final KernelFunction function;
    private final KernelFunction jvmFunction;
    private final GroupFunction groupFunction;
    private final Function<Sample, Invocation> check;
    private final boolean coarse;

    private Kernel(
            String name,
            KernelFunction function,
            KernelFunction jvmFunction,
            GroupFunction groupFunction,
            Function<Sample, Invocation> check,
            boolean coarse) {
        this.name = Objects.requireNonNull(name, "name");
        this.function = Objects.requireNonNull(function, "function");
        this.jvmFunction = Objects.requireNonNull(jvmFunction, "jvmFunction");
        this.groupFunction = groupFunction;
        this.check = Objects.requireNonNull(check, "check");
        this.coarse = coarse;
        if (function.arity() != jvmFunction.arity()) {
            throw new IllegalArgumentException("both variants of " + name + " must take the same arguments: "
                    + function.arity() + " and " + jvmFunction.arity());
        }
    }

    /**
     * A kernel whose one loop runs everywhere.
     *
     * @param name short name, unique in the engine
     * @param function reference to the kernel's method
     * @param check makes a call of the kernel whose float arithmetic is exact, so that all devices give equal bits
     * @return the kernel
     */
    public static Kernel of(String name, KernelFunction function, Function<Sample, Invocation> check) {
        return new Kernel(name, function, function, null, check, false);
    }

    /**
     * This kernel with a variant for the JVM that takes the same arguments and gives the same result.
     *
     * @param variant reference to the variant's method
     * @return a new kernel
     */
    public Kernel withJvmVariant(KernelFunction variant) {
        return new Kernel(name, function, variant, groupFunction, check, coarse);
    }

    /**
     * This kernel with a variant for work-groups that takes the same arguments and gives the same result.
     *
     * @param variant the variant's method
     * @return a new kernel
     */
    public Kernel withGroupVariant(GroupFunction variant) {
        return new Kernel(name, function, jvmFunction, variant, check, coarse);
    }

    /**
     * This kernel with items that are each worth a thread's while, such as tiles of thousands of elements. The JVM else
     * hands out dozens of items at a time.
     *
     * @return a new kernel
     */
    public Kernel withCoarseItems() {
        return new Kernel(name, function, jvmFunction, groupFunction, check, true);
    }

    /**
     * The kernel's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * The plain loop, which is also the reference that every run is compared with.
     *
     * @return the function
     */
    public KernelFunction function() {
        return function;
    }

    /**
     * The code for the JVM: {@link #function()} where there is no variant.
     *
     * @return the function
     */
    public KernelFunction jvmFunction() {
        return jvmFunction;
    }

    /**
     * The code for the work-groups of a device, where there is such a variant.
     *
     * @return the variant, or empty
     */
    public Optional<GroupFunction> groupFunction() {
        return Optional.ofNullable(groupFunction);
    }

    /**
     * Whether a single item is worth a thread's while.
     *
     * @return true for coarse items
     */
    public boolean coarse() {
        return coarse;
    }

    /**
     * A call of this kernel for a self-check.
     *
     * @param sample the seeded case
     * @return the call, with fresh arrays
     */
    public Invocation sampleInvocation(Sample sample) {
        return check.apply(sample);
    }

    /**
     * A stage that runs this kernel.
     *
     * @param items number of items, 0 or more
     * @param arguments arrays and boxed scalars, in the kernel's order
     * @return the stage
     * @throws IllegalArgumentException if items is negative or the number of arguments is not the kernel's
     */
    public Stage stage(int items, Object... arguments) {
        return new Stage(this, items, List.of(arguments));
    }

    @Override
    public String toString() {
        return name;
    }
}
