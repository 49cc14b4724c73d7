package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory and its keys; needs only TornadoVM's API. */
class KernelCacheTest {

    private static final String KEY = KernelKeys.hash("a stage");
    private static final String MARK = "CACHEDIR.TAG";
    private static final String CODE = "__kernel void f(…)\n{\n}\n";

    @TempDir
    private Path folder;

    @Test
    void shouldKeepCodeAndProofs() {
        KernelCache cache = new KernelCache(folder.resolve("a").resolve("b"));
        assertEquals(Optional.empty(), cache.code(KEY));
        assertFalse(cache.isProven(KEY));
        cache.keep(KEY, CODE);
        cache.prove(KEY, "f on a device");
        KernelCache again = new KernelCache(folder.resolve("a").resolve("b"));
        assertEquals(Optional.of(CODE), again.code(KEY));
        assertTrue(again.isProven(KEY));
        assertEquals(Optional.empty(), again.code(KEY + "0"));
    }

    @Test
    void shouldKeepMachineCodeOfAllBytes() {
        byte[] code = new byte[1000];
        for (int i = 0; i < code.length; i++) {
            code[i] = (byte) (i * 7);
        }
        KernelCache cache = new KernelCache(folder);
        assertEquals(Optional.empty(), cache.machineCode(KEY));
        cache.keepMachineCode(KEY, code);
        assertArrayEquals(code, cache.machineCode(KEY).orElseThrow());
        assertEquals(Optional.empty(), cache.code(KEY));
    }

    @Test
    void shouldTakeADamagedEntryForNone() throws IOException {
        KernelCache cache = new KernelCache(folder);
        cache.keep(KEY, CODE);
        Path file = folder.resolve(KEY + ".code");
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 1;
            Files.write(file, damaged);
            assertEquals(Optional.empty(), cache.code(KEY), "byte " + i);
            Files.write(file, Arrays.copyOf(whole, i));
            assertEquals(Optional.empty(), cache.code(KEY), "first " + i + " bytes");
        }
        Files.write(file, whole);
        assertEquals(Optional.of(CODE), cache.code(KEY));
        cache.keep(KEY, "other");
        assertEquals(Optional.of("other"), cache.code(KEY));
    }

    @Test
    void shouldNotFailWhereItCannotWrite() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        KernelCache cache = new KernelCache(file.resolve("kernels"));
        cache.keep(KEY, CODE);
        cache.prove(KEY, "");
        assertEquals(Optional.empty(), cache.code(KEY));
        assertFalse(cache.isProven(KEY));
    }

    @Test
    void shouldRemoveWhatWasNotUsedForTheLongestTime() throws IOException {
        String content = "x".repeat(1000);
        for (int i = 0; i < 10; i++) {
            new KernelCache(folder).keep(key("old" + i), content);
            Path file = folder.resolve(key("old" + i) + ".code");
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(20 - i))));
        }
        // Reading it is a use.
        assertTrue(new KernelCache(folder).code(key("old0")).isPresent());
        new KernelCache(folder, 4500).keep(key("new"), content);
        assertEquals(
                Stream.concat(
                                Stream.of("old0", "old8", "old9", "new").map(name -> key(name) + ".code"),
                                Stream.of(MARK))
                        .collect(Collectors.toSet()),
                names());
    }

    private static String key(String name) {
        return KernelKeys.hash(name);
    }

    /** Files of all ages and sizes, links, folders, and files that only have the name of an entry. */
    @Test
    void shouldNeitherCountNorTouchFilesOfOthers() throws IOException {
        String large = "x".repeat(100_000);
        Path target = Files.writeString(folder.resolve("target.txt"), large);
        List<Path> foreign = List.of(
                Files.writeString(folder.resolve("photos.zip"), large),
                Files.writeString(folder.resolve("main.code"), "gyre 1 " + large),
                Files.writeString(folder.resolve(key("a") + ".txt"), "gyre 1 " + large),
                Files.writeString(folder.resolve(key("b") + ".code"), large),
                Files.writeString(folder.resolve(key("c") + ".proven"), ""),
                Files.createSymbolicLink(folder.resolve(key("d") + ".code"), target),
                Files.createDirectory(folder.resolve(key("e") + ".code")),
                target);
        for (Path file : foreign) {
            if (!Files.isSymbolicLink(file)) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(1));
            }
        }
        KernelCache cache = new KernelCache(folder, 300_000);
        cache.keep(KEY, "y".repeat(50_000));
        assertTrue(foreign.stream().allMatch(Files::exists), "the limit holds");
        assertTrue(cache.code(KEY).isPresent(), "files of others do not count");
        new KernelCache(folder, 10).keep(key("other"), "z");
        assertTrue(foreign.stream().allMatch(Files::exists), "beyond the limit");
        assertEquals(large, Files.readString(folder.resolve("photos.zip")));
        assertFalse(cache.code(KEY).isPresent(), "an own entry");
        assertTrue(foreign.stream().allMatch(Files::exists));
    }

    @Test
    void shouldMarkItsFolderAndLeaveTheMarkOfOthers() throws IOException {
        new KernelCache(folder).keep(KEY, CODE);
        assertTrue(Files.readString(folder.resolve(MARK)).startsWith("Signature: 8a477f597d28d172789f06886806bc55\n"));
        Files.writeString(folder.resolve(MARK), "of another program");
        new KernelCache(folder, 1).keep(key("other"), CODE);
        assertEquals("of another program", Files.readString(folder.resolve(MARK)));
    }

    @Test
    void shouldServeSeveralWritersAndReadersAtOnce() {
        List<CompletableFuture<Void>> all = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    KernelCache cache = new KernelCache(folder, 20_000);
                    for (int i = 0; i < 100; i++) {
                        String key = key("key" + i % 10);
                        cache.keep(key, key.repeat(40));
                        cache.code(key).ifPresent(code -> assertEquals(key.repeat(40), code));
                    }
                }))
                .toList();
        all.forEach(CompletableFuture::join);
    }

    @Test
    void shouldGiveAnotherKeyToAnythingThatTheCodeDependsOn() {
        int[] in = new int[10];
        int[] out = new int[10];
        KernelKeys keys = new KernelKeys("device; driver 1", "device; driver 1");
        Stage stage = DeviceKernels.SCALE.stage(10, in, new int[1], out);
        String key = keys.ofCode(stage, 64);
        assertEquals(
                key,
                new KernelKeys("device; driver 1", "device; driver 1")
                        .ofCode(DeviceKernels.SCALE.stage(9, new int[9], new int[2], new int[12]), 64),
                "the number of items and the lengths of arrays are not in the code");
        List<String> others = List.of(
                keys.ofCode(DeviceKernels.SCALE_BY.stage(10, in, 1, out), 64),
                keys.ofCode(DeviceKernels.SCALE_BY.stage(10, in, 2, out), 64),
                keys.ofCode(stage, 128),
                keys.ofCode(DeviceKernels.THROWING.stage(10, in, new int[1], out), 64),
                new KernelKeys("device; driver 2", "device; driver 2").ofCode(stage, 64),
                keys.ofCode(DeviceKernels.ADD.stage(10, in, out), 64),
                keys.ofCode(DeviceKernels.GROUPED.stage(10, in, out), 64));
        assertFalse(others.contains(key));
        assertEquals(others.size(), new HashSet<>(others).size());
        List<String> proofs = List.of(
                keys.ofProof(DeviceKernels.ADD, KernelKeys.Form.KEPT, List.of()),
                keys.ofProof(DeviceKernels.ADD, KernelKeys.Form.COMPILED, List.of()),
                keys.ofProof(DeviceKernels.ADD, KernelKeys.Form.STAGED, List.of()),
                keys.ofProof(DeviceKernels.GROUPED, KernelKeys.Form.KEPT, List.of()),
                keys.ofProof(DeviceKernels.ADD, KernelKeys.Form.KEPT, List.of(1)),
                keys.ofProof(DeviceKernels.ADD, KernelKeys.Form.KEPT, List.of(2)),
                keys.ofProof(DeviceKernels.ADD, KernelKeys.Form.KEPT, List.of(2L)));
        assertEquals(proofs.size(), new HashSet<>(proofs).size());
    }

    /** The kernel's class file names the class of float[], which has no file. */
    @Test
    void shouldGiveAKeyToAKernelInNoPackage() throws ClassNotFoundException {
        Kernel kernel = Kernel.of(Class.forName("NoPackageKernel"));
        KernelKeys keys = new KernelKeys("device", "device");
        String key = keys.ofCode(kernel.stage(10, new float[10], new float[10]), 64);
        assertNotEquals(key, keys.ofCode(kernel.stage(10, new float[10], new float[10]), 128));
    }

    @Test
    void shouldGiveAnotherKeyUnderOtherOptions() {
        Stage stage = DeviceKernels.ADD.stage(10, new int[10], new int[10]);
        String option = "tornado.enable.fma";
        String before = System.getProperty(option);
        try {
            System.setProperty(option, "False");
            String without = new KernelKeys("device", "device").ofCode(stage, 64);
            System.setProperty(option, "True");
            assertNotEquals(without, new KernelKeys("device", "device").ofCode(stage, 64));
        } finally {
            if (before == null) {
                System.clearProperty(option);
            } else {
                System.setProperty(option, before);
            }
        }
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
        }
    }
}
