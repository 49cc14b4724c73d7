package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * What Gyre uses of TornadoVM's inside for a device: public methods of its drivers that its API does not have, and that another version
 * may not have. Each part is looked up once. Where it is missing, Gyre runs without it, and {@code gyre devices} says what that costs.
 *
 * <p>{@link CudaPlatforms} is the one part for all devices at once: without it, only the first GPU is listed.
 *
 * <p>Safe for use by several threads.
 */
final class Inside {

    private static final Map<String, Inside> DEVICES = new ConcurrentHashMap<>();

    /** A part, and what it costs to do without it. */
    enum Part {
        KEPT_CODE("kept code", "each process compiles its kernels again, so its first calls are slower"),
        LAUNCHES("launches of its own", "each kernel of a call is a task graph, and costs the host 0.08 ms"),
        DRIVER_BUILDS("builds ahead", "the driver compiles the kernels of a first call one by one"),
        MACHINE_CODE(
                "machine code of earlier processes",
                "the driver compiles kept code again in each process, which takes some tenths of a second; start Java with "
                        + MachineCode.OPENS),
        PINNED_INPUTS("pinned inputs", "large inputs are copied from the heap, five times as slowly"),
        PROFILER("the profiler's switch", "reports count copies as computing");

        private final String title;
        private final String cost;

        Part(String title, String cost) {
            this.title = title;
            this.cost = cost;
        }
    }

    /**
     * The classes that have the parts.
     *
     * @param graphs has {@code prebuiltTask(String, String, String, accessors)}
     * @param accessors the roles of the arguments of such a task
     * @param options has the static field {@code TORNADO_PROFILER} and the flags of the driver's compiler
     * @param arrays begins the names of the arrays outside the heap
     */
    record Names(String graphs, String accessors, String options, String arrays) {

        static final Names OF_TORNADOVM = new Names(
                "uk.ac.manchester.tornado.api.TaskGraph",
                "uk.ac.manchester.tornado.api.AccessorParameters",
                "uk.ac.manchester.tornado.runtime.common.TornadoOptions",
                StagedArrays.ARRAYS);
    }

    private final Device device;
    private final Map<Part, String> missing = Collections.synchronizedMap(new TreeMap<>());
    private final KernelText text;
    private final Object context;
    private final Method reader;
    private final Optional<PinnedMemory.Driver> pinning;
    private final Optional<DriverCalls> calls;
    private final Optional<DriverBuilds> builds;
    private final Field profiler;

    /** Finds a part. */
    private interface Look<T> {
        T find() throws ReflectiveOperationException;
    }

    /**
     * Looks for the parts.
     *
     * @param context returns the device's context, whose methods are called
     */
    Inside(Device device, Supplier<Object> context, Names names) {
        this.device = device;
        this.text = KernelText.of(device.backend());
        Object found;
        try {
            found = context.get();
        } catch (RuntimeException | LinkageError e) {
            found = new Object();
        }
        Object from = found;
        this.context = from;
        this.reader = look(Part.KEPT_CODE, () -> reader(from, names)).orElse(null);
        this.pinning = look(Part.PINNED_INPUTS, () -> pinning(from, names)).flatMap(driver -> driver);
        this.calls = calls(from, names);
        // Not for others: OpenCL's drivers keep compiled code on disk, and PTX has the name of the task in the text.
        this.builds = device.backend().equals("cuda") ? builds(from) : Optional.empty();
        this.profiler = look(Part.PROFILER, () -> profiler(names)).orElse(null);
    }

    /** Returns the inside of a device, looked up at its first use: that may make the device's buffers. */
    static Inside of(Device device, TornadoDevice tornadoDevice) {
        return DEVICES.computeIfAbsent(
                device.id(),
                id -> TornadoThread.of(device)
                        .alone(() -> new Inside(device, tornadoDevice::getDeviceContext, Names.OF_TORNADOVM)));
    }

    private <T> Optional<T> look(Part part, Look<T> look) {
        try {
            return Optional.of(look.find());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            miss(part, e);
            return Optional.empty();
        }
    }

    private Method reader(Object from, Names names) throws ReflectiveOperationException {
        Class<?> accessors = Class.forName(names.accessors());
        Class.forName(names.graphs()).getMethod("prebuiltTask", String.class, String.class, String.class, accessors);
        return text.reader(from.getClass());
    }

    private Optional<DriverCalls> calls(Object from, Names names) {
        if (device.backend().equals("ptx")) { // PTX only
            return Optional.empty(); // PTX only
        } // PTX only
        String flags = "DEFAULT_" + device.backend().toUpperCase(Locale.ROOT) + "_COMPILER_FLAGS";
        return look(
                Part.LAUNCHES,
                () -> new DriverCalls(
                        from,
                        (String) Class.forName(names.options()).getField(flags).get(null),
                        () -> pinning.isPresent()
                                ? SmallCopies.of(new PinnedMemory(pinning.get()))
                                : Optional.empty()));
    }

    private Optional<DriverBuilds> builds(Object from) {
        Optional<MachineCode> machineCode = look(Part.MACHINE_CODE, () -> new MachineCode(from));
        return look(
                Part.DRIVER_BUILDS,
                () -> new DriverBuilds(
                        from, TornadoThread.of(device), calls, machineCode, e -> miss(Part.DRIVER_BUILDS, e)));
    }

    private Optional<PinnedMemory.Driver> pinning(Object from, Names names) throws ReflectiveOperationException {
        Optional<PinnedMemory.Driver> driver = PinnedMemory.driver(device.backend(), from);
        if (driver.isPresent()) {
            StagedArrays.checkArrays(names.arrays());
        }
        return driver;
    }

    private static Field profiler(Names names) throws ReflectiveOperationException {
        Field field = Class.forName(names.options()).getField("TORNADO_PROFILER");
        if (field.getType() != boolean.class
                || !Modifier.isStatic(field.getModifiers())
                || Modifier.isFinal(field.getModifiers())) {
            throw new NoSuchFieldException("TORNADO_PROFILER is no static variable of type boolean");
        }
        return field;
    }

    private void miss(Part part, Throwable why) {
        missing.putIfAbsent(part, why.toString());
    }

    boolean has(Part part) {
        return !missing.containsKey(part);
    }

    /** Returns the parts that are missing, a line each, with the reason and what it costs. */
    List<String> missing() {
        List<String> lines = new ArrayList<>();
        synchronized (missing) {
            missing.forEach((part, why) ->
                    lines.add(device.id() + " runs without " + part.title + ": " + part.cost + " (" + why + ")"));
        }
        return lines;
    }

    /** How kernels of this device are named and given back. */
    KernelText text() {
        return text;
    }

    /** Returns the code that the device has installed for a task of a plan, in the form that is kept, if it can be read. */
    Optional<String> generated(long plan, DeviceCode.Task task) {
        if (!has(Part.KEPT_CODE)) {
            return Optional.empty();
        }
        try {
            Object installed = reader.invoke(context, text.key(plan, task));
            if (installed == null) {
                return Optional.empty();
            }
            Object source =
                    installed.getClass().getMethod("getGeneratedSourceCode").invoke(installed);
            return text.portable((String) source, task);
        } catch (InvocationTargetException e) {
            // The method is there, and has no code for this task.
            return Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            miss(Part.KEPT_CODE, e);
            return Optional.empty();
        }
    }

    /** Returns the calls that run kept code without task graphs, if the device has them. */
    Optional<DriverCalls> calls() {
        return calls;
    }

    /** Returns the calls that pin memory, if the device has them and gains by them. */
    Optional<PinnedMemory.Driver> pinning() {
        return pinning;
    }

    /** Returns what compiles texts ahead, if the device gains by it. */
    Optional<DriverBuilds> builds() {
        return has(Part.DRIVER_BUILDS) ? builds : Optional.empty();
    }

    /**
     * Switches TornadoVM's profiler off again. After a profiled run it stays on for all plans. Then the next copy of a plan that ran
     * without the profiler would print a line on standard output.
     */
    void profilerOff() {
        try {
            profiler.setBoolean(null, false);
        } catch (IllegalAccessException e) {
            miss(Part.PROFILER, e);
        }
    }
}
