package dev.gyre.engine.program;

import dev.gyre.engine.program.Phase.Stage;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * A loop that a {@link Stage} runs: a {@code public static void} method {@code name(int begin, int end, …)} that handles the items {@code
 * begin .. end-1}. Its other parameters are primitive arrays and scalars.
 *
 * <p>The loop defines what the kernel does. A kernel may have variants for the JVM and for the work-groups of a device, which
 * accept the same arguments and give the same bits. Immutable; safe for use by several threads.
 *
 * <pre>
 * static final Kernel ROW_SCAN = Kernel.of(RowScan.class)
 *         .withWorkGroupVariant(WorkGroupVariant.groupPerItem(RowScanWorkGroup.class, RowScanWorkGroup.THREADS));
 * </pre>
 */
public final class Kernel {

    /** Number of parameters before a loop's own parameters: the first item, and the item after the last one. */
    static final int LEADING = 2;

    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            int.class, Integer.class, long.class, Long.class, float.class, Float.class, double.class, Double.class);

    private final String name;
    private final Method loop;
    private final Method jvmLoop;
    private final WorkGroupVariant workGroupVariant;
    private final LongFunction<Invocation> check;
    private final boolean sliceOfOne;
    private final boolean provenWithScalars;

    private Kernel(
            String name,
            Method loop,
            Method jvmLoop,
            WorkGroupVariant workGroupVariant,
            LongFunction<Invocation> check,
            boolean sliceOfOne,
            boolean provenWithScalars) {
        this.name = name;
        this.loop = loop;
        this.jvmLoop = jvmLoop;
        this.workGroupVariant = workGroupVariant;
        this.check = check;
        this.sliceOfOne = sliceOfOne;
        this.provenWithScalars = provenWithScalars;
        if (!Arrays.equals(loop.getParameterTypes(), jvmLoop.getParameterTypes())) {
            throw new IllegalArgumentException(
                    "both variants of " + name + " must take the same arguments: " + loop + " and " + jvmLoop);
        }
    }

    /**
     * Makes the kernel of a class with one loop, named after the class: {@code row-scan} for {@code RowScan}.
     *
     * @param owner a public class
     * @return the kernel
     * @throws IllegalArgumentException if the class does not have exactly one loop
     */
    public static Kernel of(Class<?> owner) {
        Method loop = onlyLoop(owner);
        return new Kernel(words(owner.getSimpleName()), loop, loop, null, null, false, false);
    }

    /**
     * Makes the kernel of a class with several loops. Its name begins with that of the class: {@code gather-ints} for
     * {@code Gather.gatherInts}, {@code scatter-invert} for {@code Scatter.invert}.
     *
     * @param owner a public class
     * @param method the loop's name
     * @return the kernel
     * @throws IllegalArgumentException if the class does not have exactly one loop of this name
     */
    public static Kernel of(Class<?> owner, String method) {
        Method loop = loop(owner, method);
        String first = words(owner.getSimpleName());
        String second = words(method);
        String name = second.startsWith(first + "-") ? second : first + "-" + second;
        return new Kernel(name, loop, loop, null, null, false, false);
    }

    /**
     * Returns this kernel with a variant for the JVM that accepts the same arguments and gives the same result.
     *
     * @param owner a public class with one loop
     * @return a new kernel
     * @throws IllegalArgumentException if the class does not have exactly one loop, or if the loop has other parameters
     */
    public Kernel withJvmVariant(Class<?> owner) {
        return new Kernel(name, loop, onlyLoop(owner), workGroupVariant, check, sliceOfOne, provenWithScalars);
    }

    /**
     * Returns this kernel with a variant for work-groups that accepts the same arguments and gives the same result.
     *
     * @param variant the variant
     * @return a new kernel
     */
    public Kernel withWorkGroupVariant(WorkGroupVariant variant) {
        return new Kernel(
                name, loop, jvmLoop, Objects.requireNonNull(variant, "variant"), check, sliceOfOne, provenWithScalars);
    }

    /**
     * Returns this kernel with items that the JVM gives to threads singly, such as tiles of thousands of elements.
     *
     * @return a new kernel
     */
    public Kernel withSliceOfOne() {
        return new Kernel(name, loop, jvmLoop, workGroupVariant, check, true, provenWithScalars);
    }

    /**
     * Returns this kernel under another name, for one loop with different variants.
     *
     * @param newName the name
     * @return a new kernel
     */
    public Kernel named(String newName) {
        return new Kernel(newName, loop, jvmLoop, workGroupVariant, check, sliceOfOne, provenWithScalars);
    }

    /**
     * Returns this kernel with a check: before the first use on a device, its result of a small call is compared with the plain
     * loop's, bit by bit. Without a check, nothing is compared.
     *
     * @param newCheck makes a call from a seed, the same for the same seed, with new arrays; its float arithmetic must be exact
     * @return a new kernel
     */
    public Kernel withCheck(LongFunction<Invocation> newCheck) {
        return new Kernel(
                name,
                loop,
                jvmLoop,
                workGroupVariant,
                Objects.requireNonNull(newCheck, "check"),
                sliceOfOne,
                provenWithScalars);
    }

    /**
     * Returns this kernel with a check for each set of scalars. A device compiles scalars into the code, so if they choose
     * between branches of the loop, only a call with the same scalars checks that code.
     *
     * @return a new kernel
     */
    public Kernel withProofOfScalars() {
        return new Kernel(name, loop, jvmLoop, workGroupVariant, check, sliceOfOne, true);
    }

    /**
     * Returns the kernel's name, unique among the kernels of a program.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the plain loop, which defines what the kernel does.
     *
     * @return the method
     */
    public Method loop() {
        return loop;
    }

    /**
     * Returns the loop that the JVM runs: {@link #loop()} if there is no variant.
     *
     * @return the method
     */
    public Method jvmLoop() {
        return jvmLoop;
    }

    /**
     * Returns the variant for the work-groups of a device, if there is one.
     *
     * @return the variant, or empty
     */
    public Optional<WorkGroupVariant> workGroupVariant() {
        return Optional.ofNullable(workGroupVariant);
    }

    /**
     * Returns the check, if there is one.
     *
     * @return the check, or empty
     */
    public Optional<LongFunction<Invocation>> check() {
        return Optional.ofNullable(check);
    }

    /**
     * Returns whether a device checks the kernel for each set of scalars. A kernel's own check chooses the scalars instead.
     *
     * @return true if so; false if one check covers all scalars
     */
    public boolean provenWithScalars() {
        return provenWithScalars && check == null;
    }

    /**
     * Returns whether the JVM gives single items to threads, which it also does if a whole work-group handles an item.
     *
     * @return true for single items; false if the JVM gives out dozens at a time
     */
    public boolean sliceOfOne() {
        return sliceOfOne
                || workGroupVariant != null && workGroupVariant.threads() > 1 && workGroupVariant.items() == 1;
    }

    /**
     * Makes a stage that runs this kernel.
     *
     * @param items number of items, 0 or more
     * @param arguments arrays and boxed scalars, in the kernel's order
     * @return the stage
     * @throws IllegalArgumentException if items is negative, or if number or types of the arguments do not match the kernel
     */
    public Stage stage(int items, Object... arguments) {
        return new Stage(this, items, List.of(arguments));
    }

    /**
     * Runs the plain loop on this thread.
     *
     * @param begin first item
     * @param end the item after the last one
     * @param arguments the loop's arguments after {@code begin} and {@code end}
     */
    public void runLoop(int begin, int end, List<Object> arguments) {
        new Kernel(name, loop, loop, workGroupVariant, check, sliceOfOne, provenWithScalars)
                .runJvmLoop(begin, end, arguments);
    }

    /**
     * Runs the loop for the JVM on this thread.
     *
     * @param begin first item
     * @param end the item after the last one
     * @param arguments the loop's arguments after {@code begin} and {@code end}
     */
    public void runJvmLoop(int begin, int end, List<Object> arguments) {
        new Stage(this, end, arguments).run(begin, end);
    }

    /** Refuses arguments whose number or types do not match the loop. */
    void checkArguments(List<Object> arguments) {
        Class<?>[] types = loop.getParameterTypes();
        if (arguments.size() != types.length - LEADING) {
            throw new IllegalArgumentException(
                    "kernel " + name + " needs " + (types.length - LEADING) + " arguments: given=" + arguments.size());
        }
        for (int i = 0; i < arguments.size(); i++) {
            Class<?> type = types[i + LEADING];
            Class<?> given = arguments.get(i).getClass();
            if (given != type && given != BOXES.get(type)) {
                throw new IllegalArgumentException("argument " + i + " of kernel " + name + " must be of type "
                        + type.getSimpleName() + ": " + loop.getParameters()[i + LEADING].getName() + "="
                        + given.getSimpleName());
            }
        }
    }

    private static Method onlyLoop(Class<?> owner) {
        return only(
                owner,
                "",
                Arrays.stream(owner.getDeclaredMethods()).filter(Kernel::isLoop).toList());
    }

    private static Method loop(Class<?> owner, String method) {
        return only(
                owner,
                " " + method,
                Arrays.stream(owner.getDeclaredMethods())
                        .filter(candidate ->
                                isLoop(candidate) && candidate.getName().equals(method))
                        .toList());
    }

    private static Method only(Class<?> owner, String named, List<Method> loops) {
        if (loops.size() != 1) {
            throw new IllegalArgumentException(owner.getName() + " must have one public static void method" + named
                    + "(int begin, int end, …): found="
                    + loops.stream().map(Method::getName).toList());
        }
        return loops.get(0);
    }

    private static boolean isLoop(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return Modifier.isPublic(method.getModifiers())
                && Modifier.isStatic(method.getModifiers())
                && method.getReturnType() == void.class
                && types.length >= LEADING
                && types[0] == int.class
                && types[1] == int.class;
    }

    /** Splits a name in camel case into words: {@code row-scan} from RowScan. */
    private static String words(String camelCase) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < camelCase.length(); i++) {
            char letter = camelCase.charAt(i);
            if (Character.isUpperCase(letter) && i > 0) {
                words.append('-');
            }
            words.append(Character.toLowerCase(letter));
        }
        return words.toString();
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * One call of a kernel in a self-check.
     *
     * @param items number of items
     * @param arguments the kernel's arguments, arrays and boxed scalars
     * @param outputs the arguments that the kernel writes, which are compared bit by bit
     */
    public record Invocation(int items, List<Object> arguments, List<Object> outputs) {

        /** Copies the lists. */
        public Invocation {
            arguments = List.copyOf(arguments);
            outputs = List.copyOf(outputs);
        }

        /**
         * Begins a call without arguments.
         *
         * @param items number of items
         * @return the call
         */
        public static Invocation of(int items) {
            return new Invocation(items, List.of(), List.of());
        }

        /**
         * Returns this call with more arguments that the kernel only reads.
         *
         * @param more arrays and boxed scalars, in the kernel's order
         * @return a new call
         */
        public Invocation in(Object... more) {
            return new Invocation(items, joined(arguments, more), outputs);
        }

        /**
         * Returns this call with more arguments that the kernel writes.
         *
         * @param more arrays, in the kernel's order
         * @return a new call
         */
        public Invocation out(Object... more) {
            return new Invocation(items, joined(arguments, more), joined(outputs, more));
        }

        private static List<Object> joined(List<Object> first, Object... more) {
            return Stream.concat(first.stream(), Stream.of(more)).toList();
        }
    }

    /**
     * The variant of a kernel for the work-groups of a device: a {@code public static void} method whose parameters are a
     * TornadoVM {@code KernelContext}, the {@code int} number of items, and the kernel's own arguments.
     *
     * <p>The record holds the class and does not resolve the method, because the type of its first parameter is absent without
     * TornadoVM.
     *
     * @param owner the class
     * @param method name of the method; empty if the class has only one public method
     * @param threads size of the work-group; 1 for the size in the settings
     * @param items consecutive items of a work-group; for the size in the settings, of a thread
     */
    public record WorkGroupVariant(Class<?> owner, String method, int threads, int items) {

        private static final int MAX_THREADS = 1024;

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if threads is not a power of two in 1..1024, or if items is less than 1
         */
        public WorkGroupVariant {
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(method, "method");
            if (threads < 1 || threads > MAX_THREADS || Integer.bitCount(threads) != 1) {
                throw new IllegalArgumentException(
                        "threads of a work-group must be a power of two in 1..1024: threads=" + threads);
            }
            if (items < 1) {
                throw new IllegalArgumentException("items must be 1 or more: items=" + items);
            }
        }

        /**
         * Makes a variant in which a whole work-group handles an item.
         *
         * @param owner the class, with one public method
         * @param threads size of the work-group, a power of two in 2..1024
         * @return the variant
         */
        public static WorkGroupVariant groupPerItem(Class<?> owner, int threads) {
            return new WorkGroupVariant(owner, "", threads, 1);
        }

        /**
         * Makes a variant in which each thread handles an item, in work-groups of a size of its own.
         *
         * @param owner the class, with one public method
         * @param threads size of the work-group, a power of two in 2..1024
         * @return the variant
         */
        public static WorkGroupVariant threadPerItem(Class<?> owner, int threads) {
            return new WorkGroupVariant(owner, "", threads, threads);
        }

        /**
         * Makes a variant in which each thread handles several consecutive items, in work-groups of the size in the settings.
         *
         * @param owner the class, with one public method
         * @param items items per thread
         * @return the variant
         */
        public static WorkGroupVariant itemsPerThread(Class<?> owner, int items) {
            return new WorkGroupVariant(owner, "", 1, items);
        }
    }
}
