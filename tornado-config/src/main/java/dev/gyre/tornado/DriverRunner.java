package dev.gyre.tornado;

import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Timing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program of kept code that the {@link DriverCalls} run: its buffers, and a kernel for each stage with all arguments set.
 *
 * <pre>
 * a kernel's arguments   (sizes, constants, local memory, atomics, then those of the method; a context for work-groups is left out)
 * a buffer               (the header of a Java array, not used, then its elements)
 * </pre>
 */
final class DriverRunner implements PhaseRunner {

    /** Runs of a phase that are profiled: the second shows the split better, since the first one's kernels start cold. */
    private static final int PROFILED = 2;

    /** Bytes of the buffer for what kernels get before the arguments of their method: the numbers of threads, and room unused. */
    private static final long FRAME_BYTES = 256;

    private final Map<Stage, String> code;
    private final DeviceCode target;
    private final StagedArrays staged;
    private final DriverCalls calls;
    private final Set<Object> used = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Object, Long> buffers = new IdentityHashMap<>();
    private final Map<Long, Long> frames = new HashMap<>();
    private final Map<Phase, List<Launch>> launches = new IdentityHashMap<>();
    private final Map<Phase, PhaseTimes> times = new IdentityHashMap<>();

    /** A stage with all arguments set. */
    private record Launch(String text, Object kernel, long[] threads, long[] group) {}

    /**
     * Prepares nothing on the device yet.
     *
     * @param code the code of all stages that have items
     */
    DriverRunner(
            Program program, Map<Stage, String> code, DeviceCode target, StagedArrays staged, DriverCalls calls) {
        this.code = code;
        this.target = target;
        this.staged = staged;
        this.calls = calls;
        for (Phase phase : program.phases()) {
            stages(phase).forEach(stage -> stage.arguments().stream()
                    .filter(argument -> argument.getClass().isArray())
                    .forEach(used::add));
        }
    }

    private static List<Stage> stages(Phase phase) {
        return phase.stages().stream().filter(stage -> stage.items() > 0).toList();
    }

    @Override
    public boolean isAlone(Phase phase) {
        return !launches.containsKey(phase);
    }

    @Override
    public Timing run(Phase phase) {
        long start = System.nanoTime();
        PhaseTimes before = times.getOrDefault(phase, PhaseTimes.NONE);
        boolean profiled = before.runs() < PROFILED;
        List<Launch> prepared = launches(phase);
        long ready = System.nanoTime();
        upload(phase.uploads());
        finish(profiled);
        long uploaded = System.nanoTime();
        prepared.forEach(launch -> calls.launch(launch.kernel(), launch.threads(), launch.group()));
        finish(profiled);
        long computed = System.nanoTime();
        download(phase.downloads());
        calls.finish();
        long end = System.nanoTime();
        PhaseTimes now =
                profiled ? before.next(uploaded - ready, computed - uploaded, end - computed) : before.next();
        times.put(phase, now);
        return new Timing(0, ready - start, 0, 0).plus(now.split(end - ready));
    }

    private void finish(boolean wanted) {
        if (wanted) {
            calls.finish();
        }
    }

    private List<Launch> launches(Phase phase) {
        List<Launch> known = launches.get(phase);
        if (known == null) {
            known = new ArrayList<>();
            launches.put(phase, known);
            for (Stage stage : stages(phase)) {
                prepare(stage, known);
            }
        }
        return known;
    }

    /** Adds a stage. Its kernel is given back even if an argument cannot be set. */
    private void prepare(Stage stage, List<Launch> to) {
        StageGrid grid = StageGrid.of(stage, target.workGroupSize());
        String text = code.get(stage);
        Object kernel = calls.kernel(text, KernelTasks.method(stage.kernel()).getName());
        long[] threads = {grid.threads(), 1, 1};
        to.add(new Launch(text, kernel, threads, new long[] {grid.group(), 1, 1}));
        int index = 0;
        calls.argument(kernel, index++, frame(threads));
        calls.argument(kernel, index++, frame(threads));
        calls.noArgument(kernel, index++);
        calls.argument(kernel, index++, frame(threads));
        for (Object argument : KernelTasks.arguments(stage)) {
            if (argument.getClass().isArray()) {
                calls.argument(kernel, index++, buffer(argument));
            } else if (argument instanceof Number number) {
                calls.argument(kernel, index++, number);
            }
        }
    }

    /** Returns a buffer with the numbers of threads, which also stands for constants and atomics: no kernel has these. */
    private long frame(long[] threads) {
        return frames.computeIfAbsent(threads[0], all -> {
            long frame = calls.allocate(FRAME_BYTES);
            calls.write(threads, frame, 0, StagedArrays.bytes(threads));
            return frame;
        });
    }

    /** Returns the buffer of an array. */
    private long buffer(Object array) {
        return buffers.computeIfAbsent(
                array, any -> calls.allocate(StagedArrays.header(array) + StagedArrays.bytes(array)));
    }

    private void upload(List<Object> arrays) {
        for (Object array : arrays) {
            long bytes = StagedArrays.bytes(array);
            int header = StagedArrays.header(array);
            if (bytes > 0 && used.contains(array)) {
                long address = staged.address(array);
                if (address == 0) {
                    calls.write(array, buffer(array), header, bytes);
                } else {
                    calls.write(address + header, buffer(array), header, bytes);
                }
            }
        }
    }

    private void download(List<Object> arrays) {
        for (Object array : arrays) {
            long bytes = StagedArrays.bytes(array);
            int header = StagedArrays.header(array);
            if (bytes > 0 && used.contains(array)) {
                long address = staged.address(array);
                if (address == 0) {
                    calls.read(buffer(array), header, bytes, array);
                } else {
                    calls.read(buffer(array), header, bytes, address + header);
                }
            }
        }
    }

    @Override
    public void free() {
        try {
            calls.finish();
        } finally {
            launches.values().forEach(list -> list.forEach(launch -> calls.giveBack(launch.text(), launch.kernel())));
            launches.clear();
            List<Long> all = new ArrayList<>(buffers.values());
            all.addAll(frames.values());
            buffers.clear();
            frames.clear();
            calls.free(all);
        }
    }
}
