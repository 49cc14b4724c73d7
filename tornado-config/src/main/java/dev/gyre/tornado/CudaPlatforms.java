package dev.gyre.tornado;

import java.util.List;
import java.util.Optional;

/**
 * Gives each GPU of TornadoVM's CUDA backend a context of its own.
 *
 * <p>TornadoVM 5.2.0 lists all GPUs as devices of one platform, and makes one context for a platform, on its first GPU. Every stream,
 * buffer and module of every device is of that context: all devices would run on the first GPU. (Read in its sources:
 * {@code CUDAPlatform.createContext} and {@code clCreateContext}.) So, before TornadoVM makes its devices, the platform is replaced by
 * platforms of one GPU each, as OpenCL has them. All that is called is public in packages that the driver exports, but not in the API
 * that this module is compiled against.
 */
final class CudaPlatforms {

    private static final String DRIVER = "uk.ac.manchester.tornado.drivers.cuda.CUDADriver";

    private CudaPlatforms() {}

    /**
     * Splits the platform, where the CUDA backend is installed and has several GPUs. To be called before TornadoVM's first use.
     *
     * @return why it could not be split, so that only the first GPU may be used; or empty
     */
    static Optional<String> split() {
        try {
            return split(Class.forName(DRIVER));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Splits the platform of a driver, which {@code platforms()} has. */
    static Optional<String> split(Class<?> driver) {
        try {
            @SuppressWarnings("unchecked")
            List<Object> platforms =
                    (List<Object>) driver.getMethod("platforms").invoke(null);
            if (platforms.size() == 1 && devices(platforms.getFirst()).size() > 1) {
                List<Object> split = ofOneDevice(platforms.getFirst());
                platforms.clear();
                platforms.addAll(split);
            }
            return Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.of(e.toString());
        }
    }

    /** Platforms of one GPU each. A platform of CUDA has no handle of its own: 0 stands for it. */
    private static List<Object> ofOneDevice(Object platform) throws ReflectiveOperationException {
        List<Object> gpus = List.copyOf(devices(platform));
        Class<?> type = platform.getClass();
        Object[] split = new Object[gpus.size()];
        for (int i = 0; i < split.length; i++) {
            split[i] = type.getConstructor(int.class, long.class).newInstance(i, 0L);
            Object gpu = gpus.get(i);
            long handle = (long) gpu.getClass().getMethod("getDevicePointer").invoke(gpu);
            List<Object> devices = devices(split[i]);
            devices.clear();
            // It is the first device of its platform.
            devices.add(gpu.getClass().getConstructor(int.class, long.class).newInstance(0, handle));
        }
        return List.of(split);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> devices(Object platform) throws ReflectiveOperationException {
        return (List<Object>) platform.getClass().getMethod("getDevices").invoke(platform);
    }
}
