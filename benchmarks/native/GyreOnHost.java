import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gyre's part of native-host.sh: the works of its peers, on the threads of the JVM. Arguments: the folder of the data, the runs, the threads,
 * then the works; without works all of them. Prints a line for each: work, "Gyre", ms, a number that was found. With one thread, a time is
 * of the processor of the calling thread; with more it is of the clock.
 */
public final class GyreOnHost {

    private static final Map<String, Double> RADII =
            new TreeMap<>(Map.of("6", 0.0013819765978853, "60", 0.0043701937223683));

    private static final long MIN_NANOS = 4_000_000_000L;

    private final Path folder;
    private final int runs;
    private final int threads;
    private final List<String> wanted;
    private final Engine engine;

    private GyreOnHost(Path folder, int runs, int threads, List<String> wanted, Engine engine) {
        this.folder = folder;
        this.runs = runs;
        this.threads = threads;
        this.wanted = wanted;
        this.engine = engine;
    }

    public static void main(String[] args) throws IOException {
        int threads = Integer.parseInt(args[2]);
        Settings settings = Settings.DEFAULT.withDevice("jvm").withThreads(threads);
        try (Engine engine = Engine.open(settings)) {
            List<String> wanted = List.of(args).subList(3, args.length);
            new GyreOnHost(Path.of(args[0]), Integer.parseInt(args[1]), threads, wanted, engine).run();
        }
    }

    private interface Work {
        double run();
    }

    private boolean wants(String work) {
        return wanted.isEmpty() || wanted.contains(work);
    }

    private void time(String work, String by, Work call) {
        double fastest = Double.POSITIVE_INFINITY;
        double found = 0;
        long begin = System.nanoTime();
        // The compiler shares the core, so that the first runs are not of finished code.
        for (int run = 0; run < runs || System.nanoTime() - begin < MIN_NANOS; run++) {
            long start = now();
            found = call.run();
            fastest = Math.min(fastest, (now() - start) * 1e-6);
        }
        System.out.printf("%s,%s,%.2f,%.17g%n", work, by + (threads > 1 ? ", " + threads + " threads" : ""), fastest, found);
    }

    private long now() {
        return threads > 1 ? System.nanoTime() : ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void run() throws IOException {
        for (String work : List.of("build 1 M x 2", "build 1 M x 3", "build 1 M x 6", "build cities")) {
            if (wants(work)) {
                Points points = work.endsWith("cities") ? points("cities", 2) : uniform(work);
                time(work, "Gyre", () -> {
                    try (KdTree tree = engine.kdTree(points)) {
                        return tree.places();
                    }
                });
            }
        }
        orders();
        selections();
        searches();
    }

    private Points uniform(String work) throws IOException {
        int dims = work.charAt(work.length() - 1) - '0';
        return points("points-" + dims, dims);
    }

    private void orders() throws IOException {
        if (wants("order 4 M int")) {
            ByteBuffer file = read("ints");
            int[] keys = new int[file.remaining() / Integer.BYTES];
            file.asIntBuffer().get(keys);
            order("order 4 M int", Keys.of(keys));
        }
        if (wants("order 4 M long")) {
            ByteBuffer file = read("longs");
            long[] keys = new long[file.remaining() / Long.BYTES];
            file.asLongBuffer().get(keys);
            order("order 4 M long", Keys.of(keys));
        }
        if (wants("order 4 M double")) {
            order("order 4 M double", Keys.of(doubles("doubles")));
        }
    }

    private void order(String work, Keys keys) {
        time(work, "Gyre", () -> {
            int[] rows = engine.sorting().argsort(keys);
            return rows[rows.length / 2];
        });
    }

    private void selections() throws IOException {
        if (wants("selection")) {
            float[] values = floats("rows");
            time("selection", "Gyre", () -> engine.selection().smallest(values, 200, 100).id(0, 99));
        }
        if (wants("brute force x 64")) {
            Points points = Points.of(floats("points-64"), 64);
            Points queries = Points.of(floats("queries-64"), 64);
            JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.BRUTE_FORCE);
            time("brute force x 64", "Gyre", () -> engine.knnJoin(queries, points, 20, options).id(0, 0));
        }
    }

    private void searches() throws IOException {
        for (String work : List.of("8 nearest others x 2", "8 nearest others x 3")) {
            if (wants(work)) {
                try (KdTree tree = engine.kdTree(uniform(work))) {
                    time(work, "Gyre", () -> tree.nearestOthers(8, Monitor.NONE).id(0, 0));
                }
            }
        }
        for (Map.Entry<String, Double> radius : RADII.entrySet()) {
            String work = "lists of " + radius.getKey();
            if (wants(work)) {
                Points points = points("points-2", 2);
                try (KdTree tree = engine.kdTree(points)) {
                    time(work, "Gyre", () -> tree.selfWithin(radius.getValue(), Monitor.NONE).size());
                    String counts = "counts of " + radius.getKey();
                    time(counts, "Gyre", () -> tree.countWithin(points, radius.getValue(), Monitor.NONE)[0]);
                }
                JoinOptions grid = JoinOptions.DEFAULT.withMethod(JoinMethod.GRID);
                time(work, "Gyre, grid and its build", () -> engine.radiusSelfJoin(points, radius.getValue(), grid).size());
            }
        }
    }

    private ByteBuffer read(String name) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(folder.resolve(name))).order(ByteOrder.LITTLE_ENDIAN);
    }

    private double[] doubles(String name) throws IOException {
        ByteBuffer file = read(name);
        double[] values = new double[file.remaining() / Double.BYTES];
        file.asDoubleBuffer().get(values);
        return values;
    }

    private float[] floats(String name) throws IOException {
        ByteBuffer file = read(name);
        float[] values = new float[file.remaining() / Float.BYTES];
        file.asFloatBuffer().get(values);
        return values;
    }

    private Points points(String name, int dims) throws IOException {
        return Points.of(doubles(name), dims);
    }
}
