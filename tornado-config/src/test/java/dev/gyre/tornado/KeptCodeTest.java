package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that TornadoVM generated: whether it can be had, kept, and used again. */
@OnTornadoVm
@Timeout(300)
class KeptCodeTest {

    private static final int ITEMS = 700;

    @TempDir
    private Path folder;

    private BackendSettings settings() {
        return new BackendSettings(64, Optional.of(folder));
    }

    /** A phase of a plain kernel and one of work-groups, and a phase that goes on with what the first has left. */
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

    /** Guards the way in which the text is had from TornadoVM: without it nothing would be kept, and nobody told. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldKeepTheCodeOfEveryStageAndCompileNoneTwice(Device device) throws IOException {
        try (Backend backend = TornadoVm.open(device, settings())) {
            run(backend, ITEMS, new ArrayList<>());
        }
        List<String> code = entries(".code");
        // Of each of the three kernels one of the canary and one of the program.
        assertEquals(6, code.size());
        assertEquals(6, entries(".proven").size());
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

    /** Code that is whole but does nothing, as where TornadoVM looks for another name, does not pass the canary. */
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
        DeviceCode target = new DeviceCode(device, TornadoDevices.tornadoDevice(device), "test", settings());
        Stage stage = DeviceKernels.ADD.stage(10, new int[10], new int[10]);
        long before = temporaryFiles();
        Phase phase = Phase.named("never run").stage(stage).build();
        Program program = Program.of("closed", phase);
        Execution execution = new TornadoVmExecution(
                program, Map.of(phase, List.of(stage)), Map.of(stage, "no code"), device, target, 0);
        assertEquals(before + 1, temporaryFiles());
        assertFalse(target.kept(List.of(stage)).isPresent());
        execution.close();
        assertEquals(before, temporaryFiles());
    }

    private static long temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("gyre-kernel-"))
                    .count();
        }
    }
}
