package dev.gyre.engine.canary;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Stands for a device: operations make the programs that they would make for it. The plain loops of the kernels run them, on the caller's
 * thread, and what each run gets is recorded.
 */
final class Recorder implements Backend {

    private final Device device;
    private final List<Recording> recordings = new ArrayList<>();

    Recorder(Device device) {
        this.device = device;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Execution prepare(Program program) {
        Recording recording = new Recording(program);
        recordings.add(recording);
        return recording;
    }

    /** Returns a trial for each program that ran. */
    List<Trial> trials() {
        return recordings.stream()
                .filter(recording -> !recording.phases.isEmpty())
                .map(Recording::trial)
                .toList();
    }

    @Override
    public void close() {
        // There is nothing to free.
    }

    private static final class Recording implements Execution {

        private final Program program;
        private final LoopMemory memory = new LoopMemory(Trial.CONTENT);
        private final List<Phase> phases = new ArrayList<>();
        private final List<List<Object>> uploads = new ArrayList<>();

        Recording(Program program) {
            this.program = program;
        }

        @Override
        public void run(String phaseName, Progress progress) {
            if (progress.cancelled()) {
                throw new CancellationException("cancelled before phase " + phaseName);
            }
            Phase phase = program.phase(phaseName);
            uploads.add(phase.uploads().stream().map(LoopMemory::copyOf).toList());
            phase.uploads().forEach(array -> LoopMemory.copy(array, memory.of(array)));
            phase.stages().forEach(stage -> {
                memory.run(stage);
                progress.completed(stage.items());
            });
            phase.downloads().forEach(array -> LoopMemory.copy(memory.of(array), array));
            phases.add(phase);
        }

        Trial trial() {
            return Trial.of(program, phases, uploads);
        }

        @Override
        public Timing timing() {
            return Timing.ZERO;
        }

        @Override
        public void close() {
            // The runs are kept for the trial.
        }
    }
}
