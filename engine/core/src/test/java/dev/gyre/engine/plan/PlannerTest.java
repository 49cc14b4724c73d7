package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.team.DeviceSet;
import dev.gyre.engine.team.Opener;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The choice of devices for calls: on the JVM a sort takes a microsecond per key, on the card only its call and compilation. */
@Timeout(60)
class PlannerTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Rates JVM = TestCosts.of(Map.of(Operation.RADIX_SORT, new Rates.Rate(0, 1e-6, 0)));
    private static final Rates FREE = TestCosts.flat(0);
    private static final Rates COMPILING = TestCosts.of(Map.of(Operation.RADIX_SORT, new Rates.Rate(0, 0, 0.25)));

    private final Workers workers = new Workers(2);
    private final Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
    private final CountDownLatch mayOpen = new CountDownLatch(1);
    private final AtomicInteger openings = new AtomicInteger();

    @TempDir
    private Path folder;

    private FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);
    private boolean found = true;

    @AfterEach
    void close() {
        workers.close();
    }

    private final class SlowOpener implements Opener {

        @Override
        public Optional<String> noDevices() {
            return Optional.empty();
        }

        @Override
        public Opener.Opened open() {
            openings.incrementAndGet();
            try {
                assertTrue(mayOpen.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return found
                    ? new Opener.Opened(Optional.of(card), "card:0 is fine")
                    : new Opener.Opened(Optional.empty(), "no accelerator found");
        }
    }

    private Planner automatic(Rates costs) {
        return new Planner(
                DeviceSet.automatic(jvm, new SlowOpener(), backend -> new Context(backend, workers, Long.MAX_VALUE)),
                () -> TestCosts.model(JVM, costs));
    }

    private static Workload keys(int millions) {
        return new Workload(millions * 1_000_000L, 1, 1, 1);
    }

    private static Workload thousand(int thousands) {
        return new Workload(thousands * 1000L, 1, 1, 1);
    }

    private static String sort(Planner planner, Workload work) {
        return planner.at(Operation.RADIX_SORT, work).device().id();
    }

    private static void awaitOpen(Planner planner) throws InterruptedException {
        while (planner.reason().contains("being opened")) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldOpenNoDeviceForSmallCalls() {
        try (Planner planner = automatic(FREE)) {
            for (int i = 0; i < 9; i++) {
                assertEquals("jvm", sort(planner, thousand(10)));
            }
            assertEquals(0, openings.get());
            assertEquals("auto: jvm, no call was worth opening a device yet", planner.reason());
        }
        assertEquals(0, openings.get());
    }

    @Test
    void shouldOpenNoDeviceForWhatItWouldNotDoSooner() {
        try (Planner planner = automatic(TestCosts.flat(1))) {
            assertEquals("jvm", sort(planner, keys(1000)));
            assertEquals(0, openings.get());
        }
    }

    /** The first call would gain 0.2 s, and later ones 0.01 s each. */
    @Test
    void shouldOpenTheDeviceInTheBackgroundAndTakeItWhenItIsOpen() throws InterruptedException {
        try (Planner planner = automatic(FREE)) {
            assertEquals("jvm", sort(planner, thousand(200)));
            assertEquals("auto: jvm, a device is being opened", planner.reason());
            assertEquals("jvm", sort(planner, thousand(10)));
            mayOpen.countDown();
            awaitOpen(planner);
            assertEquals("auto: card:0 is fine, used where it is faster than the jvm", planner.reason());
            assertEquals("card:0", sort(planner, thousand(10)));
            assertEquals(CARD, planner.latest().device());
            assertEquals(
                    "jvm",
                    planner.at(Operation.PARTITION, keys(1)).device().id(),
                    "as good on the JVM, which comes first");
            assertEquals(1, openings.get());
        }
        assertTrue(card.isClosed());
    }

    @Test
    void shouldOpenTheDeviceForManySmallCalls() {
        try (Planner planner = automatic(FREE)) {
            mayOpen.countDown();
            for (int i = 0; i < 11; i++) {
                sort(planner, thousand(10));
            }
        }
        assertEquals(1, openings.get());
    }

    @Test
    void shouldWaitForTheDeviceWhereEvenOpeningItPays() {
        try (Planner planner = automatic(FREE)) {
            mayOpen.countDown();
            assertEquals("card:0", sort(planner, keys(1)));
        }
    }

    @Test
    void shouldGoOnWithoutADeviceWhereThereIsNone() {
        found = false;
        mayOpen.countDown();
        try (Planner planner = automatic(FREE)) {
            assertEquals("jvm", sort(planner, keys(10)));
            assertEquals("auto: jvm, no accelerator found", planner.reason());
            assertEquals("jvm", sort(planner, keys(10)));
            assertEquals(1, openings.get());
            assertSame(jvm, planner.best());
        }
    }

    /** Each call on the JVM loses 0.1 s, until they have lost the 0.25 s of compiling. */
    @Test
    void shouldPayForCompilingOnceCallsHaveLostAsMuch() {
        mayOpen.countDown();
        try (Planner planner = automatic(COMPILING)) {
            assertEquals("card:0", planner.best().device().id());
            assertEquals("jvm", sort(planner, thousand(100)));
            assertEquals("jvm", sort(planner, thousand(100)));
            assertEquals("card:0", sort(planner, thousand(100)));
            assertEquals("card:0", sort(planner, thousand(1)), "compiled");
        }
        try (Planner planner = automatic(COMPILING)) {
            planner.best();
            assertEquals("card:0", sort(planner, thousand(300)), "more than compiling takes");
        }
    }

    @Test
    void shouldNotTakeADeviceAgainThatFailedInACall() {
        card = new FaultyBackend(CARD, workers, Fault.THROWS);
        mayOpen.countDown();
        Blueprint<Blueprint.Made> blueprint = layout -> {
            int[] values = layout.ints(2);
            Phase run = Phase.named("run")
                    .upload(values)
                    .stage(ProbeKernels.INCREMENT.stage(2, values))
                    .build();
            return () -> Program.of("test", run);
        };
        try (Planner planner = automatic(FREE)) {
            Context context = planner.at(Operation.RADIX_SORT, keys(1));
            assertEquals(CARD, context.device());
            try (Lease<Blueprint.Made> lease = context.lease(blueprint, null)) {
                DeviceException e = assertThrows(DeviceException.class, () -> lease.run("run"));
                assertEquals("out of order", e.getMessage());
            }
            assertEquals("auto: jvm, card:0 failed in a call: out of order", planner.reason());
            assertEquals("jvm", sort(planner, keys(1)));
            assertEquals(1, openings.get());
            assertFalse(card.isClosed(), "a tree may still be there");
        }
        assertTrue(card.isClosed());
    }

    @Test
    void shouldCloseADeviceThatIsBeingOpened() throws InterruptedException {
        Planner planner = automatic(FREE);
        sort(planner, thousand(200));
        Thread closing = new Thread(planner::close);
        closing.start();
        closing.join(50);
        assertTrue(closing.isAlive(), "nothing is left half open");
        mayOpen.countDown();
        closing.join();
        assertTrue(card.isClosed());
    }

    /** The JVM takes 2 s, the card 0.1 s from its opening on. */
    @Test
    void shouldShareACallWithADeviceThatIsStillBeingOpened() {
        Rates host = TestCosts.fixed(Map.of(Operation.SEARCH, 2.0));
        Rates device = TestCosts.fixed(Map.of(Operation.SEARCH, 0.1));
        try (Planner planner = new Planner(
                DeviceSet.automatic(jvm, new SlowOpener(), backend -> new Context(backend, workers, Long.MAX_VALUE)),
                () -> TestCosts.model(host, device))) {
            Strategy search = Strategy.of("search", new Workload(1000, 1000, 2, 1), Operation.SEARCH);
            Plan choice = planner.share(context -> List.of(search));
            assertEquals(
                    List.of("jvm", "device:0"),
                    choice.team().members().stream()
                            .map(member -> member.device().id())
                            .toList());
            assertSame(jvm, choice.team().first());
            assertEquals(0, openings.get(), "the call opens it");
            mayOpen.countDown();
            assertEquals(CARD, choice.team().members().getLast().context().get().device());
            assertEquals(1, openings.get());
        }
    }

    @Test
    void shouldThrowFromATeamWhereNoDeviceCanBeOpened() {
        found = false;
        mayOpen.countDown();
        Rates host = TestCosts.fixed(Map.of(Operation.SEARCH, 2.0));
        try (Planner planner = new Planner(
                DeviceSet.automatic(jvm, new SlowOpener(), backend -> new Context(backend, workers, Long.MAX_VALUE)),
                () -> TestCosts.model(host, FREE))) {
            Strategy search = Strategy.of("search", new Workload(1000, 1000, 2, 1), Operation.SEARCH);
            Team team = planner.share(context -> List.of(search)).team();
            DeviceException e = assertThrows(
                    DeviceException.class,
                    () -> team.members().getLast().context().get());
            assertEquals("auto: jvm, no accelerator found", e.getMessage());
        }
    }

    @Test
    void shouldLeaveADeviceOfASetOutOnceItFailedUnlessAllHave() {
        FaultyBackend other = new FaultyBackend(
                new Device("card", 1, "Card", Device.Type.GPU, 1L << 33, 1L << 31), workers, Fault.NONE);
        try (Planner planner = new Planner(
                DeviceSet.of(
                        jvm,
                        false,
                        List.of(card, other),
                        backend -> new Context(backend, workers, Long.MAX_VALUE),
                        "card:0+card:1: asked for"),
                () -> TestCosts.model(JVM, FREE))) {
            assertEquals(List.of("card:0", "card:1"), ids(planner));
            Team ofTree = planner.team(planner.all().getFirst());
            assertEquals(List.of("card:0", "card:1"), ids(ofTree, 1 << 20));
            assertEquals(List.of("card:0"), ids(ofTree, 1));
            fail(planner, card);
            assertEquals(List.of("card:1"), ids(planner));
            assertEquals(List.of("card:1"), ids(ofTree, 1 << 20));
            assertEquals(List.of("card:1"), ids(ofTree, 1));
            assertEquals("card:0+card:1: asked for; left out: card:0 failed in a call: out of order", planner.reason());
            assertEquals("card:1", sort(planner, keys(1)));
            fail(planner, other);
            assertEquals(List.of("card:0", "card:1"), ids(ofTree, 1 << 20));
            assertEquals(List.of("card:0", "card:1"), ids(planner));
            assertEquals("card:0+card:1: asked for", planner.reason());
        }
    }

    private static List<String> ids(Planner planner) {
        return planner.all().stream().map(context -> context.device().id()).toList();
    }

    private static List<String> ids(Team team, int items) {
        return team.forItems(items).members().stream()
                .map(member -> member.device().id())
                .toList();
    }

    private static void fail(Planner planner, FaultyBackend backend) {
        backend.become(Fault.THROWS);
        Context context = planner.all().stream()
                .filter(one -> one.device().equals(backend.device()))
                .findFirst()
                .orElseThrow();
        Program program = Program.of(
                "p",
                Phase.named("run")
                        .upload(new int[1])
                        .stage(ProbeKernels.INCREMENT.stage(1, new int[1]))
                        .build());
        assertThrows(
                DeviceException.class, () -> context.backend().prepare(program).run("run", Progress.NONE));
        backend.become(Fault.NONE);
    }

    @Test
    void shouldTakeADeviceAskedForAtItsWord() {
        Context device = new Context(card, workers, Long.MAX_VALUE);
        try (Planner planner = new Planner(DeviceSet.of(jvm, device, "card:0: asked for"), () -> {
            throw new AssertionError("no costs are needed");
        })) {
            assertSame(device, planner.at(Operation.RADIX_SORT, keys(0)));
            assertSame(device, planner.latest());
            assertEquals("card:0: asked for", planner.reason());
        }
    }

    /** Chooses between a merge of some seconds, and a radix sort of 1 s after a compilation of 100 s, which does not pay for few calls. */
    private static String onTheCard(Planner planner, int mergeSeconds) {
        return planner.choose(place -> List.of(
                        Strategy.of("merge", keys(mergeSeconds), Operation.PARTITION),
                        Strategy.of("radix", keys(10), Operation.RADIX_SORT)))
                .chosen()
                .strategy()
                .name();
    }

    private Planner named() {
        Rates costs = TestCosts.of(Map.of(
                Operation.PARTITION, new Rates.Rate(0, 1e-6, 0),
                Operation.RADIX_SORT, new Rates.Rate(0, 1e-7, 100)));
        return TestCosts.planner(new Context(card, workers, Long.MAX_VALUE), TestCosts.model(FREE, costs));
    }

    @Test
    void shouldCompileWhatIsMuchFasterInTheSecondCallOnANamedDevice() {
        try (Planner planner = named()) {
            assertEquals("merge", onTheCard(planner, 3));
            assertEquals("radix", onTheCard(planner, 3));
            assertEquals("radix", onTheCard(planner, 3));
        }
    }

    @Test
    void shouldNotCompileWhatIsHardlyFasterBeforeCallsHaveLostAsMuch() {
        try (Planner planner = named()) {
            // A merge of 1 s is as fast as the radix sort; a merge of 2 s is slower.
            assertEquals("merge", onTheCard(planner, 1));
            assertEquals("merge", onTheCard(planner, 1));
            assertEquals("merge", onTheCard(planner, 2));
        }
    }

    @Test
    void shouldChooseAnywhereWhereThatIsAskedFor() {
        Planner planner =
                TestCosts.planner(new Context(card, workers, Long.MAX_VALUE), TestCosts.model(FREE, TestCosts.flat(1)));
        Function<Context, List<Strategy>> strategies =
                place -> List.of(Strategy.of("sort", keys(1), Operation.RADIX_SORT));
        assertEquals(CARD, planner.choose(strategies).context().device());
        assertEquals(
                "jvm", planner.chooseAnywhere(strategies).context().device().id());
    }

    @Test
    void shouldExplainEveryCandidateAndOpenNothingForThat() {
        Function<Context, List<Strategy>> strategies = place -> List.of(
                Strategy.of("sort", keys(2), Operation.RADIX_SORT),
                Strategy.of("select", keys(2), Operation.RADIX_SELECT).withObstacle("is no sort"));
        try (Planner planner = automatic(COMPILING)) {
            Plan choice = planner.preview(strategies);
            assertEquals(
                    List.of(
                            "  jvm sort                 2.00 s",
                            "  jvm select               is no sort",
                            "  device sort              0.00 s, the first time 0.950 s, chosen",
                            "  device select            is no sort"),
                    choice.lines());
            assertNull(choice.context());
            assertEquals(0, openings.get());
            mayOpen.countDown();
            assertEquals("card:0", planner.choose(strategies).context().device().id());
            assertEquals(
                    "  card:0 sort              0.00 s, chosen",
                    planner.preview(strategies).lines().get(2));
            assertEquals(List.of("costs of jvm: given", "costs of card:0: given"), planner.sources(false));
        }
    }

    @Test
    void shouldRefuseWhatCannotBeDoneAnywhere() {
        Planner planner = TestCosts.planner(jvm, TestCosts.model(FREE, FREE));
        Strategy strategy = Strategy.of("sort", keys(1), Operation.RADIX_SORT).withObstacle("is forbidden");
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> planner.choose(place -> List.of(strategy)));
        assertEquals("no strategy is possible: jvm sort: is forbidden", e.getMessage());
    }

    /** A planner of the JVM and an open card, which learns, with the estimates of a call. */
    private Planner learning(Experience experience, double jvmSeconds, double cardSeconds) {
        mayOpen.countDown();
        Planner planner = new Planner(
                DeviceSet.automatic(jvm, new SlowOpener(), backend -> new Context(backend, workers, Long.MAX_VALUE)),
                () -> TestCosts.model(
                        TestCosts.fixed(Map.of(Operation.RADIX_SORT, jvmSeconds)),
                        TestCosts.fixed(Map.of(Operation.RADIX_SORT, cardSeconds))),
                experience,
                System::nanoTime);
        planner.best();
        return planner;
    }

    /** Runs a call that sleeps on the card, and returns the device. */
    private static String call(Planner planner, int millisOnTheCard) {
        return planner.run(Operation.RADIX_SORT, keys(1), context -> {
            sleep(context.onJvm() ? 0 : millisOnTheCard);
            return context.device().id();
        });
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldLeaveADeviceThatIsSlowerThanEstimated() {
        try (Planner planner = learning(Experience.in(null), 0.005, 0.001)) {
            assertEquals("card:0", call(planner, 20), "cold");
            assertEquals("card:0", call(planner, 20), "once may be chance");
            assertEquals("card:0", call(planner, 20));
            assertEquals("jvm", call(planner, 20));
            assertEquals("card:0", sort(planner, keys(100)), "of another size");
        }
    }

    @Test
    void shouldNotCountAColdCall() {
        try (Planner planner = learning(Experience.in(null), 0.1, 0.001)) {
            assertEquals("card:0", call(planner, 500));
            for (int i = 0; i < 5; i++) {
                assertEquals("card:0", call(planner, 2));
            }
            String lines = String.join("\n", preview(planner).lines());
            assertTrue(lines.contains(", learned from 5 calls, chosen"), lines);
        }
    }

    private static Plan preview(Planner planner) {
        return planner.preview(
                context -> List.of(Strategy.of(Operation.RADIX_SORT.name(), keys(1), Operation.RADIX_SORT)));
    }

    /** A call that makes a program on a device compiles it. */
    @Test
    void shouldNotCountACallThatCompiles() {
        try (Planner planner = learning(Experience.in(null), 0.1, 0.001)) {
            for (int i = 0; i < 4; i++) {
                planner.run(Operation.RADIX_SORT, keys(1), context -> {
                    Program program = Program.of("test", Phase.named("run").build());
                    // Another blueprint in each call.
                    Blueprint<Blueprint.Made> blueprint = layout -> () -> program;
                    try (Lease<Blueprint.Made> lease = context.lease(blueprint, null)) {
                        return lease.operation();
                    }
                });
            }
            assertTrue(
                    preview(planner).lines().stream().noneMatch(line -> line.contains("learned")),
                    () -> preview(planner).lines().toString());
        }
    }

    @Test
    void shouldNotCountACallThatFails() {
        try (Planner planner = learning(Experience.in(null), 0.1, 0.001)) {
            call(planner, 0);
            for (int i = 0; i < 3; i++) {
                assertThrows(
                        IllegalStateException.class,
                        () -> planner.run(Operation.RADIX_SORT, keys(1), context -> {
                            throw new IllegalStateException("no");
                        }));
            }
            assertTrue(
                    preview(planner).lines().stream().noneMatch(line -> line.contains("learned")),
                    () -> preview(planner).lines().toString());
        }
    }

    /** By the rates the JVM needs a little longer than the card; here it is faster. */
    @Test
    void shouldTryWhatIsEstimatedToBeHardlySlower() {
        try (Planner planner = learning(Experience.in(null), 0.03, 0.02)) {
            for (int i = 0; i < 10; i++) {
                // On the JVM alone, so that its code is warm: calls of another size.
                planner.choose(context -> List.of(onlyOnTheJvm(context)))
                        .watch()
                        .done("warm");
            }
            assertEquals("card:0", call(planner, 20), "cold");
            assertEquals("card:0", call(planner, 20));
            assertEquals("jvm", call(planner, 20), "tried");
            assertEquals("jvm", call(planner, 20), "faster");
        }
    }

    /** Every sixteenth call, as long as the card is estimated to be hardly slower. */
    @Test
    void shouldTryAgainWhatWasHardlySlower() {
        long[] nanos = new long[1];
        mayOpen.countDown();
        try (Planner planner = new Planner(
                DeviceSet.automatic(jvm, new SlowOpener(), backend -> new Context(backend, workers, Long.MAX_VALUE)),
                () -> TestCosts.model(
                        TestCosts.fixed(Map.of(Operation.RADIX_SORT, 1.0)),
                        TestCosts.fixed(Map.of(Operation.RADIX_SORT, 0.9))),
                Experience.in(null),
                () -> nanos[0])) {
            planner.best();
            List<Integer> onTheCard = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String device = planner.run(Operation.RADIX_SORT, keys(1), context -> {
                    nanos[0] += context.onJvm() ? 1_000_000_000 : 2_000_000_000;
                    return context.device().id();
                });
                if (device.equals("card:0")) {
                    onTheCard.add(i);
                }
            }
            // The first one is cold, as is the first one on the JVM.
            assertEquals(List.of(0, 1, 19, 36, 53), onTheCard);
        }
    }

    /** A clock that calls set; of their time, a share is spent waiting for a processor. */
    private static final class WaitingClock implements CallClock {

        private final double share;
        private long nanos;

        WaitingClock(double share) {
            this.share = share;
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long waited() {
            return (long) (share * nanos);
        }
    }

    /** Returns the devices of some calls for which the card is estimated to be faster, and is slower. */
    private List<String> devicesOfCalls(double waiting, double cardSeconds) {
        WaitingClock clock = new WaitingClock(waiting);
        mayOpen.countDown();
        try (Planner planner = new Planner(
                DeviceSet.automatic(jvm, new SlowOpener(), backend -> new Context(backend, workers, Long.MAX_VALUE)),
                () -> TestCosts.model(
                        TestCosts.fixed(Map.of(Operation.RADIX_SORT, 10 * cardSeconds)),
                        TestCosts.fixed(Map.of(Operation.RADIX_SORT, cardSeconds))),
                Experience.in(null),
                clock)) {
            planner.best();
            List<String> devices = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                planner.run(Operation.RADIX_SORT, keys(1), context -> {
                    clock.nanos += context.onJvm() ? 1_000_000L : 1_000_000_000L;
                    return devices.add(context.device().id());
                });
            }
            return devices;
        }
    }

    @Test
    void shouldNotLearnFromCallsThatOtherWorkSlowedDown() {
        assertEquals(Collections.nCopies(6, "card:0"), devicesOfCalls(0.21, 0.01));
        assertEquals("jvm", devicesOfCalls(0.19, 0.01).getLast());
        assertEquals("jvm", devicesOfCalls(0, 0.01).getLast());
    }

    @Test
    void shouldLearnFromShortCallsWithoutAskingHowLongTheyWaited() {
        assertEquals("jvm", devicesOfCalls(0.21, 0.0001).getLast());
    }

    private static Strategy onlyOnTheJvm(Context context) {
        return Strategy.of(Operation.RADIX_SORT.name(), keys(100), Operation.RADIX_SORT)
                .withObstacle(context != null && context.onJvm() ? "" : "on the JVM alone");
    }

    @Test
    void shouldRememberInTheNextProcess() {
        Experience experience = Experience.in(folder);
        try (Planner planner = learning(experience, 0.005, 0.001)) {
            for (int i = 0; i < 3; i++) {
                call(planner, 20);
            }
        }
        card = new FaultyBackend(CARD, workers, Fault.NONE);
        try (Planner planner = learning(Experience.in(folder), 0.005, 0.001)) {
            assertEquals("jvm", call(planner, 20));
            List<String> sources = planner.sources(false);
            assertEquals("corrected by earlier calls, kept in " + folder, sources.getLast());
        }
    }
}
