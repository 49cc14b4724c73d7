package dev.gyre.engine.plan;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Decides the device and the strategy of every call: the device that the user named, or else the one with the lowest estimate,
 * the JVM or another.
 *
 * <p>An automatic planner starts no device before a call is worth it. Until then each call is compared with the costs of a device
 * that the machine may have:
 * <ul>
 *   <li>a call that a device would not speed up runs on the JVM;
 *   <li>a call that gains more than opening the device and compiling take waits for it;
 *   <li>once the calls so far would have gained {@value #WORTH_OPENING} s, a thread opens the device in the background, and calls
 *       run on the JVM meanwhile.
 * </ul>
 * Compilation is handled in the same way: a call whose programs have not been compiled in this process goes to the device
 * as soon as it and the calls before it gain as much as compiling costs. So all calls together need at most about twice the time
 * of a planner that knows all calls in advance. On a device that the user named, the second call already compiles a method that
 * is {@value #MUCH_FASTER} times faster, so that no later call waits for it.
 *
 * <p>A device that fails in a call is not used again: that call throws, as part of its work may be done, and later ones run on
 * the JVM.
 *
 * <p>Safe for use by several threads. Choosing takes microseconds. Closing closes the contexts and their devices, waits for a
 * device that is being opened, and may be repeated; the threads belong to the caller.
 */
public final class Planner implements Placement, AutoCloseable {

    /** Time that TornadoVM needs to start: 0.5 to 0.7 s on the host of an H200, November 2026. */
    static final double START_SECONDS = 0.7;

    /** A seventh of the start: what many small calls, or a few large ones, have lost by then hardly shows. */
    static final double WORTH_OPENING = 0.1;

    /** On a device that the user named, the second call compiles a method that is faster by this factor. */
    private static final double MUCH_FASTER = 1.5;

    private static final String AUTO = "auto: ";

    private final Context jvm;
    private final Supplier<CostModel> costs;
    private final Opener opener;
    private final Function<Backend, Context> contexts;
    private final Map<List<Operation>, Double> missed = new HashMap<>();
    private final Set<Operation> compiled = EnumSet.noneOf(Operation.class);
    private CostModel model;
    private final boolean usesJvm;
    private final Map<Context, DeviceOption> options = new IdentityHashMap<>();
    private final Map<Context, String> failures = new IdentityHashMap<>();
    private List<Context> devices;
    private State state;
    private String reason;
    private double missedInAll;
    private long openingSince;
    private Thread opening;
    private volatile Context latest;
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

    /** A device for calls, with its costs; or, before one is open, with the costs of each that the machine may have. */
    private record DeviceOption(Context context, String id, List<DeviceCosts> costs) {

        double least(ToDoubleFunction<DeviceCosts> seconds) {
            return costs.stream().mapToDouble(seconds).min().orElse(Double.POSITIVE_INFINITY);
        }

        double compilation(Operation operation) {
            return costs.stream()
                    .mapToDouble(each -> each.compilation(operation))
                    .min()
                    .orElse(0);
        }
    }

    private Planner(
            Context jvm,
            boolean usesJvm,
            Supplier<CostModel> costs,
            Opener opener,
            Function<Backend, Context> contexts,
            State state,
            String reason) {
        this.jvm = jvm;
        this.usesJvm = usesJvm;
        this.costs = costs;
        this.opener = opener;
        this.contexts = contexts;
        this.devices = List.of();
        this.state = state;
        this.reason = reason;
        this.latest = jvm;
    }

    /**
     * Makes a planner that runs everything on one device.
     *
     * @param jvm the JVM, for {@link #chooseAnywhere}
     * @param context the device, which may be the JVM
     * @param costs read when they are first needed
     * @param reason why this device, in one line
     */
    public static Planner named(Context jvm, Context context, Supplier<CostModel> costs, String reason) {
        Planner planner = new Planner(jvm, context == jvm, costs, null, null, State.NAMED, reason);
        planner.devices = context == jvm ? List.of() : List.of(context);
        planner.latest = context;
        return planner;
    }

    /**
     * Makes a planner that runs everything on a set of devices, each call on those that do it fastest. One that fails in a call is left out
     * of later ones, unless all have failed.
     *
     * @param jvm the JVM
     * @param usesJvm whether it is one of the set
     * @param backends the others, 1 or more
     * @param contexts makes the context of an open device
     * @param reason why these devices, in one line
     */
    public static Planner set(
            Context jvm,
            boolean usesJvm,
            List<Backend> backends,
            Supplier<CostModel> costs,
            Function<Backend, Context> contexts,
            String reason) {
        Planner planner = new Planner(jvm, usesJvm, costs, null, contexts, State.NAMED, reason);
        planner.devices = backends.stream().map(planner::watched).toList();
        planner.latest = planner.devices.getFirst();
        return planner;
    }

    private Context watched(Backend backend) {
        return contexts.apply(new WatchedBackend(backend, failure -> failed(backend.device(), failure)));
    }

    /**
     * Makes a planner that uses the JVM, and a device for calls that are faster there.
     *
     * @param costs read when they are first needed
     * @param opener opens the device
     * @param contexts makes the context of an open device
     */
    public static Planner automatic(
            Context jvm, Supplier<CostModel> costs, Opener opener, Function<Backend, Context> contexts) {
        Optional<String> none = opener.noDevices();
        State state = none.isPresent() ? State.NONE : State.UNOPENED;
        String reason = none.orElse("no call was worth opening a device yet");
        return new Planner(jvm, true, costs, opener, contexts, state, AUTO + "jvm, " + reason);
    }

    @Override
    public Context at(Operation operation, Workload work) {
        Context only = only();
        return only == null ? Placement.super.at(operation, work) : only;
    }

    @Override
    public Choice choose(Function<Context, List<Strategy>> strategies) {
        return choose(strategies, false, true);
    }

    @Override
    public Choice preview(Function<Context, List<Strategy>> strategies) {
        return choose(strategies, false, false);
    }

    /**
     * Performs {@link #choose} on the JVM too where the user named another device.
     *
     * @param strategies gives the strategies for a context
     * @throws IllegalArgumentException if no strategy is possible
     */
    public Choice chooseAnywhere(Function<Context, List<Strategy>> strategies) {
        return choose(strategies, true, true);
    }

    /** As {@link Placement#share}; as long as one device is being opened or compiles, the others already work. */
    @Override
    public Choice share(Function<Context, List<Strategy>> strategies) {
        Choice together = previewShared(strategies);
        if (together.together().size() == 1) {
            return choose(strategies);
        }
        List<Team.Member> members = new ArrayList<>();
        for (Choice.Candidate candidate : together.together()) {
            // One that is not open comes last: the first one builds what all search.
            Team.Member member = member(candidate);
            members.add(member.device() == Choice.UNOPENED ? members.size() : 0, member);
        }
        // Where the best device is not open yet, the other one is the JVM.
        Context context = together.context() == null ? jvm : together.context();
        noteCall(context, together.strategy());
        return new Choice(together.chosen(), context, together.candidates(), together.together(), new Team(members));
    }

    /**
     * Returns what {@link #share} would choose now, for explanations.
     *
     * @param strategies gives the strategies for a context
     * @throws IllegalArgumentException if no strategy is possible
     */
    public Choice previewShared(Function<Context, List<Strategy>> strategies) {
        Choice alone = preview(strategies);
        List<Choice.Candidate> together = Sharing.together(alone.chosen(), alone.candidates());
        return new Choice(alone.chosen(), alone.context(), alone.candidates(), together, null);
    }

    @Override
    public Team team(Context builder) {
        List<Context> all = new ArrayList<>(isAutomatic() ? List.of() : all());
        all.remove(builder);
        all.addFirst(builder);
        return Team.of(all);
    }

    private synchronized Team.Member member(Choice.Candidate candidate) {
        Context there = context(candidate.device());
        Supplier<Context> context = there == null ? this::openedDevice : () -> there;
        Device device = there == null ? Choice.UNOPENED : there.device();
        if (there != jvm) {
            compiled.addAll(candidate.strategy().operations());
        }
        return new Team.Member(
                context,
                device,
                Sharing.answering(candidate),
                candidate.strategy().work().queries());
    }

    /** Opens the device of an automatic planner. */
    private Context openedDevice() {
        Context best = best();
        if (best == jvm) {
            throw new DeviceException(reason());
        }
        return best;
    }

    /**
     * Performs {@link #preview} on the JVM too where the user named another device.
     *
     * @param strategies gives the strategies for a context
     * @throws IllegalArgumentException if no strategy is possible
     */
    public Choice previewAnywhere(Function<Context, List<Strategy>> strategies) {
        return choose(strategies, true, false);
    }

    /**
     * Returns the estimates of all candidates.
     *
     * @param strategies gives the strategies for the context of a device, which is null for a device that is not open
     * @param anywhere whether to include the JVM where the user named another device
     * @return the candidates, those of the JVM first
     */
    public synchronized List<Choice.Candidate> candidates(
            Function<Context, List<Strategy>> strategies, boolean anywhere) {
        List<Choice.Candidate> candidates = new ArrayList<>();
        for (DeviceOption option : options(anywhere)) {
            for (Strategy strategy : strategies.apply(option.context())) {
                candidates.add(new Choice.Candidate(
                        option.id(),
                        strategy,
                        option.least(strategy::seconds),
                        option.least(strategy::preparation),
                        once(option, strategy)));
            }
        }
        return candidates;
    }

    private Choice choose(Function<Context, List<Strategy>> strategies, boolean anywhere, boolean follows) {
        List<Choice.Candidate> candidates = candidates(strategies, anywhere);
        Choice.Candidate best = Collections.min(candidates, Comparator.comparingDouble(Choice.Candidate::total));
        Choice.Candidate fastest = Collections.min(candidates, Comparator.comparingDouble(Choice.Candidate::seconds));
        Choice.checkPossible(best, candidates);
        if (follows && fastest.seconds() < best.seconds() && isTimeToPay(best, fastest)) {
            best = fastest;
        }
        boolean host = isJvm(best);
        if (!host && follows && mustOpen()) {
            open();
            return choose(strategies, anywhere, true);
        }
        Context context = context(best.device());
        if (follows) {
            noteCall(context, best.strategy());
        }
        return new Choice(best, context, candidates);
    }

    private boolean isJvm(Choice.Candidate candidate) {
        return candidate.device().equals(jvm.device().id());
    }

    /**
     * Adds up the time that calls lose because they avoid the fastest candidate, whose opening and compilation are still to be paid;
     * tells whether they have lost as much as compiling costs.
     */
    private synchronized boolean isTimeToPay(Choice.Candidate best, Choice.Candidate fastest) {
        double loss = best.seconds() - fastest.seconds();
        boolean open = isJvm(fastest) || state == State.OPEN || state == State.NAMED;
        if (!open) {
            missedInAll += loss;
        }
        if (state == State.UNOPENED && missedInAll >= WORTH_OPENING) {
            openInBackground();
        }
        boolean again = missed.containsKey(fastest.strategy().operations());
        double sum = missed.merge(fastest.strategy().operations(), loss, Double::sum);
        boolean steady = again && state == State.NAMED && best.seconds() >= MUCH_FASTER * fastest.seconds();
        return open && (steady || sum >= fastest.once() - best.once());
    }

    private synchronized void noteCall(Context context, Strategy strategy) {
        latest = context;
        if (context != jvm) {
            compiled.addAll(strategy.operations());
        }
    }

    /** Returns the seconds that opening a device and compiling a strategy still cost. */
    private double once(DeviceOption option, Strategy strategy) {
        if (option.context() == jvm || !strategy.obstacle().isEmpty()) {
            return 0;
        }
        double sum = switch (state) {
            case UNOPENED -> START_SECONDS;
            case OPENING -> Math.max(0, START_SECONDS - (System.nanoTime() - openingSince) * 1e-9);
            default -> 0;
        };
        for (Operation operation : strategy.operations()) {
            sum += compiled.contains(operation) ? 0 : option.compilation(operation);
        }
        return sum;
    }

    private synchronized CostModel model() {
        if (model == null) {
            model = costs.get();
        }
        return model;
    }

    private List<DeviceOption> options(boolean anywhere) {
        List<DeviceOption> usable = new ArrayList<>();
        if (usesJvm || anywhere) {
            usable.add(option(jvm));
        }
        usable().forEach(context -> usable.add(option(context)));
        if (mustOpen()) {
            usable.add(option(null));
        }
        return usable;
    }

    private DeviceOption option(Context context) {
        return options.computeIfAbsent(
                context,
                device -> device == null
                        ? new DeviceOption(null, "device", model().ofUnknownDevices())
                        : new DeviceOption(device, device.device().id(), List.of(model().of(device.device()))));
    }

    /** The open devices but for the JVM that have not failed; all of a set that have all failed, since a call must run somewhere. */
    private synchronized List<Context> usable() {
        if (state == State.NONE) {
            return List.of();
        }
        if (!usesJvm && failures.size() == devices.size()) {
            failures.clear();
        }
        return devices.stream().filter(device -> !failures.containsKey(device)).toList();
    }

    /** The context of a device of the candidates; null where it is not open. */
    private synchronized Context context(String id) {
        return opened().filter(context -> context.device().id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private synchronized boolean mustOpen() {
        return state == State.UNOPENED || state == State.OPENING;
    }

    /** The only device that the user named; null for an automatic planner or a set. */
    private synchronized Context only() {
        if (state != State.NAMED || devices.size() + (usesJvm ? 1 : 0) > 1) {
            return null;
        }
        return usesJvm ? jvm : devices.getFirst();
    }

    /** Opens the device, or waits until it is open; afterwards there may still be none. */
    private void open() {
        Thread thread;
        synchronized (this) {
            if (state == State.UNOPENED && !closed) {
                openInBackground();
            }
            thread = opening;
        }
        await(thread);
    }

    private static void await(Thread thread) {
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // The call that follows sees it, and opening cannot be left half done.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void openInBackground() {
        state = State.OPENING;
        reason = AUTO + "jvm, a device is being opened";
        openingSince = System.nanoTime();
        opening = new Thread(this::openNow, "gyre-open-device");
        opening.setDaemon(true);
        opening.start();
    }

    private void openNow() {
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

    /** A device failed in a call. */
    private synchronized void failed(Device device, DeviceException failure) {
        String what = device.id() + " failed in a call: " + failure.getMessage();
        if (state == State.OPEN) {
            state = State.NONE;
            reason = AUTO + "jvm, " + what;
        } else if (state == State.NAMED) {
            failures.put(context(device.id()), what);
        }
    }

    /**
     * Returns the context for programs whose costs are unknown: of the device that the user named, or else the one that an automatic
     * planner finds and opens, or else the JVM.
     */
    public Context best() {
        if (mustOpen()) {
            open();
        }
        List<Context> usable = usable();
        return usable.isEmpty() ? jvm : usable.getFirst();
    }

    /** Returns all devices that are open and used, the JVM first if it is. */
    public List<Context> all() {
        return Stream.concat(usesJvm ? Stream.of(jvm) : Stream.empty(), usable().stream())
                .toList();
    }

    /** Returns the context of the latest call; before any, that of the device that the user named, or else the JVM. */
    public Context latest() {
        return latest;
    }

    /** The JVM. */
    public Context jvm() {
        return jvm;
    }

    /**
     * Tells whether the planner chooses among devices.
     *
     * @return false if the user named a device
     */
    public boolean isAutomatic() {
        return opener != null;
    }

    /** Returns which devices are used, and why. */
    public synchronized String reason() {
        return failures.isEmpty() ? reason : reason + "; left out: " + String.join("; ", failures.values());
    }

    /**
     * Returns the sources of the costs.
     *
     * @param anywhere whether to include the JVM where the user named another device
     */
    public synchronized List<String> sources(boolean anywhere) {
        return options(anywhere).stream()
                .map(option -> option.context() == null
                        ? "costs of device: those of the accelerators that this machine may have, none is open"
                        : model().source(option.context().device()))
                .toList();
    }

    /** Bytes of the arrays of all programs that are kept between calls. */
    public long keptBytes() {
        return opened().mapToLong(Context::keptBytes).sum();
    }

    /** Frees the programs that are kept and not in use. */
    public void release() {
        opened().forEach(Context::release);
    }

    /** All devices that are open, the JVM among them. */
    private synchronized Stream<Context> opened() {
        return Stream.concat(Stream.of(jvm), devices.stream());
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
        opened().forEach(context -> {
            context.close();
            context.backend().close();
        });
    }
}
