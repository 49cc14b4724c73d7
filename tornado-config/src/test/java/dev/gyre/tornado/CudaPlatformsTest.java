package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Splits platforms like those of TornadoVM's CUDA backend: classes with the same methods. */
class CudaPlatformsTest {

    /** As TornadoVM's {@code CUDADevice}. */
    public record Gpu(int index, long getDevicePointer) {}

    /** As TornadoVM's {@code CUDAPlatform}, which lists all GPUs. */
    public static final class Platform {

        private final int index;
        private final List<Gpu> devices = new ArrayList<>();

        public Platform(int index, long handle) {
            this.index = index;
            for (int i = 0; i < Driver.gpus; i++) {
                devices.add(new Gpu(i, 1000 + i + handle));
            }
        }

        public List<Gpu> getDevices() {
            return devices;
        }
    }

    /** As TornadoVM's {@code CUDADriver}. */
    public static final class Driver {

        private static final List<Platform> PLATFORMS = new ArrayList<>();
        private static int gpus;

        private Driver() {}

        public static List<Platform> platforms() {
            return PLATFORMS;
        }

        static void list(int count) {
            gpus = count;
            PLATFORMS.clear();
            PLATFORMS.add(new Platform(0, 0));
        }
    }

    /** Has no platforms. */
    public static final class OtherDriver {

        private OtherDriver() {}
    }

    @Test
    void shouldGiveEachGpuAPlatform() {
        Driver.list(3);
        assertEquals(Optional.empty(), CudaPlatforms.split(Driver.class));
        assertEquals(3, Driver.platforms().size());
        for (int i = 0; i < 3; i++) {
            Platform platform = Driver.platforms().get(i);
            assertEquals(i, platform.index);
            assertEquals(List.of(new Gpu(0, 1000 + i)), platform.getDevices());
        }
        assertEquals(Optional.empty(), CudaPlatforms.split(Driver.class));
        assertEquals(3, Driver.platforms().size(), "they are split once");
    }

    @Test
    void shouldLeaveOneGpuAlone() {
        Driver.list(1);
        Platform only = Driver.platforms().getFirst();
        assertEquals(Optional.empty(), CudaPlatforms.split(Driver.class));
        assertEquals(List.of(only), Driver.platforms());
    }

    @Test
    void shouldSayWhyAnotherDriverCannotBeSplit() {
        assertTrue(CudaPlatforms.split(OtherDriver.class).orElseThrow().contains("platforms"));
    }
}
