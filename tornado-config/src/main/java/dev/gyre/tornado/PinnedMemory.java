package dev.gyre.tornado;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Pinned memory outside the Java heap: the driver of a GPU copies from it at the speed of the bus. From the heap it copies through its
 * own buffer, by one thread.
 *
 * <p>This class pins memory before TornadoVM sees it, and frees it after TornadoVM has released it. TornadoVM also pins its arrays, but
 * leaves them pinned on CUDA when a plan is closed, and on PTX if two graphs have a buffer for one array. A driver that still has freed
 * memory pinned would copy old pages into any array that is later allocated there.
 *
 * <p>Java 21 has {@code java.lang.foreign} only as a preview, so it is called by reflection.
 */
final class PinnedMemory {

    private static final long PAGE = 4096;

    private final Driver driver;

    PinnedMemory(Driver driver) {
        this.driver = driver;
    }

    /** The calls of a driver that pin memory. */
    interface Driver {

        /** Tells whether the memory is pinned now. */
        boolean pin(long address, long bytes) throws ReflectiveOperationException;

        void unpin(long address) throws ReflectiveOperationException;
    }

    /** A piece of pinned memory. */
    final class Block implements AutoCloseable {

        private final AutoCloseable arena;
        private final Object segment;
        private final long address;

        private Block(AutoCloseable arena, Object segment, long address) {
            this.arena = arena;
            this.segment = segment;
            this.address = address;
        }

        /** Returns the {@code MemorySegment}, of the requested size. */
        Object segment() {
            return segment;
        }

        /** Returns where the memory begins. */
        long address() {
            return address;
        }

        /** Returns a view of the memory, in the byte order of the machine. */
        ByteBuffer bytes() throws ReflectiveOperationException {
            ByteBuffer bytes =
                    (ByteBuffer) segmentClass().getMethod("asByteBuffer").invoke(segment);
            return bytes.order(ByteOrder.nativeOrder());
        }

        /**
         * Frees the memory. If the driver does not let go of it, the pages stay allocated: the driver would copy them, as they are now,
         * into any array that is later allocated there.
         */
        @Override
        public void close() {
            try {
                driver.unpin(address);
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new IllegalStateException("the driver does not unpin memory, which stays allocated", e);
            }
            PinnedMemory.close(arena);
        }
    }

    /**
     * Returns the calls of a driver that pin memory; empty on a backend that does not gain by them.
     *
     * @param context TornadoVM's context of the device
     * @throws ReflectiveOperationException if the calls are missing
     */
    static Optional<Driver> driver(String backend, Object context) throws ReflectiveOperationException {
        return switch (backend) {
            case "cuda" ->
                Optional.of(
                        driver(call(context, "getPlatformContext"), "registerPinnedMemory", "unregisterPinnedMemory"));
            case "ptx" -> // PTX only
                Optional.of(
                        driver( // PTX only
                                call(call(context, "getDevice"), "getPTXContext"), // PTX only
                                "registerHostMemory", // PTX only
                                "unregisterHostMemory")); // PTX only
            // On OpenCL the driver copies no faster from memory outside the heap (H200, November 2026).
            default -> Optional.empty();
        };
    }

    private static Driver driver(Object context, String pin, String unpin) throws ReflectiveOperationException {
        Method pinning = context.getClass().getMethod(pin, long.class, long.class);
        Method unpinning = context.getClass().getMethod(unpin, long.class);
        return new Driver() {
            @Override
            public boolean pin(long address, long bytes) throws ReflectiveOperationException {
                Object result = pinning.invoke(context, address, bytes);
                // CUDA returns the driver's status, where 0 is success.
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
     * Allocates memory of whole pages, cleared and pinned.
     *
     * @return the memory; empty if there is too little or it cannot be pinned
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
