package dev.gyre.engine.team;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The devices of a planner: those that the user named, or the JVM and a device that is opened when it is worth it.
 *
 * <p>Safe for use by several threads. Closing closes all contexts and their devices, waits for one that is being opened, and may be repeated.
 */
public final class DeviceSet implements AutoCloseable {

    /** Time that TornadoVM needs to start: 0.5 to 0.7 s on the host of an H200, November 2026. */
    static final double START_SECONDS = 0.7;

    private static final String AUTO = "auto: ";

    private final Context jvm;
    private final boolean usesJvm;
    private final Opener opener;
    private final Function<Backend, Context> contexts;
    private List<Context> devices;
    private State state;
    private String reason;
    private long openingSince;
    private Thread opening;
    private boolean closed;

    private enum State {
        /** Everything runs on the devices that the user named. */
        NAMED,
        UNOPENED,
        OPENING,
        OPEN,
        /** There is no device, or it failed. */
        NONE
    }

    private DeviceSet(
            Context jvm,
            boolean usesJvm,
            List<Context> devices,
            Opener opener,
            Function<Backend, Context> contexts,
            State state,
            String reason) {
        this.jvm = jvm;
        this.usesJvm = usesJvm;
        this.devices = devices;
        this.opener = opener;
        this.contexts = contexts;
        this.state = state;
        this.reason = reason;
    }

    /**
     * Returns a set of one device, which is used even after it failed.
     *
     * @param jvm the JVM, for calls that may run anywhere
     * @param device the device, which may be the JVM
     * @param reason why this device, in one line
     */
    public static DeviceSet of(Context jvm, Context device, String reason) {
        List<Context> devices = device == jvm ? List.of() : List.of(device);
        return new DeviceSet(jvm, device == jvm, devices, null, null, State.NAMED, reason);
    }

    /**
     * Returns a set of several devices. A device that fails in a call is left out of later calls, unless all have failed.
     *
     * @param usesJvm whether the JVM is one of them
     * @param backends the other devices, 1 or more
     * @param contexts makes the context of an open device
     * @param reason why these devices, in one line
     */
    public static DeviceSet of(
            Context jvm, boolean usesJvm, List<Backend> backends, Function<Backend, Context> contexts, String reason) {
        DeviceSet set = new DeviceSet(jvm, usesJvm, List.of(), null, contexts, State.NAMED, reason);
        set.devices = backends.stream().map(set::watched).toList();
        return set;
    }

    /**
     * Returns a set of the JVM and a device that is opened when a call is worth it.
     *
     * @param contexts makes the context of an open device
     */
    public static DeviceSet automatic(Context jvm, Opener opener, Function<Backend, Context> contexts) {
        Optional<String> none = opener.noDevices();
        State state = none.isPresent() ? State.NONE : State.UNOPENED;
        String reason = AUTO + "jvm, " + none.orElse("no call was worth opening a device yet");
        return new DeviceSet(jvm, true, List.of(), opener, contexts, state, reason);
    }

    private Context watched(Backend backend) {
        return contexts.apply(new WatchedBackend(backend, failure -> failed(backend.device(), failure)));
    }

    /** Handles the failure of a device in a call. */
    private synchronized void failed(Device device, DeviceException failure) {
        String what = device.id() + " failed in a call: " + failure.getMessage();
        if (state == State.OPEN) {
            state = State.NONE;
            reason = AUTO + "jvm, " + what;
        } else if (state == State.NAMED) {
            context(device.id()).leaveOut(what);
        }
    }

    /** Tells whether the planner chooses among devices that nobody named. */
    public boolean isAutomatic() {
        return opener != null;
    }

    /** Tells whether the user named devices. */
    public synchronized boolean isNamed() {
        return state == State.NAMED;
    }

    /** Tells whether there may be a device that nobody has begun to open. */
    public synchronized boolean isUnopened() {
        return state == State.UNOPENED;
    }

    /** Tells whether a device is still to be opened, or being opened. */
    public synchronized boolean mustOpen() {
        return state == State.UNOPENED || state == State.OPENING;
    }

    /** Returns the seconds until a device is open. */
    public synchronized double secondsToOpen() {
        return switch (state) {
            case UNOPENED -> START_SECONDS;
            case OPENING -> Math.max(0, START_SECONDS - (System.nanoTime() - openingSince) * 1e-9);
            default -> 0;
        };
    }

    /** Returns the JVM, even if calls do not use it. */
    public Context jvm() {
        return jvm;
    }

    /** Returns the JVM if calls use it. */
    public Stream<Context> host() {
        return usesJvm ? Stream.of(jvm) : Stream.empty();
    }

    /**
     * Returns the open devices except the JVM, without those that failed. If all failed and the JVM is not used, returns all: a call must
     * run somewhere.
     */
    public synchronized List<Context> usable() {
        if (state == State.NONE) {
            return List.of();
        }
        if (!usesJvm && devices.stream().allMatch(Context::isLeftOut)) {
            devices.forEach(device -> device.leaveOut(""));
        }
        return devices.stream().filter(device -> !device.isLeftOut()).toList();
    }

    /** Returns the context of a device, or null if it is not open. */
    public synchronized Context context(String id) {
        return open().filter(context -> context.device().id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Returns the only device that the user named, or null if there may be several. */
    public synchronized Context only() {
        if (state != State.NAMED || devices.size() + (usesJvm ? 1 : 0) > 1) {
            return null;
        }
        return usesJvm ? jvm : devices.getFirst();
    }

    /** Returns all open devices, including the JVM. */
    public synchronized Stream<Context> open() {
        return Stream.concat(Stream.of(jvm), devices.stream());
    }

    /** Returns which devices are used, and why. */
    public synchronized String reason() {
        List<String> failures = devices.stream()
                .filter(Context::isLeftOut)
                .map(Context::failure)
                .toList();
        return failures.isEmpty() ? reason : reason + "; left out: " + String.join("; ", failures);
    }

    /** Opens the device, or waits until it is open; afterwards there may still be none. */
    public void openNow() {
        Thread thread;
        synchronized (this) {
            openInBackground();
            thread = opening;
        }
        await(thread);
    }

    /** Begins to open the device, unless that has begun. */
    public synchronized void openInBackground() {
        if (state == State.UNOPENED && !closed) {
            state = State.OPENING;
            reason = AUTO + "jvm, a device is being opened";
            openingSince = System.nanoTime();
            opening = new Thread(this::findDevice, "gyre-open-device");
            opening.setDaemon(true);
            opening.start();
        }
    }

    private void findDevice() {
        Opener.Opened opened;
        Context context = null;
        try {
            opened = opener.open();
            if (opened.backend().isPresent()) {
                context = watched(opened.backend().get());
            }
        } catch (RuntimeException | Error e) {
            opened = new Opener.Opened(Optional.empty(), "no device can be opened: " + e);
        }
        synchronized (this) {
            devices = context == null ? List.of() : List.of(context);
            state = context == null ? State.NONE : State.OPEN;
            reason = context == null
                    ? AUTO + "jvm, " + opened.reason()
                    : AUTO + opened.reason() + ", used where it is faster than the jvm";
        }
    }

    private static void await(Thread thread) {
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // The call that follows sees the interrupt; opening must not stop halfway.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        Thread thread;
        synchronized (this) {
            closed = true;
            state = state == State.UNOPENED ? State.NONE : state;
            thread = opening;
        }
        await(thread);
        forEachOpen(context -> {
            try {
                context.close();
            } finally {
                context.backend().close();
            }
        });
    }

    /** Frees the programs that are kept and not in use, on all devices; then throws the first failure. */
    public void release() {
        forEachOpen(Context::release);
    }

    private void forEachOpen(Consumer<Context> work) {
        RuntimeException failure = null;
        for (Context context : open().toList()) {
            try {
                work.accept(context);
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
