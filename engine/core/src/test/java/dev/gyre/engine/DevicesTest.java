package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.Verifications;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevicesTest {

    private static final Device CPU = device("opencl", 0, "Portable CPU", Device.Type.CPU);
    private static final Device GPU = device("opencl", 1, "First GPU", Device.Type.GPU);
    private static final Device SECOND = device("ptx", 0, "Second GPU", Device.Type.GPU);
    private static final Device THIRD = device("ptx", 1, "Third GPU", Device.Type.ACCELERATOR);

    private final Workers workers = new Workers(2);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        workers.close();
    }

    private static Device device(String backend, int index, String name, Device.Type type) {
        return new Device(backend, index, name, type, 1L << 32, 8L * Integer.MAX_VALUE);
    }

    /** Devices that work or fail, on the threads of this JVM. */
    private final class FakeProvider implements BackendProvider {

        private final Map<Device, Fault> faults = new LinkedHashMap<>();
        private final List<FaultyBackend> opened = new ArrayList<>();
        private final List<BackendSettings> settings = new ArrayList<>();
        private boolean refuses;
        private boolean hopeless;

        FakeProvider with(Device device, Fault fault) {
            faults.put(device, fault);
            return this;
        }

        FakeProvider refusing() {
            refuses = true;
            return this;
        }

        FakeProvider hopeless() {
            hopeless = true;
            return this;
        }

        @Override
        public boolean mayHaveDevices() {
            return !hopeless;
        }

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public List<Device> devices() {
            return List.copyOf(faults.keySet());
        }

        @Override
        public String status() {
            return faults.size() + " devices";
        }

        @Override
        public Backend open(Device device, BackendSettings backendSettings) {
            if (refuses) {
                throw new DeviceException("driver is missing");
            }
            FaultyBackend backend = new FaultyBackend(device, workers, faults.get(device));
            opened.add(backend);
            settings.add(backendSettings);
            return backend;
        }
    }

    private Devices devices(String wanted, BackendProvider... providers) {
        return new Devices(settings(wanted), List.of(providers));
    }

    private Settings settings(String wanted) {
        return Settings.DEFAULT.withDevice(wanted).withThreads(2).withCalibration(folder.resolve("calibration.ini"));
    }

    /** Returns the device that a planner finds. */
    private static Device best(Planner planner) {
        return planner.best().device();
    }

    @Test
    void shouldTakeTheFirstAcceleratorThatPassesAProbe() {
        FakeProvider provider =
                new FakeProvider().with(CPU, Fault.NONE).with(GPU, Fault.NONE).with(SECOND, Fault.NONE);
        try (Planner planner = devices("auto", provider).planner(workers)) {
            assertEquals(List.of(), provider.opened);
            assertEquals("jvm", planner.latest().device().id());
            assertEquals("auto: jvm, no call was worth opening a device yet", planner.reason());
            assertEquals(GPU, best(planner));
            assertEquals(
                    "auto: opencl:1 (First GPU), not verified, used where it is faster than the jvm", planner.reason());
            assertEquals(1, provider.opened.size());
            assertFalse(provider.opened.get(0).isClosed());
        }
        assertTrue(provider.opened.get(0).isClosed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CHANGES_ONE_ELEMENT", "DROPS_LAST_ITEM", "THROWS"})
    void shouldPassOverAnAcceleratorThatIsWrongAndCloseIt(Fault fault) {
        FakeProvider first = new FakeProvider().with(GPU, fault);
        FakeProvider second = new FakeProvider().with(SECOND, fault).with(THIRD, Fault.NONE);
        try (Planner planner = devices("Auto", first, second).planner(workers)) {
            assertEquals(THIRD, best(planner));
            assertTrue(first.opened.get(0).isClosed());
            assertTrue(second.opened.get(0).isClosed());
            assertFalse(second.opened.get(1).isClosed());
        }
    }

    @Test
    void shouldFallBackToTheJvmAndSayWhatWasWrongWithEachAccelerator() {
        FakeProvider wrong = new FakeProvider().with(GPU, Fault.THROWS).with(CPU, Fault.NONE);
        FakeProvider refusing = new FakeProvider().with(SECOND, Fault.NONE).refusing();
        try (Planner planner = devices("auto", wrong, refusing).planner(workers)) {
            assertEquals("jvm", best(planner).id());
            assertEquals(
                    "auto: jvm, opencl:1 failed the probe: out of order; ptx:0 cannot be opened: driver is missing",
                    planner.reason());
        }
    }

    @Test
    void shouldNeverChooseAProcessorAutomatically() {
        FakeProvider provider = new FakeProvider().with(CPU, Fault.NONE);
        try (Planner planner = devices("auto", provider).planner(workers)) {
            assertEquals(Device.Type.JVM, best(planner).type());
            assertEquals("auto: jvm, no accelerator found", planner.reason());
            assertEquals(List.of(), provider.opened);
        }
    }

    @Test
    void shouldLookForNoDevicesWhereThereCannotBeAny() {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE).hopeless();
        for (Devices devices : List.of(devices("auto"), devices("auto", provider))) {
            try (Planner planner = devices.planner(workers)) {
                assertEquals("auto: jvm, no accelerator found", planner.reason());
                assertEquals("jvm", best(planner).id());
            }
        }
        assertEquals(List.of(), provider.opened);
    }

    @Test
    void shouldNotTakeADeviceThatFailedItsSelfCheck() throws IOException {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE).with(SECOND, Fault.NONE);
        record(GPU.toString(), Engine.version(), "increment", "knn-join");
        record(SECOND.toString(), Engine.version());
        String today = LocalDate.now().toString();
        try (Planner planner = devices("auto", provider).planner(workers)) {
            assertEquals(SECOND, best(planner));
            assertTrue(provider.opened.get(0).isClosed());
        }
        Map<Device, String> states = devices("auto", provider).verifications();
        assertEquals("failed \"gyre verify\" on " + today + ": increment, knn-join", states.get(GPU));
        assertEquals("verified " + today, states.get(SECOND));
        assertEquals("not verified", states.get(JvmBackend.device(2)));
        try (Planner planner =
                devices("auto", new FakeProvider().with(GPU, Fault.NONE)).planner(workers)) {
            assertEquals("jvm", best(planner).id());
            assertEquals(
                    "auto: jvm, opencl:1 failed \"gyre verify\" on " + today + ": increment, knn-join",
                    planner.reason());
        }
        try (Planner planner = devices("first", provider).planner(workers)) {
            assertEquals(GPU, best(planner), "taken at its word");
        }
    }

    @Test
    void shouldNotCountWhatAnotherVersionOrDriverFailed() throws IOException {
        record(GPU.toString(), "another", "increment");
        record(GPU + ", driver 2", Engine.version(), "increment");
        try (Planner planner =
                devices("auto", new FakeProvider().with(GPU, Fault.NONE)).planner(workers)) {
            assertEquals(GPU, best(planner));
        }
    }

    private void record(String identity, String gyre, String... failed) throws IOException {
        Path file = Verifications.file(folder.resolve("calibration.ini"));
        StringWriter text = new StringWriter();
        Verifications.read(file).with(identity, gyre, List.of(failed)).write(text);
        Files.writeString(file, text.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "JVM"})
    void shouldAskNoProviderWhenTheJvmIsAskedFor(String wanted) {
        BackendProvider unaskable = new BackendProvider() {
            @Override
            public String name() {
                throw new AssertionError("asked");
            }

            @Override
            public boolean mayHaveDevices() {
                throw new AssertionError("asked");
            }

            @Override
            public List<Device> devices() {
                throw new AssertionError("asked");
            }

            @Override
            public String status() {
                throw new AssertionError("asked");
            }

            @Override
            public Backend open(Device device, BackendSettings settings) {
                throw new AssertionError("asked");
            }
        };
        try (Planner planner = devices(wanted, unaskable).planner(workers)) {
            assertEquals("jvm", best(planner).id());
            assertEquals("jvm: asked for", planner.reason());
        }
    }

    @Test
    void shouldOpenTheDeviceAskedForWithItsSettingsAndWithoutACheck() {
        FakeProvider provider = new FakeProvider().with(CPU, Fault.THROWS).with(GPU, Fault.THROWS);
        for (String wanted : new String[] {"opencl:1", "OPENCL:1", "first"}) {
            Planner planner = devices(wanted, provider).planner(workers);
            assertEquals(GPU, best(planner), wanted);
            assertEquals("opencl:1: asked for", planner.reason());
        }
        assertEquals(CPU, best(devices("opencl", provider).planner(workers)));
        assertEquals(CPU, best(devices("cpu", provider).planner(workers)));
        BackendSettings backend = new BackendSettings(32);
        new Devices(Settings.DEFAULT.withDevice("first").withBackend(backend), List.of(provider)).planner(workers);
        assertEquals(backend, provider.settings.get(provider.settings.size() - 1));
    }

    /** The name of an OpenCL platform may contain another backend, such as "NVIDIA CUDA". */
    @Test
    void shouldPreferAnIdOrABackendToAPartOfAName() {
        Device misleading = device("opencl", 0, "NVIDIA CUDA (ptx:0)", Device.Type.GPU);
        Device cuda = device("cuda", 0, "H200", Device.Type.GPU);
        FakeProvider provider = new FakeProvider()
                .with(misleading, Fault.NONE)
                .with(SECOND, Fault.NONE)
                .with(cuda, Fault.NONE);
        assertEquals(cuda, best(devices("cuda", provider).planner(workers)));
        assertEquals(SECOND, best(devices("ptx:0", provider).planner(workers)));
        assertEquals(misleading, best(devices("nvidia", provider).planner(workers)));
    }

    @Test
    void shouldListTheKnownDevicesWhenTheOneAskedForIsUnknown() {
        FakeProvider provider = new FakeProvider().with(CPU, Fault.NONE).with(GPU, Fault.NONE);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> devices("Quantum", provider).planner(workers));
        assertEquals(
                "unknown device \"Quantum\"; known: auto, " + JvmBackend.device(2)
                        + ", opencl:0 (Portable CPU), opencl:1 (First GPU), all; fake: 2 devices",
                e.getMessage());
    }

    private static List<String> all(Planner planner) {
        try (planner) {
            return planner.all().stream().map(context -> context.device().id()).toList();
        }
    }

    @Test
    void shouldOpenSetsOfDevices() {
        FakeProvider provider =
                new FakeProvider().with(CPU, Fault.NONE).with(GPU, Fault.NONE).with(SECOND, Fault.NONE);
        assertEquals(List.of("jvm", "ptx:0"), all(devices("ptx:0+jvm", provider).planner(workers)));
        assertEquals(
                List.of("opencl:1", "ptx:0"),
                all(devices("First gpu + second GPU", provider).planner(workers)));
        assertEquals(List.of("opencl:1"), all(devices("gpu", provider).planner(workers)));
        assertEquals(
                List.of("jvm", "opencl:1"), all(devices("gpu+jvm", provider).planner(workers)));
        assertEquals(
                List.of("jvm", "opencl:0", "opencl:1", "ptx:0"),
                all(devices("all", provider).planner(workers)));
        assertEquals(List.of("jvm"), all(devices("all", new FakeProvider()).planner(workers)));
        try (Planner planner = devices("jvm+ptx:0", provider).planner(workers)) {
            assertEquals("jvm+ptx:0: asked for", planner.reason());
        }
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> devices("jvm+Quantum", provider).planner(workers));
        assertTrue(e.getMessage().startsWith("unknown device \"Quantum\"; known: auto, jvm ("), e::getMessage);
        assertThrows(
                IllegalArgumentException.class, () -> devices("jvm+", provider).planner(workers));
    }

    @Test
    void shouldDivideKeptMemoryAmongTheDevicesOfASet() {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE).with(SECOND, Fault.NONE);
        Map<String, Long> kept =
                Map.of("jvm", 600L, "ptx:0", 600L, "jvm+ptx:0", 300L, "opencl:1+ptx:0", 300L, "all", 200L);
        kept.forEach((wanted, bytes) -> {
            Settings settings = settings(wanted).withKeptMemory(600);
            try (Planner planner = new Devices(settings, List.of(provider)).planner(workers)) {
                planner.all().forEach(context -> assertEquals(bytes, context.keptMemory(), wanted + ", " + context));
            }
        });
    }

    @Test
    void shouldCloseWhatItOpenedWhereADeviceOfASetCannotBeOpened() {
        FakeProvider good = new FakeProvider().with(GPU, Fault.NONE);
        FakeProvider bad = new FakeProvider().with(SECOND, Fault.NONE).refusing();
        assertThrows(
                DeviceException.class,
                () -> devices("opencl:1+ptx:0", good, bad).planner(workers));
        assertTrue(good.opened.getFirst().isClosed());
    }

    @Test
    void shouldThrowWhenTheDeviceAskedForCannotBeOpened() {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE).refusing();
        DeviceException e = assertThrows(
                DeviceException.class, () -> devices("opencl:1", provider).planner(workers));
        assertEquals("driver is missing", e.getMessage());
    }

    @Test
    void shouldListTheJvmFirstAndAStatusForEachProvider() {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE);
        Devices devices = devices("auto", provider, new FakeProvider());
        assertEquals(List.of(JvmBackend.device(2), GPU), devices.list());
        assertEquals(List.of("fake: 1 devices", "fake: 0 devices"), devices.sources());
    }

    @Test
    void shouldOpenAnEngineOnTheJvmByDefaultWhereThereIsNothingElse() {
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm"))) {
            assertEquals("jvm: asked for", engine.choice());
            assertEquals("jvm", engine.device().id());
        }
        assertEquals("jvm", Devices.of(Settings.DEFAULT).list().get(0).id());
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Engine.open(Settings.DEFAULT.withDevice("nowhere")));
        assertTrue(e.getMessage().startsWith("unknown device \"nowhere\"; known: auto, jvm ("), e::getMessage);
    }
}
