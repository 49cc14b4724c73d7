package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Insides of TornadoVM that lack what Gyre uses: classes with some of its methods. */
@Timeout(300)
class InsideTest {

    private static final String HERE = "dev.gyre.tornado.InsideTest$";

    /** All classes have what they should. */
    private static final Inside.Names NAMES =
            new Inside.Names(HERE + "Graphs", HERE + "Accessors", HERE + "Options", HERE);

    private static final DeviceCode.Task TASK =
            DeviceCode.Task.of("g", "t", DeviceKernels.ADD.stage(3, new int[3], new int[3]), 64, StagedArrays.NONE);

    /** As TornadoVM's {@code AccessorParameters}. */
    public static final class Accessors {}

    /** As {@code TaskGraph}. */
    public static final class Graphs {
        public Graphs prebuiltTask(String id, String entry, String file, Accessors accessors) {
            return this;
        }
    }

    /** Has a task of another kind. */
    public static final class OtherGraphs {
        public OtherGraphs prebuiltTask(String id, String entry, String file) {
            return this;
        }
    }

    /** As {@code TornadoOptions}. */
    public static final class Options {
        public static boolean TORNADO_PROFILER = true;
        public static final String DEFAULT_OPENCL_COMPILER_FLAGS = "-w";
        public static final String DEFAULT_CUDA_COMPILER_FLAGS = "";

        private Options() {}
    }

    /** Has no flags. */
    public static final class OptionsWithoutFlags {
        public static boolean TORNADO_PROFILER = true;

        private OptionsWithoutFlags() {}
    }

    /** Cannot be changed. */
    public static final class FinalOptions {
        public static final boolean TORNADO_PROFILER = Boolean.parseBoolean("true");

        private FinalOptions() {}
    }

    /** As {@code TornadoNativeArray}. */
    public static final class TornadoNativeArray {
        public static final long ARRAY_HEADER = 16;

        private TornadoNativeArray() {}
    }

    /** As the code that a device has installed. */
    public record Installed(String getGeneratedSourceCode) {}

    /** As code in another form. */
    public record OtherInstalled(byte[] getGeneratedSourceCode) {}

    /** As a context that only tells what is installed. */
    public static class Context {
        private final Object installed;

        public Context(Object installed) {
            this.installed = installed;
        }

        public Object getInstalledCode(long plan, String task, String entry) {
            assertEquals("g.t", task);
            assertEquals(TASK.method(), entry);
            return installed;
        }
    }

    /** As a context of OpenCL. */
    public static class OpenCl extends FakeDriver {
        private final Context context;

        public OpenCl(Object installed) {
            this.context = new Context(installed);
        }

        public Object getInstalledCode(long plan, String task, String entry) {
            return context.getInstalledCode(plan, task, entry);
        }
    }

    /** As a context of CUDA. */
    public static final class Cuda extends OpenCl {
        public Cuda() {
            super(null);
        }

        public Cuda getPlatformContext() {
            return this;
        }

        public int registerPinnedMemory(long address, long bytes) {
            return 0;
        }

        public int unregisterPinnedMemory(long address) {
            return 0;
        }
    }

    /** As a context of CUDA whose programs have no methods. */
    public static final class OtherPrograms extends Context {
        public OtherPrograms() {
            super(null);
        }

        public Object createProgramWithSource(byte[] source, long[] lengths) {
            return new Object();
        }
    }

    /** As a context of CUDA whose driver neither pins nor compiles. */
    public static final class OtherCuda extends Context {
        public OtherCuda() {
            super(null);
        }

        public Object getPlatformContext() {
            return this;
        }
    }

    /** As a context of PTX. */
    public static final class Ptx {
        public Object getInstalledCode(long plan, String entry) {
            return new Installed(".version 8\n.address_size 64\n.visible .entry " + entry + "(\n{\nret;\n}\n");
        }

        public Ptx getDevice() {
            return this;
        }

        public Ptx getPTXContext() {
            return this;
        }

        public boolean registerHostMemory(long address, long bytes) {
            return true;
        }

        public boolean unregisterHostMemory(long address) {
            return true;
        }
    }

    /** As a context of OpenCL or CUDA, in front of the real one, that only tells what is installed. */
    public static final class OnlyCode {
        private final Object real;

        private OnlyCode(Object real) {
            this.real = real;
        }

        public Object getInstalledCode(long plan, String task, String entry) throws ReflectiveOperationException {
            return real.getClass()
                    .getMethod("getInstalledCode", long.class, String.class, String.class)
                    .invoke(real, plan, task, entry);
        }
    }

    @TempDir
    private Path folder;

    /** The inside of a real device that runs kept code in task graphs. */
    static Inside withoutLaunches(Device device) {
        return device.backend().equals("ptx")
                ? Inside.of(device, TornadoDevices.tornadoDevice(device))
                : new Inside(device, () -> new OnlyCode(context(device)), Inside.Names.OF_TORNADOVM);
    }

    private static Inside inside(String backend, Object context, Inside.Names names) {
        // An index that no device has: its thread is not theirs.
        Device device = new Device(backend, 99, "test", Device.Type.GPU, 1, 1);
        Supplier<Object> supplier = () -> {
            if (context instanceof LinkageError error) {
                throw error;
            }
            return context;
        };
        return new Inside(device, supplier, names);
    }

    @Test
    void shouldMissNothingOnOpenCl() {
        Inside inside = inside("opencl", new OpenCl(new Installed("void " + TASK.method() + "(…) {}")), NAMES);
        assertEquals(List.of(), inside.missing());
        assertEquals(Optional.of("void " + TASK.method() + "(…) {}"), inside.generated(1, TASK));
        assertEquals(Optional.empty(), inside.pinning());
        assertEquals(Optional.empty(), inside.builds().map(Object::toString));
        inside.profilerOff();
        assertFalse(Options.TORNADO_PROFILER);
    }

    @Test
    void shouldKeepNoCodeOfAnotherName() {
        Inside inside = inside("opencl", new OpenCl(new Installed("void other(…) {}")), NAMES);
        assertEquals(Optional.empty(), inside.generated(1, TASK));
        assertTrue(inside.has(Inside.Part.KEPT_CODE));
        inside = inside("opencl", new OpenCl(null), NAMES);
        assertEquals(Optional.empty(), inside.generated(1, TASK));
        assertTrue(inside.has(Inside.Part.KEPT_CODE));
    }

    @Test
    void shouldDoWithoutKeptCodeWhereTheContextHasNone() {
        Inside inside = inside("opencl", new FakeDriver(), NAMES);
        assertEquals(Optional.empty(), inside.generated(1, TASK));
        assertEquals(
                List.of(
                        "opencl:99 runs without kept code: each process compiles its kernels again, so its first calls are slower "
                                + "(java.lang.NoSuchMethodException: dev.gyre.tornado.FakeDriver.getInstalledCode(long,java.lang.String,java.lang.String))"),
                inside.missing());
    }

    /** What is installed shows only when there is something. */
    @Test
    void shouldDoWithoutKeptCodeFromTheFirstReadOnThatFails() {
        for (Object installed : List.of(new Object(), new OtherInstalled(new byte[0]))) {
            Inside inside = inside("opencl", new OpenCl(installed), NAMES);
            assertTrue(inside.has(Inside.Part.KEPT_CODE));
            assertEquals(Optional.empty(), inside.generated(1, TASK));
            assertFalse(inside.has(Inside.Part.KEPT_CODE));
            assertEquals(1, inside.missing().size());
            assertEquals(Optional.empty(), inside.generated(1, TASK));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {HERE + "OtherGraphs", HERE + "Absent"})
    void shouldDoWithoutKeptCodeWhereItCannotBeGivenBack(String graphs) {
        OpenCl context = new OpenCl(new Installed(TASK.method() + "("));
        Inside inside =
                inside("opencl", context, new Inside.Names(graphs, NAMES.accessors(), NAMES.options(), NAMES.arrays()));
        assertFalse(inside.has(Inside.Part.KEPT_CODE));
        assertEquals(Optional.empty(), inside.generated(1, TASK));
        inside = inside(
                "opencl", context, new Inside.Names(NAMES.graphs(), HERE + "Absent", NAMES.options(), NAMES.arrays()));
        assertFalse(inside.has(Inside.Part.KEPT_CODE));
    }

    @ParameterizedTest
    @ValueSource(strings = {HERE + "FinalOptions", HERE + "Accessors", HERE + "Absent"})
    void shouldDoWithoutAProfilerThatCannotBeSwitchedOff(String options) {
        Inside inside = inside(
                "opencl",
                new OpenCl(null),
                new Inside.Names(NAMES.graphs(), NAMES.accessors(), options, NAMES.arrays()));
        assertFalse(inside.has(Inside.Part.PROFILER));
        assertTrue(inside.missing().getLast().startsWith("opencl:99 runs without the profiler's switch: "));
    }

    @Test
    void shouldDoWithoutLaunchesOfItsOwn() {
        Context context = new Context(new Installed(TASK.method() + "("));
        Inside inside = inside("opencl", context, NAMES);
        assertEquals(Optional.empty(), inside.calls().map(Object::toString));
        assertTrue(inside.has(Inside.Part.KEPT_CODE));
        assertEquals(1, inside.missing().size());
        assertTrue(inside.missing().get(0).startsWith("opencl:99 runs without launches of its own: "));
        Inside.Names names =
                new Inside.Names(NAMES.graphs(), NAMES.accessors(), HERE + "OptionsWithoutFlags", NAMES.arrays());
        assertFalse(inside("opencl", new OpenCl(null), names).has(Inside.Part.LAUNCHES));
        assertTrue(inside("opencl", new OpenCl(null), NAMES).calls().isPresent());
    }

    @Test
    void shouldDoWithoutPinnedInputsAndBuildsAhead() {
        Inside inside = inside("cuda", new OtherCuda(), NAMES);
        assertEquals(Optional.empty(), inside.pinning());
        assertEquals(Optional.empty(), inside.builds().map(Object::toString));
        assertTrue(inside.has(Inside.Part.KEPT_CODE));
        assertEquals(4, inside.missing().size());
        assertTrue(inside.missing().get(0).startsWith("cuda:99 runs without launches of its own: "));
        assertTrue(inside.missing().get(1).startsWith("cuda:99 runs without builds ahead: "));
        assertTrue(inside.missing().get(2).startsWith("cuda:99 runs without machine code of earlier processes: "));
        assertTrue(inside.missing().get(2).contains(MachineCode.OPENS));
        assertTrue(inside.missing().get(3).startsWith("cuda:99 runs without pinned inputs: "));
    }

    /** The arrays here have a header, but no class for numbers. */
    @Test
    void shouldDoWithoutPinnedInputsWhereTornadoVmHasOtherArrays() {
        Inside inside = inside("cuda", new Cuda(), NAMES);
        assertEquals(Optional.empty(), inside.pinning());
        assertEquals(1, inside.missing().size());
        assertTrue(inside.missing().get(0).contains("IntArray"), inside.missing()::toString);
    }

    @Test
    void shouldDoWithoutBuildsAheadFromTheFirstProgramOnThatFails() {
        Inside good = inside("cuda", new Cuda(), NAMES);
        assertEquals(2, good.builds().orElseThrow().build(List.of("a", "b"), Optional.empty()));
        assertTrue(good.has(Inside.Part.DRIVER_BUILDS));
        Inside bad = inside("cuda", new OtherPrograms(), NAMES);
        assertEquals(0, bad.builds().orElseThrow().build(List.of("a", "b"), Optional.empty()));
        assertFalse(bad.has(Inside.Part.DRIVER_BUILDS));
        assertEquals(Optional.empty(), bad.builds().map(Object::toString));
    }

    /** The second device has what the first one compiled, but for machine code that it refuses, and compiles what was not kept. */
    @Test
    void shouldBringMachineCodeFromOneProcessToTheNext() throws IOException {
        KernelKeys keys = new KernelKeys("cuda:99", "cuda");
        Optional<MachineCode.Kept> kept = Optional.of(new MachineCode.Kept(new KernelCache(folder), keys));
        List<String> texts = List.of("scaleAll", "scaleBy", FakeDriver.DAMAGED);
        for (int process = 0; process < 3; process++) {
            Cuda driver = new Cuda();
            DriverBuilds builds = inside("cuda", driver, NAMES).builds().orElseThrow();
            assertEquals(3, builds.build(texts, kept));
            assertEquals(0, builds.build(texts, kept));
            assertEquals(process == 0 ? 0 : 3, driver.programsOfMachineCode);
            assertEquals(process == 0 ? 3 : 1, driver.programs);
        }
        assertEquals(
                Optional.of("llAelacs"),
                new KernelCache(folder)
                        .machineCode(keys.ofMachineCode("scaleAll", "13000"))
                        .map(code -> new String(code, StandardCharsets.US_ASCII)));
        assertEquals(Optional.empty(), new KernelCache(folder).machineCode(keys.ofMachineCode("scaleAll", "13001")));
        Cuda alone = new Cuda();
        assertEquals(
                1, inside("cuda", alone, NAMES).builds().orElseThrow().build(List.of("scaleAll"), Optional.empty()));
        assertEquals(0, alone.programsOfMachineCode);
    }

    @Test
    void shouldMissEverythingWhereADeviceHasNoContext() {
        Inside inside = inside("cuda", new NoSuchMethodError("getDeviceContext"), NAMES);
        assertEquals(5, inside.missing().size());
        assertEquals(Optional.empty(), inside.generated(1, TASK));
    }

    @Test // PTX only
    void shouldKeepTheCodeOfPtxWithoutItsNames() {
        Inside inside = inside("ptx", new Ptx(), NAMES);
        String kept = inside.generated(1, TASK).orElseThrow();
        assertEquals(".visible .entry gyre_kernel_name(\n{\nret;\n}\n", kept);
        String whole = inside.text().whole(kept, TASK);
        assertTrue(whole.matches("(?s)\\.visible \\.entry g_t_[a-z0-9_]+_0_3_int3_int3\\(.*"), whole);
        assertFalse(inside("ptx", new OpenCl(null), NAMES).has(Inside.Part.KEPT_CODE));
    }

    /** Outside of PtxText, what is for PTX alone is marked, so that it can be found and deleted in one step. */
    @Test
    void shouldMarkAllCodeThatIsForPtxAlone() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.endsWith("PtxText.java"))
                    .toList()) {
                for (String line :
                        Files.readString(file, StandardCharsets.UTF_8).split("\n")) {
                    String code = line.strip().startsWith("*") || line.strip().startsWith("/") ? "" : line;
                    assertTrue(
                            !code.toLowerCase(Locale.ROOT).contains("ptx") || code.endsWith("// PTX only"),
                            () -> file + ": " + line);
                }
            }
        }
    }

    /** On a real device, all parts are there, and programs are right without each of them. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    @OnTornadoVm
    void shouldMissNothingOfTheTornadoVmThatIsInstalled(Device device) {
        assertEquals(
                List.of(),
                Inside.of(device, TornadoDevices.tornadoDevice(device)).missing());
    }

    @ParameterizedTest
    @EnumSource(Inside.Part.class)
    @OnTornadoVm
    void shouldComputeWithoutAPart(Inside.Part part) {
        Inside.Names real = Inside.Names.OF_TORNADOVM;
        for (Device device : TornadoVm.devices()) {
            Inside.Names names = switch (part) {
                case KEPT_CODE -> new Inside.Names(HERE + "Absent", real.accessors(), real.options(), real.arrays());
                case PROFILER -> new Inside.Names(real.graphs(), real.accessors(), HERE + "Absent", real.arrays());
                case LAUNCHES -> real;
                default -> new Inside.Names(HERE + "Absent", HERE + "Absent", HERE + "Absent", HERE + "Absent");
            };
            Inside inside = part == Inside.Part.LAUNCHES
                    ? withoutLaunches(device)
                    : new Inside(
                            device, part == Inside.Part.PINNED_INPUTS ? Object::new : () -> context(device), names);
            boolean isMissed = part != Inside.Part.LAUNCHES || !device.backend().equals("ptx");
            assertEquals(isMissed, !inside.missing().isEmpty(), inside.missing()::toString);
            BackendSettings settings = new BackendSettings(64, Optional.of(folder));
            try (Backend backend =
                    new TornadoVmBackend(device, TornadoDevices.tornadoDevice(device), settings, inside)) {
                compute(backend);
            }
            assertEquals(inside.has(Inside.Part.KEPT_CODE), hasKept(), () -> "kept code without " + part);
        }
    }

    private static Object context(Device device) {
        return TornadoDevices.tornadoDevice(device).getDeviceContext();
    }

    private boolean hasKept() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".code"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compute(Backend backend) {
        int items = 500;
        int[] in = IntStream.range(0, items).toArray();
        int[] factor = {3};
        int[] out = new int[items];
        Program program = Program.of(
                "without",
                Phase.named("all")
                        .upload(in, factor)
                        .stage(DeviceKernels.SCALE.stage(items, in, factor, out))
                        .download(out)
                        .build());
        try (Execution execution = backend.prepare(program)) {
            for (int i = 0; i < 3; i++) {
                execution.run("all", Progress.NONE);
                assertArrayEquals(IntStream.range(0, items).map(n -> 3 * n).toArray(), out);
            }
            // Of the first run, what no profiler told counts as compiling.
            Timing timing = execution.timing();
            assertTrue(timing.computeNanos() > 0, timing::toString);
        }
    }
}
