package dev.gyre.engine.device;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;

/** A backend that leaves its work to another one; subclasses see each run of a phase. */
public abstract class ForwardingBackend implements Backend {

    private final Backend backend;

    /** Forwards to a backend, which this one closes. */
    protected ForwardingBackend(Backend backend) {
        this.backend = backend;
    }

    /**
     * Runs a phase, by default as the other backend does.
     *
     * @param execution the other backend's execution of the program
     */
    protected void run(Program program, Execution execution, String phase, Progress progress) {
        execution.run(phase, progress);
    }

    @Override
    public Device device() {
        return backend.device();
    }

    @Override
    public String identity() {
        return backend.identity();
    }

    @Override
    public boolean makesScratch() {
        return backend.makesScratch();
    }

    @Override
    public Execution prepare(Program program) {
        Execution execution = backend.prepare(program);
        return new Execution() {
            @Override
            public void run(String phase, Progress progress) {
                ForwardingBackend.this.run(program, execution, phase, progress);
            }

            @Override
            public void write(Object from, int fromStart, Object to, int start, int length) {
                execution.write(from, fromStart, to, start, length);
            }

            @Override
            public void writeBits(float[] from, int fromStart, int[] to, int start, int length) {
                execution.writeBits(from, fromStart, to, start, length);
            }

            @Override
            public void read(Object from, int start, Object to, int toStart, int length) {
                execution.read(from, start, to, toStart, length);
            }

            @Override
            public Timing timing() {
                return execution.timing();
            }

            @Override
            public void close() {
                execution.close();
            }
        };
    }

    @Override
    public void close() {
        backend.close();
    }
}
