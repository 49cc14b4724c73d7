package dev.gyre.engine.kdtree;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.DeviceException;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.function.BiFunction;

/**
 * Searches for the neighbors in a tree. On a device the last one stays, with the tree and its compiled code, for the next ones
 * of its kind, which wait for each other. Safe for use by several threads.
 */
final class PreparedSearches implements AutoCloseable {

    /** Batches are made for at least so many queries, so that searches for a few are of one kind. */
    private static final int LEAST_BATCH = 1 << 10;

    private static final String LOAD = "load";

    private final Backend backend;
    private final KdIndex index;
    private final long memoryLimit;
    private boolean closed;
    private volatile Kind keptKind;
    private NearestSearch keptSearch;
    private Execution keptExecution;

    /** What a search can be used for again. */
    private record Kind(boolean self, int capacity, int queries) {}

    PreparedSearches(Backend backend, KdIndex index, long memoryLimit) {
        this.backend = backend;
        this.index = index;
        this.memoryLimit = memoryLimit;
    }

    /**
     * Does work with a search.
     *
     * @param self whether the queries are the points of the slots
     * @param k neighbors per query
     * @param queries number of queries
     */
    <R> R run(boolean self, int k, int queries, BiFunction<NearestSearch, Execution, R> work) {
        if (backend.device().type() == Device.Type.JVM) {
            // Nothing to copy and nothing to compile.
            NearestSearch search = search(kind(self, k, queries));
            try (Execution execution = load(search)) {
                return work.apply(search, execution);
            }
        }
        return runKept(kind(self, k, roundedUp(queries)), work);
    }

    /** Whether a search would find all that it needs on the device, compiled. Does not wait for a search that goes on. */
    boolean isKept(boolean self, int k, int queries) {
        return backend.device().type() == Device.Type.JVM
                || kind(self, k, roundedUp(queries)).equals(keptKind);
    }

    private synchronized <R> R runKept(Kind kind, BiFunction<NearestSearch, Execution, R> work) {
        if (closed) {
            throw new IllegalStateException("the tree is closed");
        }
        if (!kind.equals(keptKind)) {
            forget();
            keptSearch = search(kind);
            keptExecution = load(keptSearch);
            keptKind = kind;
        }
        try {
            return work.apply(keptSearch, keptExecution);
        } catch (DeviceException e) {
            forget();
            throw e;
        }
    }

    private static int roundedUp(int queries) {
        int highest = Integer.highestOneBit(Math.max(queries, LEAST_BATCH));
        return highest >= queries || highest == 1 << 30 ? highest : 2 * highest;
    }

    private Kind kind(boolean self, int k, int queries) {
        return new Kind(self, NearestSearch.capacity(k, index.layout().size()), queries);
    }

    private NearestSearch search(Kind kind) {
        Device device = backend.device();
        int dims = index.layout().dims();
        long left = Math.min(memoryLimit, device.memoryBytes()) - index.deviceBytes();
        int batch = NearestSearch.batch(kind.queries(), dims, kind.capacity(), device, left);
        return new NearestSearch(
                index.arrays(), index.layout(), index.norm(), batch, kind.capacity(), kind.self(), device);
    }

    private Execution load(NearestSearch search) {
        Program program = new Program(
                "kd-tree search", index.withLoad(LOAD, search.phases().toArray(Phase[]::new)));
        Execution execution = backend.prepare(program);
        execution.run(LOAD, Progress.NONE);
        return execution;
    }

    private void forget() {
        if (keptExecution != null) {
            keptExecution.close();
            keptExecution = null;
            keptKind = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        forget();
    }
}
