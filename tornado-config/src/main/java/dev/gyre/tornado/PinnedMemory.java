package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * Memory beside the Java heap that is pinned: the driver of a GPU copies from it at the speed of the bus, and from the heap
 * through a buffer of its own, by one thread.
 *
 * <p>Memory is pinned here before TornadoVM sees it and freed after TornadoVM has let go of it. TornadoVM pins its arrays itself,
 * too, but on CUDA leaves them pinned when a plan is closed, and on PTX where two graphs have a buffer for one array: a driver that
 * still has freed memory pinned would copy old pages into whatever array comes to lie there.
 *
 * <p>Java 21 has {@code java.lang.foreign} as a preview only, so that it is called by reflection.
 */
final class PinnedMemory {

    private static final long PAGE = 4096;

    private final Driver driver;

    PinnedMemory(Driver driver) {
        this.driver = driver;
    }

    /** What pins memory. */
    interface Driver {

        /** Tells whether the memory is pinned now. */
        boolean pin(long address, long bytes) throws ReflectiveOperationException;

        void unpin(long address) throws ReflectiveOperationException;
    }

    /** A piece of it. */
    final class Block implements AutoCloseable {

        private final AutoCloseable arena;
        private final Object segment;
        private final long address;

        private Block(AutoCloseable arena, Object segment, long address) {
            this.arena = arena;
            this.segment = segment;
            this.address = address;
        }

        /** The {@code MemorySegment}, of the size asked for. */
        Object segment() {
            return segment;
        }

        /** A view of it, in the byte order of the machine. */
        ByteBuffer bytes() throws ReflectiveOperationException {
            ByteBuffer bytes =
                    (ByteBuffer) segmentClass().getMethod("asByteBuffer").invoke(segment);
            return bytes.order(ByteOrder.nativeOrder());
        }

        @Override
        public void close() {
            try {
                driver.unpin(address);
                arena.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot free pinned memory", e);
            }
        }
    }

    /** The pinned memory of a device, if TornadoVM's driver for it can pin memory. */
    static Optional<PinnedMemory> of(Device device, TornadoDevice tornadoDevice) {
        return driver(device, tornadoDevice).map(PinnedMemory::new);
    }

    /** What pins memory for a device, if TornadoVM has that. */
    static Optional<Driver> driver(Device device, TornadoDevice tornadoDevice) {
        try {
            Object context = tornadoDevice.getDeviceContext();
            return switch (device.backend()) {
                case "cuda" ->
                    Optional.of(driver(
                            call(context, "getPlatformContext"), "registerPinnedMemory", "unregisterPinnedMemory"));
                case "ptx" ->
                    Optional.of(driver(
                            call(call(context, "getDevice"), "getPTXContext"),
                            "registerHostMemory",
                            "unregisterHostMemory"));
                // On OpenCL the driver copies from memory beside the heap no faster (H200, November 2026).
                default -> Optional.empty();
            };
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    private static Driver driver(Object context, String pin, String unpin) throws ReflectiveOperationException {
        Method pinning = context.getClass().getMethod(pin, long.class, long.class);
        Method unpinning = context.getClass().getMethod(unpin, long.class);
        return new Driver() {
            @Override
            public boolean pin(long address, long bytes) throws ReflectiveOperationException {
                Object result = pinning.invoke(context, address, bytes);
                // CUDA gives the driver's number, where 0 is success.
                return Boolean.TRUE.equals(result) || Integer.valueOf(0).equals(result);
            }

            @Override
            public void unpin(long address) throws ReflectiveOperationException {
                unpinning.invoke(context, address);
            }
        };
    }

    private static Object call(Object object, String method) throws ReflectiveOperationException {
        return object.getClass().getMethod(method).invoke(object);
    }

    private static Class<?> segmentClass() throws ReflectiveOperationException {
        return Class.forName("java.lang.foreign.MemorySegment");
    }

    /**
     * Memory of whole pages, cleared and pinned.
     *
     * @return the memory; or empty where it is short or cannot be pinned
     */
    Optional<Block> allocate(long bytes) throws ReflectiveOperationException {
        Class<?> arenaClass = Class.forName("java.lang.foreign.Arena");
        AutoCloseable arena = (AutoCloseable) arenaClass.getMethod("ofShared").invoke(null);
        boolean done = false;
        try {
            long whole = Math.ceilDiv(bytes, PAGE) * PAGE;
            Object pages =
                    arenaClass.getMethod("allocate", long.class, long.class).invoke(arena, whole, PAGE);
            long address = (long) segmentClass().getMethod("address").invoke(pages);
            Object segment =
                    segmentClass().getMethod("asSlice", long.class, long.class).invoke(pages, 0L, bytes);
            done = driver.pin(address, whole);
            return done ? Optional.of(new Block(arena, segment, address)) : Optional.empty();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof OutOfMemoryError) {
                return Optional.empty();
            }
            throw e;
        } finally {
            if (!done) {
                close(arena);
            }
        }
    }

    private static void close(AutoCloseable arena) {
        try {
            arena.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot free memory", e);
        }
    }
}
