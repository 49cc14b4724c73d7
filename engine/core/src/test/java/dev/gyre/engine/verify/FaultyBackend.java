package dev.gyre.engine.verify;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.PhaseOwners;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Timing;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A device that works on this JVM's threads and has a fault. Like a device with its own memory, it refuses a phase that needs arrays of
 * another phase which has not run.
 */
public final class FaultyBackend implements Backend {

    /** The fault of the device. */
    public enum Fault {
        /** No fault. */
        NONE,
        /** Changes the first element of every array that comes back. */
        CHANGES_ONE_ELEMENT,
        /** Leaves the last item of every stage undone. */
        DROPS_LAST_ITEM,
        /** Fails to run any stage. */
        THROWS,
        /** Refuses all programs. */
        REFUSES,
        /** Fails when programs are freed, which it frees nevertheless. */
        FAILS_TO_FREE
    }

    private final Device device;
    private final JvmBackend jvm;
    private final AtomicLong openBytes = new AtomicLong();
    private final AtomicInteger prepared = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger runsLeft = new AtomicInteger(Integer.MAX_VALUE);
    private volatile CountDownLatch failed = new CountDownLatch(1);
    private volatile Fault fault;
    private volatile long memory = Long.MAX_VALUE;
    private volatile boolean closed;

    /** Makes a device that runs on the given threads. */
    public FaultyBackend(Device device, Workers workers, Fault fault) {
        this.device = device;
        this.jvm = new JvmBackend(workers);
        this.fault = fault;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Execution prepare(Program program) {
        if (fault == Fault.REFUSES) {
            throw new DeviceException("no driver");
        }
        long bytes = program.bytes();
        if (openBytes.addAndGet(bytes) > memory) {
            openBytes.addAndGet(-bytes);
            throw new DeviceException("out of memory");
        }
        prepared.incrementAndGet();
        open.incrementAndGet();
        return new FaultyExecution(fault == Fault.DROPS_LAST_ITEM ? withoutLastItems(program) : program, bytes);
    }

    /** Gives the device another fault from now on. */
    public void become(Fault newFault) {
        fault = newFault;
    }

    /** Makes the device fail to run any stage after a number of runs. */
    public void failAfter(int runs) {
        failed = new CountDownLatch(1);
        runsLeft.set(runs);
    }

    /** Waits until the device has failed; returns whether it has. */
    public boolean awaitFailure(int milliseconds) {
        try {
            return failed.await(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Makes the device refuse programs with more bytes in total from now on. */
    public void limitMemory(long bytes) {
        memory = bytes;
    }

    /** Returns the number of programs prepared on the device so far. */
    public int prepared() {
        return prepared.get();
    }

    /** Returns the number of programs on the device. */
    public int open() {
        return open.get();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Returns whether the device has been closed. */
    public boolean isClosed() {
        return closed;
    }

    private static Program withoutLastItems(Program program) {
        List<Phase> phases = program.phases().stream()
                .map(phase -> new Phase(
                        phase.name(),
                        phase.uploads(),
                        phase.stages().stream()
                                .map(stage ->
                                        new Stage(stage.kernel(), Math.max(0, stage.items() - 1), stage.arguments()))
                                .toList(),
                        phase.downloads()))
                .toList();
        return new Program(program.name(), phases);
    }

    private final class FaultyExecution implements Execution {

        private final Program program;
        private final Execution execution;
        private final PhaseOwners owners;
        private final Set<Phase> done = new HashSet<>();

        private final long bytes;
        private boolean released;

        FaultyExecution(Program program, long bytes) {
            this.program = program;
            this.bytes = bytes;
            this.execution = jvm.prepare(program);
            this.owners = new PhaseOwners(program);
        }

        @Override
        public void run(String phase, Progress progress) {
            owners.checkRan(program.phase(phase), done);
            boolean works = !program.phase(phase).stages().isEmpty();
            if (works && (fault == Fault.THROWS || runsLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 0)) {
                failed.countDown();
                throw new DeviceException("out of order");
            }
            execution.run(phase, progress);
            done.add(program.phase(phase));
            if (fault == Fault.CHANGES_ONE_ELEMENT) {
                program.phase(phase).downloads().forEach(this::change);
            }
        }

        private void change(Object array) {
            if (array instanceof int[] ints && ints.length > 0) {
                ints[0] ^= 1;
            } else if (array instanceof float[] floats && floats.length > 0) {
                floats[0] = Math.nextUp(floats[0]);
            } else if (array instanceof long[] longs && longs.length > 0) {
                longs[0] ^= 1;
            } else if (array instanceof double[] doubles && doubles.length > 0) {
                doubles[0] = Math.nextUp(doubles[0]);
            }
        }

        @Override
        public Timing timing() {
            return execution.timing();
        }

        @Override
        public void close() {
            execution.close();
            if (!released) {
                released = true;
                openBytes.addAndGet(-bytes);
                open.decrementAndGet();
                if (fault == Fault.FAILS_TO_FREE) {
                    throw new DeviceException("cannot free");
                }
            }
        }
    }
}
