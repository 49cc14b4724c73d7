package dev.gyre.engine.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTest {

    private static final Device GPU = new Device("opencl", 1, "NVIDIA H200", Device.Type.GPU, 1L << 37, 1L << 35);
    private static final Device JVM = new Device("jvm", 0, "8 threads, Java 25", Device.Type.JVM, 1L << 30, 1L << 33);

    @Test
    void shouldHaveAShortId() {
        assertEquals("opencl:1", GPU.id());
        assertEquals("jvm", JVM.id());
        assertEquals("opencl:1 (NVIDIA H200)", GPU.toString());
        assertEquals("jvm (8 threads, Java 25)", JVM.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"opencl:1", "OpenCL:1", "opencl", "OPENCL", "h200", "NVIDIA H", "nvidia h200"})
    void shouldMatchIdBackendAndPartsOfTheName(String wanted) {
        assertTrue(GPU.matches(wanted));
    }

    @ParameterizedTest
    @ValueSource(strings = {"opencl:0", "opencl:11", "ptx", "ptx:1", "h100", "", "opencl:1 "})
    void shouldNotMatchOtherDevices(String wanted) {
        assertFalse(GPU.matches(wanted));
    }

    @Test
    void shouldMatchTheJvmByItsIdAlone() {
        assertTrue(JVM.matches("JVM"));
        assertFalse(JVM.matches("java"));
        assertFalse(JVM.matches("threads"));
    }

    @ParameterizedTest
    @CsvSource({"JVM, false", "CPU, false", "GPU, true", "ACCELERATOR, true"})
    void shouldTellAcceleratorsFromProcessors(Device.Type type, boolean accelerator) {
        assertEquals(accelerator, type.isAccelerator());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32, 128, 1024})
    void shouldTakeWorkGroupSizesThatArePowersOfTwo(int size) {
        assertEquals(size, new BackendSettings(size).workGroupSize());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, -128, 3, 96, 2048, Integer.MIN_VALUE})
    void shouldRefuseOtherWorkGroupSizes(int size) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> new BackendSettings(size));
        assertEquals("work-group size must be a power of two in 1..1024: workGroupSize=" + size, e.getMessage());
    }
}
