package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.select.RowSelection;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Stages over given data, to run repeatedly on a device: over arrays that are there, and with all copies.
 *
 * @param operation what it does, for messages
 * @param inputs arrays to upload
 * @param overwritten the inputs that a run overwrites, because the stages work in place or the result is fetched into them; they are
 *     restored before each run
 * @param stages the work
 * @param outputs arrays to download
 * @param detour runs the stages if they are not all of the work, or null
 */
record ResidentWork(
        String operation,
        List<Object> inputs,
        List<int[]> overwritten,
        List<Stage> stages,
        List<Object> outputs,
        Detour detour) {

    /**
     * A run that reads a result on the host before it continues.
     *
     * @param phases more phases
     * @param run runs them, and the stages, as needed
     */
    record Detour(List<Phase> phases, BiConsumer<Execution, Runnable> run) {}

    ResidentWork {
        inputs = List.copyOf(inputs);
        overwritten = List.copyOf(overwritten);
        stages = List.copyOf(stages);
        outputs = List.copyOf(outputs);
    }

    /** Stages that leave their inputs as they are, and are all of the work. */
    static ResidentWork of(List<Object> inputs, List<Stage> stages, List<Object> outputs) {
        return of(inputs, List.of(), stages, outputs, null);
    }

    /** Work without a name. */
    static ResidentWork of(
            List<Object> inputs, List<int[]> overwritten, List<Stage> stages, List<Object> outputs, Detour detour) {
        return new ResidentWork("work", inputs, overwritten, stages, outputs, detour);
    }

    /** Returns this work with a name for messages. */
    ResidentWork named(String name) {
        return new ResidentWork(name, inputs, overwritten, stages, outputs, detour);
    }

    /** A selection among values that are on the device. */
    static ResidentWork of(float[] values, RowSelection selection) {
        List<Object> inputs = new ArrayList<>(List.of(selection.uploads()));
        inputs.add(values);
        return of(inputs, selection.stages(), List.of(selection.ids(), selection.keys()));
    }

    /** The program: its phases are those of {@link PreparedWork}. */
    Program program() {
        List<Phase> phases = new ArrayList<>(List.of(
                Phase.named(PreparedWork.LOAD).upload(inputs.toArray()).build(),
                Phase.named(PreparedWork.RUN).stages(stages).build()));
        if (detour == null) {
            phases.add(Phase.named(PreparedWork.COPY_AND_RUN)
                    .upload(inputs.toArray())
                    .stages(stages)
                    .download(outputs.toArray())
                    .build());
        } else {
            phases.addAll(detour.phases);
        }
        // Last, because an array belongs to the first phase that has it.
        phases.add(Phase.named(PreparedWork.FETCH).download(outputs.toArray()).build());
        return new Program(operation, phases);
    }

    /** Returns the bytes of all arrays, which they need on a device. */
    private long bytes() {
        return arrays().stream().mapToLong(ResidentWork::bytes).sum();
    }

    /** Returns the bytes of the largest array. */
    private long largestArrayBytes() {
        return arrays().stream().mapToLong(ResidentWork::bytes).max().orElse(0);
    }

    /** Returns why it does not fit a device, or null. */
    String tooLarge(Device device, long memoryLimit) {
        long limit = Math.min(device.memoryBytes(), memoryLimit);
        if (bytes() > limit) {
            return "needs " + bytes() + " bytes, there are " + limit;
        }
        return largestArrayBytes() > device.maxArrayBytes()
                ? "needs an array of " + largestArrayBytes() + " bytes, the most is " + device.maxArrayBytes()
                : null;
    }

    private Set<Object> arrays() {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        Stream.of(inputs, outputs).forEach(arrays::addAll);
        stages.forEach(stage -> stage.arguments().stream()
                .filter(argument -> argument.getClass().isArray())
                .forEach(arrays::add));
        return arrays;
    }

    private static long bytes(Object array) {
        int elementBytes = array instanceof long[] || array instanceof double[] ? Long.BYTES : Integer.BYTES;
        return (long) Array.getLength(array) * elementBytes;
    }

    /** Copies the data to a device. */
    PreparedWork prepare(Engine engine) {
        return new PreparedWork(this, engine);
    }
}
