package dev.gyre.engine.plan;

import dev.gyre.engine.cost.CpuModel;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What calls took: the latest ones of each method on each device, of this process and of earlier ones. It corrects the estimates of calls
 * of about the same size.
 *
 * <p>A folder has a file for each device of each machine, with a line for each call. A file that cannot be read or written is left alone:
 * then only the calls of this process count. Processes that write the same file keep each other's calls, unless they write at the same
 * moment. Safe for use by several threads.
 */
public final class Experience {

    private static final String HEAD = "gyre calls 1";

    /** Calls of a method that are kept. */
    private static final int MOST = 64;

    /** The latest calls of about the same size, of which the median counts. */
    private static final int LATEST = 5;

    /** Calls are of about the same size if their points, queries and k differ by up to this factor, and their dimensions by nothing. */
    private static final double NEAR = 4;

    /** A call that took longer than this factor of its estimate counts once there is a second one: other work may have slowed it down. */
    private static final double UNLIKELY = 4;

    /** A correction stays within this factor. */
    private static final double LARGEST = 32;

    private static final long SAVE_NANOS = 60_000_000_000L;

    private final boolean learns;
    private final Path folder;
    private final Map<String, OfDevice> devices = new HashMap<>();
    private final Map<String, Warmth> warmth = new HashMap<>();
    private long saved = System.nanoTime();
    private String problem = "";

    private record Call(Workload work, double seconds) {

        boolean isNear(Workload other) {
            return work.dims() == other.dims()
                    && isNear(work.points(), other.points())
                    && isNear(work.queries(), other.queries())
                    && isNear(work.k(), other.k());
        }

        private static boolean isNear(long a, long b) {
            return Math.max(a, b) + 1.0 <= NEAR * (Math.min(a, b) + 1.0);
        }
    }

    /** How often and how long a method ran on a device in this process. */
    private record Warmth(int calls, double seconds) {

        static final Warmth NONE = new Warmth(0, 0);

        private static final int CALLS = 10;
        private static final double SECONDS = 0.5;

        Warmth plus(Warmth other) {
            return new Warmth(calls + other.calls, seconds + other.seconds);
        }

        /** Whether calls are no longer slowed by classes that are loaded, and on the JVM by its own compiler. */
        boolean isWarm(boolean onJvm) {
            return calls > 0 && (!onJvm || calls >= CALLS || seconds >= SECONDS);
        }
    }

    /** The calls on a device, by method, and those that its file does not have yet. */
    private static final class OfDevice {

        private final Path file;
        private Map<String, List<Call>> calls = new LinkedHashMap<>();
        private final Map<String, List<Call>> unsaved = new LinkedHashMap<>();

        OfDevice(Path file) {
            this.file = file;
        }
    }

    /**
     * What a method took on a device.
     *
     * @param calls number of calls of about the same size
     * @param seconds how long these calls took in all
     * @param factor what the estimate must be multiplied by; 1 if nothing is known
     */
    public record Past(int calls, double seconds, double factor) {

        static final Past NONE = new Past(0, 0, 1);
    }

    private Experience(boolean learns, Path folder) {
        this.learns = learns;
        this.folder = folder;
    }

    /** Returns an experience that never learns. */
    public static Experience none() {
        return new Experience(false, null);
    }

    /**
     * Returns an experience that learns.
     *
     * @param folder the folder of its files, which need not exist; null to learn in this process alone
     */
    public static Experience in(Path folder) {
        return new Experience(true, folder);
    }

    /**
     * Returns what is known about a method on a device.
     *
     * @param estimate the estimated seconds of a workload
     */
    synchronized Past of(Device device, Strategy strategy, ToDoubleFunction<Workload> estimate) {
        if (!learns) {
            return Past.NONE;
        }
        List<Call> near = device(device).calls.getOrDefault(strategy.key(), List.of()).stream()
                .filter(call -> call.isNear(strategy.work()))
                .toList();
        if (near.isEmpty()) {
            return Past.NONE;
        }
        double[] factors = near.subList(Math.max(0, near.size() - LATEST), near.size()).stream()
                .mapToDouble(call -> call.seconds() / Math.max(1e-9, estimate.applyAsDouble(call.work())))
                .sorted()
                .toArray();
        double median = factors[(factors.length - 1) / 2];
        double factor = factors.length == 1 && median > UNLIKELY ? 1 : median;
        return new Past(
                near.size(), near.stream().mapToDouble(Call::seconds).sum(), Math.clamp(factor, 1 / LARGEST, LARGEST));
    }

    /** Tells whether the code of a method ran often enough in this process. */
    synchronized boolean isWarm(Plan.Candidate candidate) {
        return warmth.getOrDefault(candidate.key(), Warmth.NONE).isWarm(candidate.isJvm());
    }

    /**
     * Adds a call, which counts if its code was warm.
     *
     * @param unlike whether the call compiled for the device, or other work slowed it down, so that it does not count
     */
    synchronized void add(Device device, Plan.Candidate candidate, double seconds, boolean unlike) {
        if (isWarm(candidate) && !unlike) {
            add(device, candidate.strategy(), seconds);
        }
        warmth.merge(candidate.key(), new Warmth(1, seconds), Warmth::plus);
    }

    /** Adds a call that counts. */
    synchronized void add(Device device, Strategy strategy, double seconds) {
        if (!learns) {
            return;
        }
        OfDevice here = device(device);
        Call call = new Call(strategy.work(), seconds);
        add(here.calls, strategy.key(), call);
        add(here.unsaved, strategy.key(), call);
        if (System.nanoTime() - saved > SAVE_NANOS) {
            save();
        }
    }

    private static void add(Map<String, List<Call>> calls, String method, Call call) {
        List<Call> all = calls.computeIfAbsent(method, key -> new ArrayList<>());
        all.add(call);
        if (all.size() > MOST) {
            all.removeFirst();
        }
    }

    private OfDevice device(Device device) {
        return devices.computeIfAbsent(device.toString(), name -> {
            OfDevice made = new OfDevice(folder == null ? null : folder.resolve(fileName(device)));
            made.calls = read(made.file);
            return made;
        });
    }

    /** The name of a device and of the processor: a folder may be shared by several machines. */
    private static String fileName(Device device) {
        String name = device + " on " + CpuModel.name();
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-") + ".calls";
    }

    /** Reads the calls of a file; none if it cannot be read. */
    private static Map<String, List<Call>> read(Path file) {
        Map<String, List<Call>> calls = new LinkedHashMap<>();
        if (file == null || !Files.isRegularFile(file)) {
            return calls;
        }
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
                return calls;
            }
            for (String line : lines.subList(1, lines.size())) {
                String[] words = line.split(" ");
                double seconds = Double.parseDouble(words[5]);
                if (!(seconds > 0 && seconds < Rates.MAX_SECONDS)) {
                    throw new IllegalArgumentException("seconds=" + seconds);
                }
                add(calls, words[0], new Call(workload(words), seconds));
            }
            return calls;
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // A damaged file counts as a missing one, and is replaced when calls are saved.
            return new LinkedHashMap<>();
        }
    }

    private static Workload workload(String[] words) {
        Workload work = new Workload(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]));
        if (work.points() < 0 || work.queries() < 0 || work.dims() < 1 || work.k() < 0) {
            throw new IllegalArgumentException("work=" + work);
        }
        return work;
    }

    /** Adds the calls that are not in the files yet. */
    synchronized void save() {
        saved = System.nanoTime();
        if (folder == null) {
            return;
        }
        for (OfDevice device : devices.values()) {
            if (!device.unsaved.isEmpty()) {
                try {
                    save(device);
                    device.unsaved.clear();
                    problem = "";
                } catch (IOException | RuntimeException e) {
                    // No call fails because of it; explanations say so.
                    problem = ", which cannot be written: " + e;
                }
            }
        }
    }

    /** Replaces the file in one step, with the calls of other processes in it. */
    private void save(OfDevice device) throws IOException {
        Map<String, List<Call>> all = read(device.file);
        device.unsaved.forEach((method, calls) -> calls.forEach(call -> add(all, method, call)));
        List<String> lines = new ArrayList<>(List.of(HEAD));
        all.forEach((method, calls) -> calls.forEach(call -> lines.add(line(method, call))));
        Files.createDirectories(folder);
        Path written = Files.createTempFile(folder, "calls", ".tmp");
        try {
            Files.write(written, lines);
            Files.move(written, device.file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
        device.calls = all;
    }

    private static String line(String method, Call call) {
        Workload work = call.work();
        return String.format(
                Locale.ROOT,
                "%s %d %d %d %d %.3e",
                method,
                work.points(),
                work.queries(),
                work.dims(),
                work.k(),
                call.seconds());
    }

    /** Returns where the calls are kept, in words; empty if nothing is learned. */
    synchronized String source() {
        if (!learns) {
            return "";
        }
        return "corrected by earlier calls, kept in " + (folder == null ? "this process" : folder + problem);
    }
}
