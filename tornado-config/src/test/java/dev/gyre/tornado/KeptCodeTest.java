package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gyre.engine.canary.SmallInput;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.KernelCheck;
import dev.gyre.engine.verify.Shape;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** Code that TornadoVM generated: it can be read, kept, and used again. */
@OnTornadoVm
@Timeout(300)
class KeptCodeTest {

    private static final int ITEMS = 700;

    @TempDir
    private Path folder;

    private BackendSettings settings() {
        return new BackendSettings(64, Optional.of(folder));
    }

    /** Runs a phase with a plain kernel and one for work-groups, and a phase that continues with its results. */
    private static int[] run(Backend backend, int items, List<Timing> timings) {
        int[] in = IntStream.range(0, items).toArray();
        int[] factor = {3};
        int[] out = new int[items];
        int[] sums = new int[items];
        Program program = Program.of(
                "kept",
                Phase.named("first")
                        .upload(in, factor, sums)
                        .stage(DeviceKernels.SCALE.stage(items, in, factor, out))
                        .stage(DeviceKernels.GROUPED.stage(items, out, sums))
                        .download(out)
                        .build(),
                Phase.named("second")
                        .stage(DeviceKernels.ADD.stage(items, in, sums))
                        .build(),
                Phase.named("fetch").download(sums).build());
        try (Execution execution = backend.prepare(program)) {
            for (int i = 0; i < 4; i++) {
                execution.run("first", Progress.NONE);
                execution.run("second", Progress.NONE);
                execution.run("fetch", Progress.NONE);
                timings.add(execution.timing());
            }
        }
        int[] expected = IntStream.range(0, items).map(i -> 4 * 4 * i).toArray();
        assertArrayEquals(expected, sums);
        assertArrayEquals(IntStream.range(0, items).map(i -> 3 * i).toArray(), out);
        return sums;
    }

    private List<String> entries(String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(end))
                    .sorted()
                    .toList();
        }
    }

    /** Guards the calls that read the text from TornadoVM: without them nothing would be kept, silently. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldKeepTheCodeOfEveryStageAndCompileNoneTwice(Device device) throws IOException {
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
        }
        List<String> code = entries(".code");
        // One for each of the three kernels, for canary and program.
        assertEquals(3, code.size());
        assertEquals(3, entries(".proven").size());
        Map<String, Object> before = times();
        List<Timing> timings = new ArrayList<>();
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, timings);
        }
        assertEquals(code, entries(".code"));
        assertEquals(before, times(), "an entry was written again, so compiled again");
        for (Timing timing : timings) {
            assertEquals(timings.get(0).compileNanos(), timing.compileNanos());
        }
    }

    private int[] runOnce(Backend backend, Stage stage, int[] in, int[] out) {
        Program program = Program.of(
                "once",
                Phase.named("only").upload(in).stage(stage).download(out).build());
        try (Execution execution = backend.prepare(program)) {
            execution.run("only", Progress.NONE);
        }
        return out;
    }

    /** The number of items is not in the code: programs of other sizes run the same code. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldCompileNothingForOtherSizes(Device device) throws IOException {
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
            Map<String, Object> before = times();
            for (int items : new int[] {1, 63, 64, 65, 1000, 4097}) {
                run(backend, items, new ArrayList<>());
            }
            assertEquals(before, times());
        }
    }

    /** Scalars are in the code, so each scalar has its own code. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldCompileOnceForEachScalar(Device device) throws IOException {
        int[] in = IntStream.range(0, ITEMS).toArray();
        try (Backend backend = TornadoVm.open(device, settings())) {
            for (int factor : new int[] {3, 5, 3}) {
                int[] out = new int[ITEMS];
                Stage stage = DeviceKernels.SCALE_BY.stage(ITEMS, in, factor, out);
                assertArrayEquals(
                        IntStream.of(in).map(value -> factor * value).toArray(), runOnce(backend, stage, in, out));
            }
        }
        assertEquals(2, entries(".code").size());
    }

    /** If a kernel asks for the length of an array, the length is in the code, and in its key. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldCompileForEachLengthThatAKernelAsksFor(Device device) throws IOException {
        try (Backend backend = TornadoVm.open(device, settings())) {
            for (int length : new int[] {500, 501}) {
                int[] in = IntStream.range(0, length).toArray();
                int[] out = new int[length];
                Stage stage = ReversalKernel.REVERSE.stage(length, in, out);
                assertArrayEquals(
                        IntStream.range(0, length).map(i -> length - 1 - i).toArray(),
                        runOnce(backend, stage, in, out));
            }
        }
        // One more is that of the canary.
        assertEquals(3, entries(".code").size());
        assertEquals(1, entries(".proven").size());
    }

    /** Sizes that the keys leave out must not be in the code: two cases of different sizes have the same code if they have the same key. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldGenerateTheSameCodeForAllSizes(Device device) {
        DeviceCode small = new DeviceCode(device, TornadoDevices.tornadoDevice(device), "test", settings());
        DeviceCode large = new DeviceCode(
                device,
                TornadoDevices.tornadoDevice(device),
                "test",
                new BackendSettings(64, Optional.of(folder.resolve("large"))));
        List<Stage> smallStages = new ArrayList<>();
        List<Stage> largeStages = new ArrayList<>();
        Map<List<Object>, Stage> larger = new HashMap<>();
        for (Stage stage : KernelCheck.stages(SmallInput.of(List.of()))) {
            larger.putIfAbsent(List.of(stage.kernel(), stage.scalars()), stage);
        }
        Set<Kernel> kernels = new HashSet<>();
        for (Stage stage : KernelCheck.stages(new SmallInput(Shape.UNIFORM::rows, 40, 3, 0, 1))) {
            Stage other = larger.get(List.of(stage.kernel(), stage.scalars()));
            if (other != null && kernels.add(stage.kernel())) {
                smallStages.add(stage);
                largeStages.add(other);
            }
        }
        Map<Stage, String> smallCode = small.code(smallStages).orElseThrow();
        Map<Stage, String> largeCode = large.code(largeStages).orElseThrow();
        int same = 0;
        for (int i = 0; i < smallStages.size(); i++) {
            Stage stage = smallStages.get(i);
            if (small.key(stage).equals(large.key(largeStages.get(i)))) {
                same++;
                assertEquals(
                        smallCode.get(stage), largeCode.get(largeStages.get(i)), () -> "code of " + stage.kernel());
            }
        }
        assertTrue(same > kernels.size() * 3 / 4 && same > 60, "kernels with the same key: " + same);
    }

    /** Guards the calls by which drivers compile ahead; PTX has none, and only CUDA uses them. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldHaveTheDriverCompileAheadWhatItHasNotSeen(Device device) throws NoSuchMethodException {
        assumeFalse(device.backend().equals("ptx"));
        TornadoDevice tornadoDevice = TornadoDevices.tornadoDevice(device);
        DeviceCode code = new DeviceCode(device, tornadoDevice, "test", settings());
        List<Stage> stages = List.of(
                DeviceKernels.SCALE.stage(9, new int[9], new int[1], new int[9]),
                DeviceKernels.ADD.stage(9, new int[9], new int[9]),
                DeviceKernels.ADD.stage(8, new int[8], new int[8]),
                DeviceKernels.GROUPED.stage(9, new int[9], new int[9]));
        List<String> texts = List.copyOf(code.code(stages).orElseThrow().values());
        DriverBuilds builds = new DriverBuilds(
                tornadoDevice.getDeviceContext(),
                TornadoThread.of(device),
                Optional.empty(),
                Optional.empty(),
                missing -> {});
        assertEquals(3, builds.build(texts, Optional.empty()));
        assertEquals(0, builds.build(texts, Optional.empty()));
    }

    private Map<String, Object> times() throws IOException {
        Map<String, Object> times = new TreeMap<>();
        for (String name : entries("")) {
            times.put(name, Files.getAttribute(folder.resolve(name), "unix:ctime"));
        }
        return times;
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldBeRightWhereEntriesAreDamaged(Device device) throws IOException {
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
        }
        List<String> all = entries("");
        for (int i = 0; i < all.size(); i++) {
            Path file = folder.resolve(all.get(i));
            byte[] content = Files.readAllBytes(file);
            content[content.length / 2] ^= 4;
            Files.write(file, i % 2 == 0 ? content : Arrays.copyOf(content, content.length / 2));
            try (Backend backend = TornadoVm.open(device, settings())) {
                run(backend, ITEMS, new ArrayList<>());
            }
        }
    }

    /** Code that is whole but does nothing, as if TornadoVM looked for another name, does not pass the canary. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldCompileWhereKeptCodeIsWrong(Device device) throws IOException {
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
        }
        KernelCache cache = new KernelCache(folder);
        for (String name : entries(".code")) {
            String key = name.substring(0, name.length() - ".code".length());
            String code = cache.code(key).orElseThrow();
            String nothing = device.backend().equals("ptx") ? "{\nret;\n}\n" : "{\n}\n";
            cache.keep(key, code.substring(0, code.indexOf('{')) + nothing);
        }
        for (String name : entries(".proven")) {
            Files.delete(folder.resolve(name));
        }
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldServeSeveralThreadsAndBackendsWithOneDirectory(Device device) {
        List<CompletableFuture<Void>> all = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    try (Backend backend = TornadoVm.open(device, settings())) {
                        for (int round = 0; round < 3; round++) {
                            run(backend, 500 + 100 * (round + thread % 2), new ArrayList<>());
                        }
                    }
                }))
                .toList();
        all.forEach(CompletableFuture::join);
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldLeaveNoTemporaryFiles(Device device) throws IOException {
        DeviceCode target = new DeviceCode(
                device, TornadoDevices.tornadoDevice(device), "test", settings(), InsideTest.withoutLaunches(device));
        Stage stage = DeviceKernels.ADD.stage(10, new int[10], new int[10]);
        long before = temporaryFiles();
        Phase phase = Phase.named("never run").stage(stage).build();
        Program program = Program.of("closed", phase);
        Execution execution = new TornadoVmExecution(
                program, Map.of(phase, List.of(stage)), Map.of(stage, "no code"), device, target, StagedArrays.NONE, 0);
        assertEquals(before + 1, temporaryFiles());
        assertFalse(target.code(List.of()).isEmpty());
        execution.close();
        assertEquals(before, temporaryFiles());
    }

    private static long temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(DeviceCode.FILES))
                    .count();
        }
    }

    /** A device whose calls from a method of TornadoVM's plans fail. */
    private static TornadoDevice failing(Device device, String within, Throwable failure) {
        TornadoDevice real = TornadoDevices.tornadoDevice(device);
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> each = real.getClass(); each != null; each = each.getSuperclass()) {
            interfaces.addAll(List.of(each.getInterfaces()));
        }
        return (TornadoDevice) Proxy.newProxyInstance(
                real.getClass().getClassLoader(), interfaces.toArray(Class<?>[]::new), (proxy, method, arguments) -> {
                    if (StackWalker.getInstance()
                            .walk(calls ->
                                    calls.anyMatch(call -> call.getMethodName().equals(within)))) {
                        throw failure;
                    }
                    return method.invoke(real, arguments);
                });
    }

    private static List<String> filesOfThisProcess() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(DeviceCode.FILES))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldLeaveNoFilesWhereNoPlanCanBeMade(Device device) throws IOException {
        TornadoDevice right = TornadoDevices.tornadoDevice(device);
        try (Backend backend = new TornadoVmBackend(device, right, settings(), InsideTest.withoutLaunches(device))) {
            run(backend, ITEMS, new ArrayList<>());
        }
        assertEquals(List.of(), filesOfThisProcess());
        TornadoDevice broken = failing(device, "withDevice", new IllegalStateException("no such device"));
        try (Backend backend = new TornadoVmBackend(
                device,
                broken,
                settings(),
                InsideTest.withoutLaunches(device),
                new Staging(device, Optional.empty(), 0))) {
            DeviceException failure = assertThrows(DeviceException.class, () -> run(backend, ITEMS, new ArrayList<>()));
            assertTrue(
                    failure.getMessage().startsWith("cannot prepare for the device: program=kept"), failure::toString);
        }
        assertEquals(List.of(), filesOfThisProcess());
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldNotBlameTheDeviceForAFullHeap(Device device) {
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
        }
        OutOfMemoryError full = new OutOfMemoryError("a test");
        TornadoDevice broken = failing(device, "withDevice", full);
        try (Backend backend = new TornadoVmBackend(
                device,
                broken,
                settings(),
                InsideTest.withoutLaunches(device),
                new Staging(device, Optional.empty(), 0))) {
            assertSame(full, assertThrows(OutOfMemoryError.class, () -> run(backend, ITEMS, new ArrayList<>())));
        }
    }
}
