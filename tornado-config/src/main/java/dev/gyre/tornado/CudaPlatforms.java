package dev.gyre.tornado;

import java.util.List;
import java.util.Optional;

/**
 * Gives each GPU of TornadoVM's CUDA backend its own context.
 *
 * <p>TornadoVM 5.2.0 lists all GPUs as devices of one platform, and makes one context for a platform, on its first GPU. Every stream,
 * buffer and module of every device belongs to that context: all devices would run on the first GPU. (Read in its sources: {@code
 * CUDAPlatform.createContext} and {@code clCreateContext}.) So, before TornadoVM makes its devices, this class replaces the platform by
 * platforms of one GPU each, as OpenCL has them. The methods are public in packages that the driver exports, but not in the API that this
 * module is compiled against.
 */
final class CudaPlatforms {

    private static final String DRIVER = "uk.ac.manchester.tornado.drivers.cuda.CUDADriver";

    private CudaPlatforms() {}

    /**
     * Splits the platform, if the CUDA backend is installed and has several GPUs. Call this before TornadoVM's first use.
     *
     * @return why the platform could not be split (then only the first GPU may be used); or empty
     */
    static Optional<String> split() {
        try {
            return split(Class.forName(DRIVER));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Splits the platform that {@code platforms()} of a driver returns. */
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

    /** Returns platforms of one GPU each. A platform of CUDA has no handle: 0 stands for it. */
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
            // The GPU is the first device of its platform.
            devices.add(gpu.getClass().getConstructor(int.class, long.class).newInstance(0, handle));
        }
        return List.of(split);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> devices(Object platform) throws ReflectiveOperationException {
        return (List<Object>) platform.getClass().getMethod("getDevices").invoke(platform);
    }
}
