package dev.gyre.tornado;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pinned memory through which a driver copies small arrays of the heap: such copies run on, one after the other, and the host waits for
 * all of them at once. From the heap itself CUDA's driver waits for each, 0.03 to 0.08 ms (H100, November 2026). Used by one thread.
 */
final class SmallCopies {

    static final int BYTES = 1 << 20;

    /** Each array begins at a multiple of this. */
    private static final int ALIGNMENT = 64;

    private final PinnedMemory.Block block;
    private final ByteBuffer bytes;
    private final List<Read> reads = new ArrayList<>();
    private int used;

    /** An array that gets what the driver copies to a place of the memory. */
    private record Read(int at, Object array) {}

    /**
     * Takes memory.
     *
     * @param block {@value #BYTES} bytes
     */
    SmallCopies(PinnedMemory.Block block) throws ReflectiveOperationException {
        this.block = block;
        this.bytes = block.bytes();
    }

    /** Returns memory for the copies of a device, for the life of the process; empty if there is none. */
    static Optional<SmallCopies> of(PinnedMemory memory) throws ReflectiveOperationException {
        Optional<PinnedMemory.Block> block = memory.allocate(BYTES);
        return block.isPresent() ? Optional.of(new SmallCopies(block.get())) : Optional.empty();
    }

    /** Tells whether there is no room for an array of this size. */
    boolean isFull(long more) {
        return used + more > BYTES;
    }

    /** Copies an array into the memory, and returns its address. */
    long add(Object array) {
        int at = place(array);
        StagedArrays.put(array, 0, StagedArrays.elements(array, bytes.position(at)), 0, length(array));
        return block.address() + at;
    }

    /** Makes room for an array, which is filled by {@link #finish()}, and returns the address. */
    long reserve(Object array) {
        int at = place(array);
        reads.add(new Read(at, array));
        return block.address() + at;
    }

    private int place(Object array) {
        int at = used;
        used += Math.ceilDiv((int) StagedArrays.bytes(array), ALIGNMENT) * ALIGNMENT;
        return at;
    }

    private static int length(Object array) {
        return Array.getLength(array);
    }

    /** Fills the arrays that were read, when the driver has ended all copies. */
    void finish() {
        for (Read read : reads) {
            StagedArrays.get(
                    StagedArrays.elements(read.array(), bytes.position(read.at())),
                    0,
                    read.array(),
                    0,
                    length(read.array()));
        }
        reads.clear();
        used = 0;
    }
}
