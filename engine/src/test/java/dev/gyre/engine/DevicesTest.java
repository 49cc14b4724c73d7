package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.device.BackendSettings;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.DeviceException;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.OperationCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevicesTest {

    private static final Device CPU = device("opencl", 0, "Portable CPU", Device.Type.CPU);
    private static final Device GPU = device("opencl", 1, "First GPU", Device.Type.GPU);
    private static final Device SECOND = device("ptx", 0, "Second GPU", Device.Type.GPU);
    private static final Device THIRD = device("ptx", 1, "Third GPU", Device.Type.ACCELERATOR);

    private final Workers workers = new Workers(2);

    @AfterEach
    void close() {
        workers.close();
    }

    private static Device device(String backend, int index, String name, Device.Type type) {
        return new Device(backend, index, name, type, 1L << 32, 8L * Integer.MAX_VALUE);
    }

    /** Devices that work, or do not, on the threads of this JVM. */
    private final class FakeProvider implements BackendProvider {

        private final Map<Device, Fault> faults = new LinkedHashMap<>();
        private final List<FaultyBackend> opened = new ArrayList<>();
        private final List<BackendSettings> settings = new ArrayList<>();
        private boolean refuses;

        FakeProvider with(Device device, Fault fault) {
            faults.put(device, fault);
            return this;
        }

        FakeProvider refusing() {
            refuses = true;
            return this;
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
        return new Devices(Settings.DEFAULT.withDevice(wanted).withThreads(2), List.of(providers));
    }

    @Test
    void shouldTakeTheFirstAcceleratorThatPasses() {
        FakeProvider provider =
                new FakeProvider().with(CPU, Fault.NONE).with(GPU, Fault.NONE).with(SECOND, Fault.NONE);
        Devices.Choice choice = devices("auto", provider).open(workers);
        assertEquals(GPU, choice.backend().device());
        assertEquals("auto: opencl:1 (First GPU) passed the self-check", choice.reason());
        assertEquals(1, provider.opened.size());
        assertFalse(provider.opened.get(0).isClosed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CHANGES_ONE_ELEMENT", "DROPS_LAST_ITEM", "THROWS"})
    void shouldPassOverAnAcceleratorThatIsWrongAndCloseIt(Fault fault) {
        FakeProvider first = new FakeProvider().with(GPU, fault);
        FakeProvider second = new FakeProvider().with(SECOND, fault).with(THIRD, Fault.NONE);
        Devices.Choice choice = devices("Auto", first, second).open(workers);
        assertEquals(THIRD, choice.backend().device());
        assertTrue(first.opened.get(0).isClosed());
        assertTrue(second.opened.get(0).isClosed());
        assertFalse(second.opened.get(1).isClosed());
    }

    @Test
    void shouldFallBackToTheJvmAndSayWhatWasWrongWithEachAccelerator() {
        FakeProvider wrong = new FakeProvider().with(GPU, Fault.THROWS).with(CPU, Fault.NONE);
        FakeProvider refusing = new FakeProvider().with(SECOND, Fault.NONE).refusing();
        Devices.Choice choice = devices("auto", wrong, refusing).open(workers);
        assertInstanceOf(JvmBackend.class, choice.backend());
        List<String> checks = Stream.concat(
                        KernelCatalog.all().stream().map(Kernel::name),
                        OperationCheck.all().stream().map(OperationCheck::name))
                .toList();
        assertEquals(
                "auto: jvm, opencl:1 failed the self-check of " + String.join(", ", checks)
                        + "; ptx:0 cannot be opened: driver is missing",
                choice.reason());
    }

    @Test
    void shouldNeverChooseAProcessorAutomatically() {
        FakeProvider provider = new FakeProvider().with(CPU, Fault.NONE);
        Devices.Choice choice = devices("auto", provider).open(workers);
        assertEquals(Device.Type.JVM, choice.backend().device().type());
        assertEquals("auto: jvm, no accelerator found", choice.reason());
        assertEquals(List.of(), provider.opened);
        assertEquals(
                "auto: jvm, no accelerator found", devices("auto").open(workers).reason());
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
        Devices.Choice choice = devices(wanted, unaskable).open(workers);
        assertEquals("jvm", choice.backend().device().id());
        assertEquals("jvm: asked for", choice.reason());
    }

    @Test
    void shouldOpenTheDeviceAskedForWithItsSettingsAndWithoutACheck() {
        FakeProvider provider = new FakeProvider().with(CPU, Fault.THROWS).with(GPU, Fault.THROWS);
        for (String wanted : new String[] {"opencl:1", "OPENCL:1", "first"}) {
            Devices.Choice choice = devices(wanted, provider).open(workers);
            assertEquals(GPU, choice.backend().device(), wanted);
            assertEquals("opencl:1: asked for", choice.reason());
        }
        assertEquals(CPU, devices("opencl", provider).open(workers).backend().device());
        assertEquals(CPU, devices("cpu", provider).open(workers).backend().device());
        BackendSettings backend = new BackendSettings(32);
        new Devices(Settings.DEFAULT.withDevice("first").withBackend(backend), List.of(provider)).open(workers);
        assertEquals(backend, provider.settings.get(provider.settings.size() - 1));
    }

    /** An OpenCL platform may be called after another backend, as "NVIDIA CUDA" is. */
    @Test
    void shouldPreferAnIdOrABackendToAPartOfAName() {
        Device misleading = device("opencl", 0, "NVIDIA CUDA (ptx:0)", Device.Type.GPU);
        Device cuda = device("cuda", 0, "H200", Device.Type.GPU);
        FakeProvider provider = new FakeProvider()
                .with(misleading, Fault.NONE)
                .with(SECOND, Fault.NONE)
                .with(cuda, Fault.NONE);
        assertEquals(cuda, devices("cuda", provider).open(workers).backend().device());
        assertEquals(SECOND, devices("ptx:0", provider).open(workers).backend().device());
        assertEquals(
                misleading, devices("nvidia", provider).open(workers).backend().device());
    }

    @Test
    void shouldListTheKnownDevicesWhenTheOneAskedForIsUnknown() {
        FakeProvider provider = new FakeProvider().with(CPU, Fault.NONE).with(GPU, Fault.NONE);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> devices("Quantum", provider).open(workers));
        assertEquals(
                "unknown device \"Quantum\"; known: auto, " + JvmBackend.device(2)
                        + ", opencl:0 (Portable CPU), opencl:1 (First GPU); fake: 2 devices",
                e.getMessage());
    }

    @Test
    void shouldThrowWhenTheDeviceAskedForCannotBeOpened() {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE).refusing();
        DeviceException e = assertThrows(
                DeviceException.class, () -> devices("opencl:1", provider).open(workers));
        assertEquals("driver is missing", e.getMessage());
    }

    @Test
    void shouldListTheJvmFirstAndAStatusForEachProvider() {
        FakeProvider provider = new FakeProvider().with(GPU, Fault.NONE);
        Devices devices = devices("auto", provider, new FakeProvider());
        assertEquals(List.of(JvmBackend.device(2), GPU), devices.list());
        assertEquals(List.of("fake: 1 devices", "fake: 0 devices"), devices.status());
    }

    @Test
    void shouldOpenAnEngineOnTheJvmByDefaultWhereThereIsNothingElse() {
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm"))) {
            assertEquals("jvm: asked for", engine.choice());
            assertEquals("jvm", engine.device().id());
        }
        assertEquals("jvm", Engine.devices(Settings.DEFAULT).get(0).id());
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Engine.open(Settings.DEFAULT.withDevice("nowhere")));
        assertTrue(e.getMessage().startsWith("unknown device \"nowhere\"; known: auto, jvm ("), e::getMessage);
    }
}
