package dev.gyre.engine.plan;

import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution.Work;
import dev.gyre.engine.team.DeviceSet;
import dev.gyre.engine.team.Team;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Decides the device and the strategy of every call: the device that the user named, or else the one with the lowest estimate, the JVM or
 * another. Calls that several devices can do together are {@linkplain #share shared} if the estimates say that this is faster.
 *
 * <p>An automatic planner starts no device before a call is worth it. Until then each call is compared with the costs of a device
 * that the machine may have:
 * <ul>
 *   <li>a call that a device would not speed up runs on the JVM;
 *   <li>a call that gains more than opening the device and compiling cost waits for the device, or, if it can be shared, begins on the JVM;
 *   <li>once the calls so far would have gained {@value #WORTH_OPENING} s, a thread opens the device in the background, and calls
 *       run on the JVM meanwhile.
 * </ul>
 * Compilation is handled in the same way: a call whose programs have not been compiled in this process goes to the device
 * as soon as it and the calls before it gain as much as compiling costs. So all calls together need at most about twice the time
 * of a planner that knows all calls in advance. On a device that the user named, the second call already compiles a method that
 * is {@value #MUCH_FASTER} times faster, so that no later call waits for it.
 *
 * <p>A device that fails in a call is not used again. A call that is not shared throws, as part of its work may be done; later calls run on
 * the JVM, or on the other devices of a set.
 *
 * <p>Safe for use by several threads. Choosing takes microseconds. Closing closes the contexts and their devices, waits for a
 * device that is being opened, and may be repeated; the threads belong to the caller.
 */
public final class Planner implements Placement, AutoCloseable {

    /** A seventh of the time to start: for many small calls or a few large ones, this loss hardly shows. */
    static final double WORTH_OPENING = 0.1;

    /** On a device that the user named, the second call compiles a method that is faster by this factor. */
    private static final double MUCH_FASTER = 1.5;

    /**
     * A candidate that nobody has timed is tried if it is estimated to take up to this factor of the best one's time. On clustered points,
     * estimates were off by up to 2.2: so what is not tried would not be faster than the best one.
     */
    private static final double WORTH_TRYING = 2.5;

    /** Calls of the best candidate after which another one is tried again, for each time that it was timed: other work may have slowed it. */
    private static final int TRIED_AGAIN = 16;

    /** Seconds of calls that are worth the first calls of code that the JVM has not compiled. */
    private static final double WORTH_WARMING = 1;

    private final Context jvm;
    private final Supplier<CostModel> costs;
    private final Experience experience;
    private final CallClock clock;
    private final DeviceSet devices;
    private final Map<List<Operation>, Double> missed = new HashMap<>();
    private final Set<Operation> compiled = EnumSet.noneOf(Operation.class);
    private final Map<Context, DeviceOption> options = new IdentityHashMap<>();
    private double missedInAll;
    private volatile Context latest;

    /** A device for calls, with its costs; before a device is open, with the costs of each device that the machine may have. */
    private record DeviceOption(Context context, String id, List<Rates> costs) {

        double min(ToDoubleFunction<Rates> seconds) {
            return costs.stream().mapToDouble(seconds).min().orElse(Double.POSITIVE_INFINITY);
        }

        double compilation(Operation operation) {
            return costs.stream()
                    .mapToDouble(each -> each.of(operation).compilation())
                    .min()
                    .orElse(0);
        }
    }

    /**
     * Makes a planner that learns nothing.
     *
     * @param devices the devices that it chooses from, which it closes
     * @param costs read when they are first needed
     */
    public Planner(DeviceSet devices, Supplier<CostModel> costs) {
        this(devices, costs, Experience.none());
    }

    /**
     * Makes a planner.
     *
     * @param devices the devices that it chooses from, which it closes
     * @param costs read when they are first needed
     * @param experience corrects the estimates, and learns from the calls
     */
    public Planner(DeviceSet devices, Supplier<CostModel> costs, Experience experience) {
        this(devices, costs, experience, CallClock.SYSTEM);
    }

    /**
     * Makes a planner with a clock of its own.
     *
     * @param devices the devices that it chooses from, which it closes
     * @param costs read when they are first needed
     * @param experience corrects the estimates, and learns from the calls
     * @param clock times the calls
     */
    public Planner(DeviceSet devices, Supplier<CostModel> costs, Experience experience, CallClock clock) {
        this.jvm = devices.jvm();
        this.devices = devices;
        this.costs = costs;
        this.experience = experience;
        this.clock = clock;
        List<Context> named = devices.usable();
        this.latest = named.isEmpty() ? jvm : named.getFirst();
    }

    @Override
    public Context at(Operation operation, Workload work) {
        Context only = devices.only();
        return only == null ? Placement.super.at(operation, work) : only;
    }

    @Override
    public <T> T run(Operation operation, Workload work, Function<Context, T> call) {
        Context only = devices.only();
        return only == null ? Placement.super.run(operation, work, call) : call.apply(only);
    }

    @Override
    public Plan choose(Function<Context, List<Strategy>> strategies) {
        return follow(strategies, false, candidates(strategies, false));
    }

    @Override
    public Plan preview(Function<Context, List<Strategy>> strategies) {
        return preview(candidates(strategies, false));
    }

    /**
     * Performs {@link #choose}, and includes the JVM if the user named another device and is not strict.
     *
     * @throws IllegalArgumentException if no strategy is possible
     */
    public Plan chooseAnywhere(Function<Context, List<Strategy>> strategies) {
        return follow(strategies, true, candidates(strategies, true));
    }

    /** Performs {@link Placement#share}; while one device is being opened or compiles, the others already work. */
    @Override
    public Plan share(Function<Context, List<Strategy>> strategies) {
        List<Plan.Candidate> candidates = candidates(strategies, false);
        List<Plan.Candidate> together = Plan.together(cheapest(candidates), candidates);
        if (together.size() == 1) {
            return follow(strategies, false, candidates);
        }
        List<Team.Member> members = new ArrayList<>();
        for (Plan.Candidate candidate : together) {
            // A device that is not open comes last: the first one builds the tree that all search.
            Team.Member member = member(candidate);
            members.add(member.device() == Plan.UNOPENED ? members.size() : 0, member);
        }
        Plan.Candidate best = together.getFirst();
        Context there = devices.context(best.device());
        // If the best device is not open yet, the other one is the JVM.
        Context context = there == null ? jvm : there;
        noteCall(context, best.strategy());
        return new Plan(best, context, candidates, together, new Team(members), null);
    }

    /**
     * Returns what {@link #share} would choose now, for explanations.
     *
     * @throws IllegalArgumentException if no strategy is possible
     */
    public Plan previewShared(Function<Context, List<Strategy>> strategies) {
        List<Plan.Candidate> candidates = candidates(strategies, false);
        Plan.Candidate best = cheapest(candidates);
        return new Plan(best, devices.context(best.device()), candidates, Plan.together(best, candidates), null, null);
    }

    @Override
    public Team team(Context builder) {
        List<Context> all = new ArrayList<>(isAutomatic() ? List.of() : all());
        all.remove(builder);
        all.addFirst(builder);
        return Team.of(all);
    }

    private synchronized Team.Member member(Plan.Candidate candidate) {
        Context there = devices.context(candidate.device());
        Supplier<Context> context = there == null ? this::openedDevice : () -> there;
        Device device = there == null ? Plan.UNOPENED : there.device();
        if (there != jvm) {
            compiled.addAll(candidate.strategy().operations());
        }
        return new Team.Member(
                context,
                device,
                Plan.answering(candidate),
                candidate.strategy().isOfRows() ? candidate.strategy().work().queries() : 0);
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
     * Performs {@link #preview}, and includes the JVM if the user named another device and is not strict.
     *
     * @throws IllegalArgumentException if no strategy is possible
     */
    public Plan previewAnywhere(Function<Context, List<Strategy>> strategies) {
        return preview(candidates(strategies, true));
    }

    /**
     * Returns the estimates of all candidates.
     *
     * @param strategies gives the strategies for the context of a device, which is null for a device that is not open
     * @param anywhere whether to include the JVM if the user named another device
     * @return the candidates, those of the JVM first
     */
    public synchronized List<Plan.Candidate> candidates(
            Function<Context, List<Strategy>> strategies, boolean anywhere) {
        List<Plan.Candidate> candidates = new ArrayList<>();
        for (DeviceOption option : options(anywhere)) {
            for (Strategy strategy : strategies.apply(option.context())) {
                candidates.add(candidate(option, strategy));
            }
        }
        return candidates;
    }

    private Plan.Candidate candidate(DeviceOption option, Strategy strategy) {
        Experience.Past past = option.context() == null || !strategy.obstacle().isEmpty()
                ? Experience.Past.NONE
                : experience.of(option.context().device(), strategy, work -> option.min(strategy.of(work)::seconds));
        return new Plan.Candidate(
                option.id(),
                strategy,
                past.factor() * option.min(strategy::seconds),
                past.factor() * option.min(strategy::preparation),
                once(option, strategy),
                past);
    }

    private static Plan.Candidate cheapest(List<Plan.Candidate> candidates) {
        Plan.Candidate best = Collections.min(candidates, Comparator.comparingDouble(Plan.Candidate::total));
        Plan.checkPossible(best, candidates);
        return best;
    }

    private Plan preview(List<Plan.Candidate> candidates) {
        Plan.Candidate best = cheapest(candidates);
        return new Plan(best, devices.context(best.device()), candidates, List.of(best), null, null);
    }

    /** Chooses among candidates for a call that follows. */
    private Plan follow(
            Function<Context, List<Strategy>> strategies, boolean anywhere, List<Plan.Candidate> candidates) {
        Plan.Candidate best = cheapest(candidates);
        Plan.Candidate fastest = Collections.min(candidates, Comparator.comparingDouble(Plan.Candidate::seconds));
        best = fastest.seconds() < best.seconds() && isTimeToPay(best, fastest)
                ? fastest
                : worthTrying(best, candidates);
        if (!best.isJvm() && devices.mustOpen()) {
            devices.openNow();
            return follow(strategies, anywhere, candidates(strategies, anywhere));
        }
        Context context = devices.context(best.device());
        noteCall(context, best.strategy());
        return new Plan(best, context, candidates, List.of(best), null, this);
    }

    /**
     * Returns a candidate that may be faster than the best one: calls of about this size showed how long the best one takes, none or few how
     * long that candidate takes, and it is not estimated to take more than {@value #WORTH_TRYING} times as long. A candidate whose code has
     * hardly run in this process waits until these calls took {@value #WORTH_WARMING} s.
     */
    private synchronized Plan.Candidate worthTrying(Plan.Candidate best, List<Plan.Candidate> candidates) {
        if (best.past().calls() == 0) {
            return best;
        }
        return candidates.stream()
                .filter(other -> other != best
                        && best.past().calls() >= TRIED_AGAIN * other.past().calls()
                        && other.once() == 0
                        && other.seconds() <= WORTH_TRYING * best.seconds()
                        && (experience.isWarm(other) || best.past().seconds() >= WORTH_WARMING))
                .min(Comparator.comparingDouble(Plan.Candidate::seconds))
                .orElse(best);
    }

    /** Begins to time the call of a plan. */
    CallWatch watch(Plan plan) {
        return new CallWatch(plan, experience, clock);
    }

    /**
     * Adds up the time that calls lose because they avoid the fastest candidate, which must still be opened or compiled. Tells whether to
     * use it now: calls have lost as much as compiling costs, or the user named devices and it is much faster.
     */
    private synchronized boolean isTimeToPay(Plan.Candidate best, Plan.Candidate fastest) {
        double loss = best.seconds() - fastest.seconds();
        boolean open = fastest.isJvm() || !devices.mustOpen();
        if (!open) {
            missedInAll += loss;
        }
        if (devices.isUnopened() && missedInAll >= WORTH_OPENING) {
            devices.openInBackground();
        }
        boolean again = missed.containsKey(fastest.strategy().operations());
        double sum = missed.merge(fastest.strategy().operations(), loss, Double::sum);
        boolean steady = again && devices.isNamed() && best.seconds() >= MUCH_FASTER * fastest.seconds();
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
        double sum = devices.secondsToOpen();
        for (Operation operation : strategy.operations()) {
            sum += compiled.contains(operation) ? 0 : option.compilation(operation);
        }
        return sum;
    }

    private List<DeviceOption> options(boolean anywhere) {
        List<DeviceOption> usable = new ArrayList<>();
        Stream<Context> host = anywhere && !isStrict() ? Stream.of(jvm) : devices.host();
        Stream.concat(host, devices.usable().stream()).forEach(context -> usable.add(option(context)));
        if (devices.mustOpen()) {
            usable.add(option(null));
        }
        return usable;
    }

    private DeviceOption option(Context context) {
        return options.computeIfAbsent(
                context,
                device -> device == null
                        ? new DeviceOption(null, "device", costs.get().ofUnknownDevices())
                        : new DeviceOption(
                                device,
                                device.device().id(),
                                List.of(costs.get().of(device.device()))));
    }

    /**
     * Returns the context for programs whose costs are unknown: of the device that the user named, or else the one that an automatic
     * planner finds and opens, or else the JVM.
     */
    public Context best() {
        if (devices.mustOpen()) {
            devices.openNow();
        }
        List<Context> usable = devices.usable();
        return usable.isEmpty() ? jvm : usable.getFirst();
    }

    /** Returns all devices that are open and used, the JVM first if it is used. */
    public List<Context> all() {
        return Stream.concat(devices.host(), devices.usable().stream()).toList();
    }

    /** Returns the context of the latest call; before the first call, that of the device that the user named, or else the JVM. */
    public Context latest() {
        return latest;
    }

    public Context jvm() {
        return jvm;
    }

    /** Tells whether the user named devices, the JVM not among them, and refuses work of the host in their place. */
    public boolean isStrict() {
        return strict().isPresent();
    }

    private Optional<Context> strict() {
        return devices.open().filter(Context::isStrict).findFirst();
    }

    /**
     * Returns the JVM for a call that its threads do, whatever device the user named.
     *
     * @param call the call, with its article, for the message
     * @param why why the host does it
     * @throws IllegalArgumentException if the user named other devices and is strict
     */
    public Context host(String call, String why) {
        strict().ifPresent(named -> named.checkMayRunOnHost(call, why));
        return jvm;
    }

    @Override
    public boolean isAutomatic() {
        return devices.isAutomatic();
    }

    /** Returns which devices are used, and why. */
    public String reason() {
        return devices.reason();
    }

    /**
     * Returns an explanation of a call: what would be done, the estimated time of each candidate, and the sources of the estimates.
     *
     * @param head the method, the device, and why
     */
    public String explanation(String head, Plan choice) {
        return String.join("\n", head, String.join("\n", choice.lines()), String.join("\n", sources(false)), reason());
    }

    /**
     * Returns the sources of the costs.
     *
     * @param anywhere whether to include the JVM if the user named another device
     */
    public synchronized List<String> sources(boolean anywhere) {
        Stream<String> rates = options(anywhere).stream()
                .map(option -> option.context() == null
                        ? "costs of device: those of the accelerators that this machine may have, none is open"
                        : costs.get().source(option.context().device()));
        return Stream.concat(rates, Stream.of(experience.source()))
                .filter(source -> !source.isEmpty())
                .toList();
    }

    /** Bytes of the arrays of all programs that are kept between calls. */
    public long keptBytes() {
        return devices.open().mapToLong(Context::keptBytes).sum();
    }

    /** Returns what each open device did so far, the JVM first. */
    public Map<Device, Work> work() {
        Map<Device, Work> work = new LinkedHashMap<>();
        devices.open().forEach(context -> work.put(context.device(), context.work()));
        return work;
    }

    /** Frees the programs that are kept and not in use. */
    public void release() {
        devices.release();
    }

    @Override
    public void close() {
        experience.save();
        devices.close();
    }
}
