package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Calls from host to host: operations of the public API, the JDK's counterparts, and the peak rates of the machine. A new one is a
 * constant here.
 */
enum HostCall {
    /** The kNN self-join of {@code n} points of a {@code shape}, by a {@code method}. */
    JOIN((sizes, engine) -> {
        Points points = points(sizes);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(sizes.choice("method", JoinMethod.AUTOMATIC));
        int k = sizes.number("k");
        return ready(() -> engine.knnSelfJoin(points, k, options));
    }),
    /** The build of a kd-tree, which is closed so that trees do not add up. */
    BUILD((sizes, engine) -> {
        Points points = points(sizes);
        return ready(() -> {
            try (KdTree tree = engine.kdTree(points)) {
                return tree;
            }
        });
    }),
    /** A query for each point to an existing kd-tree. A query finds its own point, so it asks for one more neighbor. */
    NEAREST((sizes, engine) -> {
        Points points = points(sizes);
        int k = sizes.number("k");
        KdTree tree = engine.kdTree(points);
        return ready(() -> tree.nearest(points, k + 1)).before(tree::close);
    }),
    /** The sort of {@code int} keys of a {@code distribution} with an {@code int} payload, which is the answer. */
    SORT_IN_PLACE((sizes, engine) -> {
        int[] unsorted = keys(sizes);
        int n = unsorted.length;
        int[] rows = IntStream.range(0, n).toArray();
        int[] keys = new int[n];
        int[] payload = new int[n];
        SortOptions options = options(sizes);
        return ready(() -> engine.sorting().sortInPlace(Keys.of(keys), payload, options), payload)
                .after(() -> {
                    System.arraycopy(unsorted, 0, keys, 0, n);
                    System.arraycopy(rows, 0, payload, 0, n);
                });
    }),
    /** The order of {@code float} keys: one column of ints on the device. */
    ARGSORT_FLOAT((sizes, engine) -> {
        int[] ints = keys(sizes);
        float[] keys = new float[ints.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ints[i];
        }
        return ready(() -> engine.sorting().argsort(Keys.of(keys), options(sizes)));
    }),
    /** The order of {@code double} keys: two columns of ints on the device, of which the second one decides ties. */
    ARGSORT_DOUBLE((sizes, engine) -> {
        double[] keys = IntStream.of(keys(sizes)).mapToDouble(key -> key / 3.0).toArray();
        return ready(() -> engine.sorting().argsort(Keys.of(keys), options(sizes)));
    }),
    /** The order of keys by blocks of {@code blockSize}. */
    BLOCKS((sizes, engine) -> {
        Keys keys = spread(sizes);
        int blockSize = sizes.number("blockSize");
        return ready(() -> engine.sorting().blockOrder(keys, blockSize, SortOptions.DEFAULT));
    }),
    /** The full order of the same keys. */
    FULL_SORT((sizes, engine) -> {
        Keys keys = spread(sizes);
        return ready(() -> engine.sorting().argsort(keys));
    }),
    /** The {@code k} smallest of each of {@code rows} rows of {@code n} floats, by a {@code method}. */
    SELECT_SMALLEST((sizes, engine) -> {
        int rows = sizes.number("rows", 1);
        int k = sizes.number("k");
        float[] values = matrix(sizes);
        SelectionOptions options =
                SelectionOptions.DEFAULT.withMethod(sizes.choice("method", SelectionOptions.Method.AUTOMATIC));
        return ready(() -> engine.selection().of(values, rows, k, options));
    }),
    /**
     * The rival of a sort with payload on the JVM: the JDK's sort of longs with a key in the upper and a payload in the lower half.
     * Packing before and unpacking after are not timed.
     */
    JDK_SORT_PACKED((sizes, engine) -> {
        int[] keys = keys(sizes);
        long[] unsorted = new long[keys.length];
        Arrays.setAll(unsorted, row -> (long) keys[row] << 32 | row);
        long[] packed = new long[keys.length];
        Consumer<long[]> sort = isOneThread(engine) ? Arrays::sort : Arrays::parallelSort;
        return ready(() -> sort.accept(packed), packed)
                .after(() -> System.arraycopy(unsorted, 0, packed, 0, packed.length));
    }),
    /** The rival of selection on the JVM: the JDK's sort of a copy of each row, only values, without ids. */
    JDK_SORT_ROWS((sizes, engine) -> {
        int n = sizes.number("n");
        float[] values = matrix(sizes);
        float[] copy = new float[values.length];
        boolean one = isOneThread(engine);
        return ready(() -> {
            System.arraycopy(values, 0, copy, 0, values.length);
            for (int row = 0; row < values.length; row += n) {
                if (one) {
                    Arrays.sort(copy, row, row + n);
                } else {
                    Arrays.parallelSort(copy, row, row + n);
                }
            }
            return copy;
        });
    }),
    /** A {@code call} of {@link Call#ALL} of size {@code n}, by Gyre or a {@code peer}. */
    CALL((sizes, engine) -> {
        Call.Data data = Call.named(sizes.text("call")).data(sizes.number("n"));
        String peer = sizes.text("peer", "");
        Call.Opened opened = peer.isEmpty() ? data.open(engine) : data.open(engine, Peer.named(peer));
        return ready(() -> {
                    CallAnswer answer = opened.fresh().get().get();
                    answer.release().run();
                    return answer;
                })
                .before(opened::close);
    }),
    /** The build of an index by another library, the {@code peer}, on one thread. */
    PEER_BUILD((sizes, engine) -> {
        Supplier<KnnPeer.Index> builder = builder(sizes);
        return ready(builder::get);
    }),
    /** The kNN self-join by another library over an existing index, on the threads of the backend. */
    PEER_JOIN((sizes, engine) -> {
        KnnPeer.Index index = builder(sizes).get();
        return peerJoin(sizes, engine, () -> index);
    }),
    /** The same with the build of its index: the counterpart of Gyre's join. */
    PEER_BUILD_AND_JOIN((sizes, engine) -> {
        KnnPeer peer = KnnPeer.named(sizes.text("peer"));
        double[][] rows = KnnPeer.rows(points(sizes));
        return peerJoin(sizes, engine, () -> peer.builder(rows).get());
    }),
    /**
     * The exchange of two devices in the published method to build one kd-tree, which sorts halves as they arrive: a quarter of {@code n}
     * points of {@code dims} dimensions from each device to the host, all devices at once.
     */
    EXCHANGE_DOWN((sizes, engine) -> exchange(sizes, engine, "down")),
    /** The same to each device. */
    EXCHANGE_UP((sizes, engine) -> exchange(sizes, engine, "up")),
    /** {@link System#arraycopy} of {@code n} ints in slices over the threads of the JVM: the speed of memory. */
    COPY((sizes, engine) -> {
        Workers workers = new Workers(engine.settings().threads());
        int[] from = IntStream.range(0, sizes.number("n")).toArray();
        int[] to = new int[from.length];
        SliceWork copy = (begin, end) -> System.arraycopy(from, begin, to, begin, end - begin);
        return ready(() -> workers.forEachSlice(to.length, HostCall.SLICE, copy, Progress.NONE), to)
                .before(workers::close);
    }),
    /** Float multiply-adds in the first-level cache by fused multiply-adds, in {@code passes}. */
    FUSED_MULTIPLY_ADD((sizes, engine) -> multiplyAdds(MultiplyAdds::fused, sizes, engine)),
    /** The same by multiplications and additions: what Java makes of {@code a * b + c}. */
    MULTIPLY_THEN_ADD((sizes, engine) -> multiplyAdds(MultiplyAdds::separate, sizes, engine)),
    /**
     * An {@code int[]} of {@code mebibytes} to the device. A stage of one item touches it there, so that no copy can be left out;
     * its launch is part of the time. On the JVM nothing is copied.
     */
    UPLOAD((sizes, engine) -> transfer(sizes, engine, "UPLOAD")),
    /** The same from the device. */
    DOWNLOAD((sizes, engine) -> transfer(sizes, engine, "DOWNLOAD"));

    private static final int SLICE = 1 << 15;

    /**
     * A call that is ready.
     *
     * @param restore restores what a call changes
     * @param call the call
     * @param close closes what is open
     */
    record Ready(Runnable restore, Supplier<Object> call, Runnable close) {

        private Ready after(Runnable newRestore) {
            return new Ready(newRestore, call, close);
        }

        private Ready before(Runnable newClose) {
            return new Ready(restore, call, newClose);
        }
    }

    private final BiFunction<Sizes, Engine, Ready> maker;

    HostCall(BiFunction<Sizes, Engine, Ready> maker) {
        this.maker = maker;
    }

    /** Makes the data. */
    Ready open(Sizes sizes, Engine engine) {
        return maker.apply(sizes, engine);
    }

    private static Ready ready(Supplier<Object> call) {
        return new Ready(() -> {}, call, () -> {});
    }

    /** Makes a call of work that leaves its answer in an object. */
    private static Ready ready(Runnable work, Object answer) {
        return ready(() -> {
            work.run();
            return answer;
        });
    }

    private static boolean isOneThread(Engine engine) {
        return engine.settings().threads() == 1;
    }

    private static Points points(Sizes sizes) {
        return BenchmarkData.points(sizes.text("shape", "UNIFORM"), sizes.number("n"), sizes.number("dims"));
    }

    private static int[] keys(Sizes sizes) {
        return sizes.choice("distribution", KeyDistribution.RANDOM).keys(sizes.number("n"));
    }

    private static SortOptions options(Sizes sizes) {
        return SortOptions.DEFAULT.withMethod(sizes.choice("method", SortOptions.Method.AUTOMATIC));
    }

    private static float[] matrix(Sizes sizes) {
        return sizes.choice("distribution", RowData.UNIFORM).rows(sizes.number("rows", 1), sizes.number("n"));
    }

    /** The keys of {@link SortWork#column}. */
    private static Keys spread(Sizes sizes) {
        int[] column = SortWork.column(sizes);
        if (sizes.text("type", "float").equals("int")) {
            return Keys.of(column);
        }
        float[] keys = new float[column.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Float.intBitsToFloat(column[i] ^ ((column[i] >> 31) & Integer.MAX_VALUE));
        }
        return Keys.of(keys);
    }

    private static Supplier<KnnPeer.Index> builder(Sizes sizes) {
        return KnnPeer.named(sizes.text("peer")).builder(KnnPeer.rows(points(sizes)));
    }

    private static Ready peerJoin(Sizes sizes, Engine engine, Supplier<KnnPeer.Index> index) {
        ForkJoinPool pool = new ForkJoinPool(engine.settings().threads());
        int n = sizes.number("n");
        int k = sizes.number("k");
        return ready(() -> PeerJoin.of(index.get(), n, k, pool)).before(pool::close);
    }

    private static Ready exchange(Sizes sizes, Engine engine, String way) {
        JointWork devices = new JointWork(engine);
        devices.prepareExchange(
                (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(1, sizes.number("n") / 4L * sizes.number("dims") * 2)));
        return ready(() -> devices.exchange(way), devices).before(devices::close);
    }

    private static Ready multiplyAdds(Consumer<float[]> loop, Sizes sizes, Engine engine) {
        int threads = engine.settings().threads();
        int passes = sizes.number("passes");
        Workers workers = new Workers(threads);
        float[][] values = MultiplyAdds.values(threads);
        return ready(() -> MultiplyAdds.run(loop, values, passes, workers), values)
                .before(workers::close);
    }

    private static Ready transfer(Sizes sizes, Engine engine, String phase) {
        int[] values = new int[sizes.number("mebibytes") << 18];
        Stage touch = ProbeKernels.INCREMENT.stage(1, values);
        Execution execution = engine.prepare(Program.of(
                "transfer",
                Phase.named(UPLOAD.name()).upload(values).stage(touch).build(),
                Phase.named(DOWNLOAD.name()).stage(touch).download(values).build()));
        execution.run(UPLOAD.name(), Progress.NONE);
        execution.run(DOWNLOAD.name(), Progress.NONE);
        return ready(() -> execution.run(phase, Progress.NONE), values).before(execution::close);
    }

    /** Returns the bytes that are copied; not a number if they are not counted. */
    static double bytes(String operation, Sizes sizes) {
        return switch (operation) {
            case "COPY" -> 2.0 * Integer.BYTES * sizes.number("n");
            case "EXCHANGE_DOWN", "EXCHANGE_UP" -> 2.0 * sizes.number("n") * sizes.number("dims");
            case "UPLOAD", "DOWNLOAD" -> (double) sizes.number("mebibytes") * (1 << 20);
            default -> Double.NaN;
        };
    }
}
