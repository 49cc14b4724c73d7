package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIf;

@Timeout(120)
class TornadoProviderTest {

    private static final Device ABSENT = new Device("opencl", 77, "absent", Device.Type.GPU, 1, 1);
    private static final String NOT_INSTALLED = "not installed; install it and set TORNADOVM_HOME to use GPUs";

    private final TornadoProvider provider = new TornadoProvider();

    @Test
    void shouldListNoDeviceAndSayWhyWhereTornadoVmIsAbsent() throws IOException, InterruptedException {
        JavaProcess process = JavaProcess.runWithoutTornadoVm("dev.gyre.tornado.WithoutTornadoVm");
        assertEquals(0, process.status(), process::output);
        assertEquals("[]", value(process, "devices"));
        assertEquals(NOT_INSTALLED, value(process, "status"));
        assertEquals(
                "TornadoVM has no device opencl:0 (absent), it has []; TornadoVM: " + NOT_INSTALLED,
                value(process, "refused"));
        assertEquals("jvm, auto: jvm, no accelerator found", value(process, "engine"));
        assertEquals("[TornadoVM: " + NOT_INSTALLED + "]", value(process, "sources"));
        String unknown = value(process, "unknown");
        assertTrue(unknown.startsWith("unknown device \"opencl:0\"; known: auto, jvm ("), unknown);
        assertTrue(unknown.endsWith("), all; TornadoVM: " + NOT_INSTALLED), unknown);
    }

    @Test
    void shouldCountDevicesInWords() {
        assertEquals("0 devices", TornadoProvider.count(0));
        assertEquals("1 device", TornadoProvider.count(1));
        assertEquals("2 devices", TornadoProvider.count(2));
    }

    private static String value(JavaProcess process, String name) {
        return process.lines().stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + process.output()));
    }

    /** The API alone, without a runtime, as it is on the class path of these tests. */
    @Test
    @DisabledIf(value = "dev.gyre.tornado.TornadoVm#isInstalled", disabledReason = "TornadoVM is installed")
    void shouldListNoDeviceAndSayWhyWhereTornadoVmDoesNotStart() {
        assertEquals(List.of(), provider.devices());
        assertTrue(provider.status().startsWith("installed, but it did not start: "), provider::status);
        try (Engine engine = Engine.open(Settings.DEFAULT)) {
            assertEquals("auto: jvm, no call was worth opening a device yet", engine.choice());
        }
    }

    @Test
    void shouldRefuseADeviceThatItDoesNotHave() {
        DeviceException e = assertThrows(DeviceException.class, () -> provider.open(ABSENT, BackendSettings.DEFAULT));
        assertEquals(
                "TornadoVM has no device opencl:77 (absent), it has " + provider.devices() + "; TornadoVM: "
                        + provider.status(),
                e.getMessage());
    }

    @Test
    void shouldListTheKnownDevicesWhenTheOneAskedForIsUnknown() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Engine.open(Settings.DEFAULT.withDevice("quantum")));
        for (Device device : Devices.of(Settings.DEFAULT).list()) {
            assertTrue(e.getMessage().contains(device.toString()), e::getMessage);
        }
        assertTrue(e.getMessage().endsWith("; TornadoVM: " + provider.status()), e::getMessage);
    }

    @Test
    @OnTornadoVm
    void shouldDescribeTheDevicesOfTornadoVm() {
        List<Device> devices = provider.devices();
        assertFalse(devices.isEmpty(), provider::status);
        assertEquals(TornadoProvider.count(devices.size()), provider.status());
        assertEquals(
                devices.size(), new HashSet<>(devices.stream().map(Device::id).toList()).size());
        for (Device device : devices) {
            assertTrue(device.type() != Device.Type.JVM, device::toString);
            assertTrue(device.memoryBytes() > 0 && device.maxArrayBytes() > 0, device::toString);
            assertFalse(device.name().isBlank(), device::toString);
        }
        assertEquals(devices, provider.devices());
        assertTrue(Devices.of(Settings.DEFAULT).list().containsAll(devices));
    }

    @Test
    @OnTornadoVm
    void shouldOpenEachDeviceByItsId() {
        for (Device device : provider.devices()) {
            try (Backend backend = provider.open(device, BackendSettings.DEFAULT);
                    Engine engine = Engine.open(Settings.DEFAULT.withDevice(device.id()))) {
                assertEquals(device, backend.device());
                assertEquals(device, engine.device());
                assertEquals(device.id() + ": asked for", engine.choice());
            }
        }
    }

    @Test
    @OnTornadoVm
    void shouldIdentifyADeviceByItsVersionsToo() {
        for (Device device : provider.devices()) {
            try (Backend backend = provider.open(device, BackendSettings.DEFAULT)) {
                String identity = backend.identity();
                assertTrue(identity.startsWith(device + "; "), identity);
                assertTrue(identity.matches(".*[Vv]ersion.*; TornadoVM \\d+\\.\\d+\\S*; Java \\S+"), identity);
                assertEquals(identity, backend.identity());
            }
        }
    }
}
