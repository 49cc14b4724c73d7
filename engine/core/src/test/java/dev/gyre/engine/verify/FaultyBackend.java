package dev.gyre.engine.verify;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.PhaseOwners;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A device that works on this JVM's threads and has a fault.
 *
 * <p>It has its own memory, with arbitrary content at first: an array of the program has what the device computed only after a phase that
 * downloads it. Inputs and outputs are in a third place, as in pinned memory: the device gets only what was written with {@link
 * Execution#write}, the host only what it reads with {@link Execution#read}, and their Java arrays are not used. It refuses a phase that needs arrays of another phase which has not run.
 */
public final class FaultyBackend implements Backend {

    /** The fault of the device. */
    public enum Fault {
        /** No fault. */
        NONE,
        /** Changes the first element of every array that comes back. */
        CHANGES_ONE_ELEMENT,
        /** Changes all elements of every array that comes back. */
        CHANGES_EVERY_ELEMENT,
        /** Leaves the last item of every stage undone. */
        DROPS_LAST_ITEM,
        /** Runs no stage, as if its launch were refused. */
        RUNS_NOTHING,
        /** Fails to run any stage. */
        THROWS,
        /** Refuses all programs. */
        REFUSES
    }

    private final Device device;
    private final JvmBackend jvm;
    private final AtomicLong openBytes = new AtomicLong();
    private final AtomicInteger prepared = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger inputs = new AtomicInteger();
    private final AtomicInteger runsLeft = new AtomicInteger(Integer.MAX_VALUE);
    private volatile CountDownLatch failed = new CountDownLatch(1);
    private volatile Fault fault;
    private volatile long memory = Long.MAX_VALUE;
    private volatile boolean closed;
    private volatile boolean keepsMemory;

    /** Makes a device that runs on the given threads. */
    public FaultyBackend(Device device, Workers workers, Fault fault) {
        this.device = device;
        this.jvm = new JvmBackend(workers);
        this.fault = fault;
    }

    /** Makes a GPU without a fault, which builds leaves and windows of a device's sizes on the given threads. */
    public static FaultyBackend gpu(Workers workers) {
        return new FaultyBackend(
                new Device("test", 0, "GPU", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE), workers, Fault.NONE);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public boolean makesScratch() {
        return true;
    }

    @Override
    public Execution prepare(Program whole) {
        Program program = whole.withoutScratch();
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
        inputs.addAndGet(program.inputs().size());
        return new FaultyExecution(
                fault == Fault.RUNS_NOTHING || fault == Fault.DROPS_LAST_ITEM ? withFewerItems(program) : program,
                bytes);
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

    /** Makes the device fail from now on when programs are freed, which it frees nevertheless. */
    public void keepMemory() {
        keepsMemory = true;
    }

    /** Makes the device refuse programs with more bytes in total from now on. */
    public void limitMemory(long bytes) {
        memory = bytes;
    }

    /** Returns the number of programs prepared on the device so far. */
    public int prepared() {
        return prepared.get();
    }

    /** Returns the number of inputs of all programs that were prepared. */
    public int inputs() {
        return inputs.get();
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

    /** Returns an array like another one, with content that no kernel may use. */
    private static Object arbitrary(Object like) {
        Object array = Array.newInstance(like.getClass().getComponentType(), Array.getLength(like));
        switch (array) {
            case int[] ints -> Arrays.fill(ints, 0xa5a5a5a5);
            case long[] longs -> Arrays.fill(longs, 0xa5a5a5a5a5a5a5a5L);
            case float[] floats -> Arrays.fill(floats, Float.NaN);
            case double[] doubles -> Arrays.fill(doubles, Double.NaN);
            default -> throw new IllegalArgumentException("no array of a program: " + array.getClass());
        }
        return array;
    }

    private static void copy(Object from, Object to) {
        System.arraycopy(from, 0, to, 0, Array.getLength(from));
    }

    private Program withFewerItems(Program program) {
        List<Phase> phases = program.phases().stream()
                .map(phase -> new Phase(
                        phase.name(),
                        phase.uploads(),
                        phase.stages().stream()
                                .map(stage -> new Stage(stage.kernel(), fewer(stage.items()), stage.arguments()))
                                .toList(),
                        phase.downloads()))
                .toList();
        return new Program(program.name(), phases, program.inputs(), program.outputs());
    }

    private int fewer(int items) {
        return fault == Fault.RUNS_NOTHING ? 0 : Math.max(0, items - 1);
    }

    private final class FaultyExecution implements Execution {

        private final Program program;
        private final Execution execution;
        private final PhaseOwners owners;
        private final Set<Phase> done = new HashSet<>();

        /** The array on the device of each array of the program. */
        private final Map<Object, Object> onDevice = new IdentityHashMap<>();

        /** The memory of each input and output, which the host writes and reads. */
        private final Map<Object, Object> pinned = new IdentityHashMap<>();

        private final long bytes;
        private boolean released;

        FaultyExecution(Program program, long bytes) {
            this.program = program;
            this.bytes = bytes;
            this.execution = jvm.prepare(new Program(
                    program.name(),
                    program.phases().stream().map(this::onDevice).toList()));
            this.owners = new PhaseOwners(program);
            program.inputs().forEach(input -> pinned.put(input, arbitrary(input)));
            program.outputs().forEach(output -> pinned.putIfAbsent(output, arbitrary(output)));
        }

        private Phase onDevice(Phase phase) {
            return new Phase(
                    phase.name(),
                    phase.uploads().stream().map(this::onDevice).toList(),
                    phase.stages().stream()
                            .map(stage -> new Stage(
                                    stage.kernel(),
                                    stage.items(),
                                    stage.arguments().stream()
                                            .map(this::onDevice)
                                            .toList()))
                            .toList(),
                    phase.downloads().stream().map(this::onDevice).toList());
        }

        /** Returns the array on the device of an array of the program; scalars as they are. */
        private Object onDevice(Object argument) {
            return argument.getClass().isArray()
                    ? onDevice.computeIfAbsent(argument, FaultyBackend::arbitrary)
                    : argument;
        }

        @Override
        public void write(Object from, int fromStart, Object to, int start, int length) {
            System.arraycopy(from, fromStart, pinned.getOrDefault(to, to), start, length);
        }

        @Override
        public void read(Object from, int start, Object to, int toStart, int length) {
            System.arraycopy(pinned.getOrDefault(from, from), start, to, toStart, length);
        }

        @Override
        public void run(String phase, Progress progress) {
            owners.checkRan(program.phase(phase), done);
            boolean works = !program.phase(phase).stages().isEmpty();
            if (works && (fault == Fault.THROWS || runsLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 0)) {
                failed.countDown();
                throw new DeviceException("out of order");
            }
            program.phase(phase).uploads().forEach(array -> copy(pinned.getOrDefault(array, array), onDevice(array)));
            execution.run(phase, progress);
            program.phase(phase).downloads().forEach(array -> copy(onDevice(array), pinned.getOrDefault(array, array)));
            done.add(program.phase(phase));
            int changed = fault == Fault.CHANGES_ONE_ELEMENT
                    ? 1
                    : fault == Fault.CHANGES_EVERY_ELEMENT ? Integer.MAX_VALUE : 0;
            program.phase(phase)
                    .downloads()
                    .forEach(array ->
                            change(pinned.getOrDefault(array, array), Math.min(changed, Array.getLength(array))));
        }

        /** Changes the first elements. */
        private void change(Object array, int elements) {
            for (int i = 0; i < elements; i++) {
                switch (array) {
                    case int[] ints -> ints[i] ^= 1;
                    case float[] floats -> floats[i] = Math.nextUp(floats[i]);
                    case long[] longs -> longs[i] ^= 1;
                    default -> ((double[]) array)[i] = Math.nextUp(((double[]) array)[i]);
                }
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
                if (keepsMemory) {
                    throw new DeviceException("cannot free memory");
                }
            }
        }
    }
}
