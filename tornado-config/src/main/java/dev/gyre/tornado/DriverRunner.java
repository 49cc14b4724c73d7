package dev.gyre.tornado;

import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.KernelContext;

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

    /** Stands for the argument for local memory, which kernels declare themselves. */
    private static final Object NO_ARGUMENT = new Object();

    private final Program program;
    private final Map<Stage, String> code;
    private final int workGroupSize;
    private final StagedArrays staged;
    private final DriverCalls calls;
    private final DriverCalls.Queue queue;
    private final Set<Object> used = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Object, Long> buffers = new IdentityHashMap<>();
    private final Map<Long, Long> frames = new HashMap<>();
    private final Map<Phase, Prepared> phases = new IdentityHashMap<>();
    private final Map<Phase, PhaseTimes> times = new IdentityHashMap<>();

    /** What a phase does, with all that does not change from run to run. */
    private record Prepared(List<Copy> uploads, List<Launch> launches, List<Copy> downloads) {}

    /** An array that is copied: itself, or the memory at an address where it is staged. */
    private record Copy(Object array, long address, long buffer, long header, long bytes) {}

    /** A stage with all arguments set. */
    private record Launch(String text, Object kernel, long[] threads, long[] group) {}

    /**
     * Prepares nothing on the device yet.
     *
     * @param code the code of all stages that have items
     * @param workGroupSize items of a work-group, where a kernel does not say it
     */
    DriverRunner(Program program, Map<Stage, String> code, int workGroupSize, StagedArrays staged, DriverCalls calls) {
        this.program = program;
        this.code = code;
        this.workGroupSize = workGroupSize;
        this.staged = staged;
        this.calls = calls;
        this.queue = calls.queue();
        for (Phase phase : program.phases()) {
            stages(phase)
                    .forEach(stage -> stage.arguments().stream()
                            .filter(argument -> argument.getClass().isArray())
                            .forEach(used::add));
        }
    }

    private static List<Stage> stages(Phase phase) {
        return phase.stages().stream().filter(stage -> stage.items() > 0).toList();
    }

    @Override
    public boolean isAlone(Phase phase) {
        return !phases.containsKey(phase);
    }

    @Override
    public Supplier<Timing> start(Phase phase) {
        Timing preparing = prepare(phase);
        PhaseTimes before = times.getOrDefault(phase, PhaseTimes.NONE);
        boolean profiled = before.runs() < PROFILED;
        Prepared prepared = phases.get(phase);
        long ready = System.nanoTime();
        prepared.uploads().forEach(this::upload);
        finish(profiled);
        long uploaded = System.nanoTime();
        prepared.launches().forEach(launch -> queue.launch(launch.kernel(), launch.threads(), launch.group()));
        finish(profiled);
        long computed = System.nanoTime();
        prepared.downloads().forEach(this::download);
        return () -> {
            queue.finish();
            long end = System.nanoTime();
            PhaseTimes now =
                    profiled ? before.next(uploaded - ready, computed - uploaded, end - computed) : before.next();
            times.put(phase, now);
            return preparing.plus(now.split(end - ready));
        };
    }

    private void finish(boolean wanted) {
        if (wanted) {
            queue.finish();
        }
    }

    /** Brings the code of a phase to the device and makes its buffers, before its first run; returns the time. */
    private Timing prepare(Phase phase) {
        if (phases.containsKey(phase)) {
            return Timing.ZERO;
        }
        long start = System.nanoTime();
        List<Launch> made = new ArrayList<>();
        boolean done = false;
        try {
            for (Stage stage : stages(phase)) {
                made.add(launch(stage));
            }
            phases.put(phase, new Prepared(copies(phase.uploads()), made, copies(phase.downloads())));
            done = true;
        } finally {
            if (!done) {
                giveBack(made);
            }
        }
        return new Timing(0, System.nanoTime() - start, 0, 0);
    }

    private Launch launch(Stage stage) {
        StageGrid grid = StageGrid.of(stage, workGroupSize);
        long[] threads = {grid.threads(), 1, 1};
        long frame = frame(threads);
        List<Object> arguments = new ArrayList<>(List.of(frame, frame, NO_ARGUMENT, frame));
        for (Object argument : KernelTasks.arguments(stage)) {
            if (!(argument instanceof KernelContext)) {
                arguments.add(argument.getClass().isArray() ? (Object) buffer(argument) : argument);
            }
        }
        String text = code.get(stage);
        Object kernel = calls.kernel(text, KernelTasks.method(stage.kernel()).getName());
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) == NO_ARGUMENT) {
                calls.noArgument(kernel, i);
            } else {
                calls.argument(kernel, i, arguments.get(i));
            }
        }
        return new Launch(text, kernel, threads, new long[] {grid.group(), 1, 1});
    }

    private void giveBack(List<Launch> unused) {
        unused.forEach(launch -> calls.giveBack(launch.text(), launch.kernel()));
    }

    /** Returns a buffer with the numbers of threads, which also stands for constants and atomics: no kernel has these. */
    private long frame(long[] threads) {
        return frames.computeIfAbsent(threads[0], all -> {
            long frame = calls.allocate(FRAME_BYTES);
            queue.write(threads, frame, 0, StagedArrays.bytes(threads));
            return frame;
        });
    }

    private long buffer(Object array) {
        return buffers.computeIfAbsent(array, any -> calls.allocate(StagedArrays.header(array) + program.bytes(array)));
    }

    /** Returns the arrays that stages use; on the device, the others are as they are here. */
    private List<Copy> copies(List<Object> arrays) {
        return arrays.stream()
                .filter(array -> StagedArrays.bytes(array) > 0 && used.contains(array))
                .map(array -> new Copy(
                        array,
                        staged.address(array),
                        buffer(array),
                        StagedArrays.header(array),
                        StagedArrays.bytes(array)))
                .toList();
    }

    private void upload(Copy copy) {
        if (copy.address() == 0) {
            queue.write(copy.array(), copy.buffer(), copy.header(), copy.bytes());
        } else {
            queue.write(copy.address() + copy.header(), copy.buffer(), copy.header(), copy.bytes());
        }
    }

    private void download(Copy copy) {
        if (copy.address() == 0) {
            queue.read(copy.buffer(), copy.header(), copy.bytes(), copy.array());
        } else {
            queue.read(copy.buffer(), copy.header(), copy.bytes(), copy.address() + copy.header());
        }
    }

    @Override
    public void free() {
        try {
            queue.finish();
        } finally {
            phases.values().forEach(prepared -> giveBack(prepared.launches()));
            phases.clear();
            List<Long> all = new ArrayList<>(buffers.values());
            all.addAll(frames.values());
            buffers.clear();
            frames.clear();
            calls.free(all);
        }
    }
}
