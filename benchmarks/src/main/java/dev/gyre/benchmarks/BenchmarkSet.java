package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.SortMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The named sets of benchmarks. */
enum BenchmarkSet {
    /** The join by all distances: of the cities, and over sizes, neighbors, dimensions and shapes. */
    KNN_JOIN {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of("All cities", Rate.PAIRS, byAllDistances(cities(plan))),
                    Section.of(
                            "Uniform points",
                            Rate.PAIRS,
                            byAllDistances(join(plan, plan.sizes(1_000, 32_768), 8, 64))
                                    .with("dims", plan.few(2, 3, 16))),
                    Section.of(
                            "Shapes of data",
                            Rate.PAIRS,
                            byAllDistances(join(plan, plan.sizes(16_384), 8))
                                    .with("dims", 3)
                                    .with("shape", "UNIFORM", "CLUSTERED", "COLLINEAR", "DUPLICATES", "OFFSET")));
        }

        private Grid byAllDistances(Grid join) {
            return join.with("method", JoinMethod.BRUTE_FORCE);
        }
    },
    /** The join by whatever method is the fastest, and by other libraries. */
    KNN_JOIN_PEERS {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of(
                            "All cities",
                            Rate.ROWS,
                            cities(plan),
                            peers(
                                            SEARCH_PEERS,
                                            cities(plan),
                                            "elki-kdtree",
                                            "smile-kdtree",
                                            "tinspin-kdtree",
                                            "jts-strtree")
                                    .with("threads", oneAndAllThreads())),
                    Section.of(
                            "Uniform points",
                            Rate.ROWS,
                            uniform(plan),
                            peers(
                                    SEARCH_PEERS,
                                    uniform(plan),
                                    "elki-linear",
                                    "elki-kdtree",
                                    "smile-linear",
                                    "smile-kdtree",
                                    "tinspin-kdtree")));
        }

        private Grid uniform(Plan plan) {
            return join(plan, plan.sizes(10_000), 8).with("dims", plan.few(3, 16));
        }

        @Override
        boolean isBuilt() {
            return hasPeers();
        }
    },
    /** The join by all distances beside the linear searches of other libraries, on the same threads. */
    KNN_LINEAR {
        @Override
        List<Section> sections(Plan plan) {
            Grid gyre = join(plan, plan.sizes(10_000), 10)
                    .with("dims", plan.few(4, 32, 128))
                    .with("method", JoinMethod.BRUTE_FORCE);
            Grid peers = peers(SEARCH_PEERS + ".join", gyre, "elki-linear", "smile-linear")
                    .with("threads", oneAndAllThreads());
            return List.of(
                    withPeers("Uniform points, every point a query too", Rate.DISTANCE_FLOPS, gyre, peers),
                    Section.of(
                            "Float multiply-adds in the first-level cache, plain Java loops",
                            Rate.FLOPS,
                            Grid.of(HostCall.FUSED_MULTIPLY_ADD, HostCall.MULTIPLY_THEN_ADD)
                                    .with("passes", plan.sizes(10_000))
                                    .with("backend", plan.backends())));
        }

        @Override
        boolean runsOn(String backend) {
            return Backends.isJvm(backend);
        }
    },
    /** Builds of kd-trees from host to host, and of other libraries'. */
    KD_BUILD {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    section(
                            "All cities",
                            build(plan, plan.sizes(BenchmarkData.CITY_COUNT), BenchmarkData.CITIES)
                                    .with("dims", 2)),
                    section(
                            "Uniform points",
                            build(plan, plan.sizes(100_000, 1_000_000), "UNIFORM")
                                    .with("dims", plan.few(2, 3, 4, 6))),
                    section(
                            "Shapes of data",
                            build(plan, plan.sizes(1_000_000), "CLUSTERED", "EXPONENTIAL")
                                    .with("dims", 3)));
        }

        private Section section(String title, Grid gyre) {
            return withPeers(
                    title, Rate.ROWS, gyre, peers(BUILD_PEERS, gyre, KD_TREES).with("threads", 1));
        }

        private Grid build(Plan plan, List<Integer> sizes, Object... shapes) {
            return Grid.of(HostCall.BUILD)
                    .with("shape", shapes)
                    .with("n", sizes)
                    .with("backend", plan.backends());
        }
    },
    /** Searches from host to host in kd-trees that are there, and in other libraries'. */
    KD_NEAREST {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    section(
                            "All cities, and each its own neighbor too",
                            nearest(plan, BenchmarkData.CITY_COUNT, BenchmarkData.CITIES)
                                    .with("k", 5)
                                    .with("dims", 2),
                            oneAndAllThreads()),
                    section(
                            "Uniform points",
                            nearest(plan, 100_000, "UNIFORM").with("dims", plan.few(2, 3, 4, 6)),
                            oneAndAllThreads()),
                    section(
                            "Shapes of data",
                            nearest(plan, 100_000, "CLUSTERED", "EXPONENTIAL").with("dims", 3),
                            oneAndAllThreads()),
                    section(
                            "A million uniform points",
                            nearest(plan, 1_000_000, "UNIFORM").with("dims", 3),
                            List.of(allThreads())));
        }

        private Section section(String title, Grid gyre, List<Integer> threads) {
            return withPeers(
                    title,
                    Rate.ROWS,
                    gyre,
                    peers(SEARCH_PEERS + ".join", gyre, KD_TREES).with("threads", threads));
        }

        private Grid nearest(Plan plan, int size, Object... shapes) {
            return Grid.of(HostCall.NEAREST)
                    .with("shape", shapes)
                    .with("n", plan.sizes(size))
                    .with("k", 8)
                    .with("backend", plan.backends());
        }
    },
    /** Whole joins by way of a kd-tree beside those by all distances. */
    KD_JOIN {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of("All cities", Rate.ROWS, byBoth(cities(plan))),
                    Section.of(
                            "Uniform points",
                            Rate.ROWS,
                            byBoth(join(plan, plan.sizes(32_768), 8)).with("dims", plan.few(2, 3, 4, 6))),
                    Section.of(
                            "Shapes of data",
                            Rate.ROWS,
                            byBoth(join(plan, plan.sizes(32_768), 8))
                                    .with("dims", 3)
                                    .with("shape", "CLUSTERED", "EXPONENTIAL", "COLLINEAR", "DUPLICATES")),
                    Section.of(
                            "More points than are worth all distances",
                            Rate.ROWS,
                            join(plan, plan.sizes(1 << 20), 8)
                                    .with("dims", plan.few(2, 4, 6))
                                    .with("shape", "UNIFORM", "EXPONENTIAL")
                                    .with("method", JoinMethod.KD_TREE)));
        }

        private Grid byBoth(Grid join) {
            return join.with("method", JoinMethod.KD_TREE, JoinMethod.BRUTE_FORCE);
        }
    },
    /** Sorts from host to host, and the JDK's. */
    SORT {
        @Override
        List<Section> sections(Plan plan) {
            Object[] distributions = KeyDistribution.values();
            return List.of(
                    Section.of(
                            "int keys with payload",
                            Rate.NANOS,
                            sorts(plan, plan.sizes(1 << 16, 1 << 20, 1 << 24), KeyDistribution.RANDOM)),
                    Section.of("Distributions", Rate.NANOS, sorts(plan, plan.sizes(1 << 22), distributions)),
                    Section.of(
                            "Order of floating-point keys",
                            Rate.NANOS,
                            Grid.of(HostCall.ARGSORT_FLOAT, HostCall.ARGSORT_DOUBLE)
                                    .with("n", plan.sizes(1 << 20, 1 << 24))
                                    .with("backend", plan.backends())));
        }

        /** Gyre, and beside a JVM the JDK's sorts. */
        private Grid[] sorts(Plan plan, List<Integer> sizes, Object... distributions) {
            return plan.besideJvm(
                    Grid.of(HostCall.SORT_IN_PLACE).with("n", sizes).with("distribution", distributions),
                    Grid.of(HostCall.JDK_SORT_PACKED).with("n", sizes).with("distribution", distributions));
        }
    },
    /** Sorts of data on the device. */
    RESIDENT_SORT {
        @Override
        List<Section> sections(Plan plan) {
            Object[] distributions = KeyDistribution.values();
            return List.of(
                    Section.of(
                            "int keys with payload",
                            Rate.NANOS,
                            sorts(
                                    plan,
                                    plan.sizes(1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24),
                                    KeyDistribution.RANDOM)),
                    Section.of("Distributions", Rate.NANOS, sorts(plan, plan.sizes(1 << 22), distributions)),
                    Section.of(
                            "Segments of a random length, 16 in the mean, beside one sort of all",
                            Rate.NANOS,
                            Grid.resident(DeviceWork.SEGMENTED_SORT)
                                    .with("n", plan.sizes(1 << 20, 1 << 24))
                                    .with("backend", plan.backends()),
                            sorts(plan, plan.sizes(1 << 20, 1 << 24), KeyDistribution.RANDOM)
                                    .with("method", SortMethod.RADIX)),
                    Section.of(
                            "Super key of points, of which some share a coordinate",
                            Rate.NANOS,
                            Grid.resident(DeviceWork.SUPER_KEY_ORDER)
                                    .with("n", plan.sizes(1 << 20, 1 << 24))
                                    .with("dims", 4)
                                    .with("ties", 1, 16, 65_536)
                                    .with("method", SortMethod.RADIX, SortMethod.RADIX_THEN_TIES, SortMethod.MERGE)
                                    .with("backend", plan.backends())));
        }

        private Grid sorts(Plan plan, List<Integer> sizes, Object... distributions) {
            return Grid.resident(DeviceWork.SORT)
                    .with("n", sizes)
                    .with("distribution", distributions)
                    .with("method", SortMethod.RADIX, SortMethod.MERGE)
                    .with("backend", plan.backends());
        }
    },
    /** The kernel of the join alone, with data on the device, and with copies. */
    RESIDENT {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of(
                            "As many queries as points",
                            Rate.PAIRS,
                            searches(plan, 131_072, 131_072, 8)
                                    .with("dims", plan.few(3, 16))
                                    .with("method", JoinMethod.FUSED)),
                    Section.of(
                            "Many dimensions",
                            Rate.DISTANCE_FLOPS,
                            searches(plan, 8_192, 131_072, 100)
                                    .with("dims", plan.few(128))
                                    .with("method", JoinMethod.TWO_STAGE)),
                    Section.of(
                            "One query",
                            Rate.PAIRS,
                            searches(plan, 1, 1 << 24, 10)
                                    .with("dims", plan.few(4))
                                    .with("method", JoinMethod.TWO_STAGE),
                            searches(plan, 1, 1 << 20, 10)
                                    .with("dims", plan.few(128))
                                    .with("method", JoinMethod.TWO_STAGE)));
        }

        private static Grid searches(Plan plan, int queries, int points, int k) {
            List<Integer> sizes = plan.sizes(points);
            return Grid.residentAndWithTransfers(DeviceWork.SEARCH)
                    .with("n", sizes)
                    .with("queries", Math.min(queries, sizes.get(0)))
                    .with("k", k)
                    .with("backend", plan.backends());
        }

        @Override
        boolean runsOn(String backend) {
            return isAccelerator(backend);
        }
    },
    /** Scan, reduction, compaction, partition and histogram, beside a plain copy. */
    PARTITION {
        @Override
        List<Section> sections(Plan plan) {
            List<Integer> sizes = plan.sizes(1 << 16, 1 << 20, 1 << 24, 1 << 26);
            DeviceWork[] works = DeviceWork.PARTITIONS.toArray(DeviceWork[]::new);
            Section all = Section.of(
                    "Bytes of input and output, each once",
                    Rate.BYTES,
                    Grid.residentAndWithTransfers(works).with("n", sizes).with("backend", plan.backends()));
            return plan.jvms().isEmpty()
                    ? List.of(all)
                    : List.of(
                            all,
                            Section.of(
                                    "A plain copy",
                                    Rate.BYTES,
                                    Grid.of(HostCall.COPY).with("n", sizes).with("backend", plan.jvms())));
        }
    },
    /** Selection from host to host, and sorting the row by the JDK. */
    SELECTION {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of(
                            "One list",
                            Rate.VALUES,
                            plan.besideJvm(
                                    list(plan, plan.sizes(1_000_000, 16_000_000), 10, 100, 1_000, 100_000),
                                    Grid.of(HostCall.JDK_SORT_ROWS).with("n", plan.sizes(1_000_000, 16_000_000)))),
                    Section.of(
                            "Methods for large k",
                            Rate.VALUES,
                            list(plan, plan.sizes(1_000_000), 3_000, 30_000, 100_000, 300_000, 500_000, 1_000_000)
                                    .with("method", "RADIX_SELECT", "SAMPLE_SELECT", "SORT")),
                    Section.of(
                            "Distributions",
                            Rate.VALUES,
                            list(plan, plan.sizes(1_000_000), 100).with("distribution", List.of(RowData.values()))));
        }

        private Grid list(Plan plan, List<Integer> sizes, Integer... wanted) {
            return Grid.of(HostCall.SELECT_SMALLEST)
                    .with("rows", 1)
                    .with("n", sizes)
                    .with(
                            "k",
                            plan.few(wanted).stream()
                                    .map(k -> Math.min(k, sizes.get(0)))
                                    .toList())
                    .with("backend", plan.backends());
        }
    },
    /** The selection in a single pass over values on the device. */
    RESIDENT_SELECTION {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of("Many rows", Rate.VALUES, rows(plan, 2_000, 1_000_000)),
                    Section.of("One long list", Rate.VALUES, rows(plan, 1, 128 << 20)),
                    Section.of(
                            "Distributions",
                            Rate.VALUES,
                            rows(plan, 2_000, 1_000_000)
                                    .with("k", plan.few(100))
                                    .with("distribution", List.of(RowData.values()))));
        }

        private Grid rows(Plan plan, int rows, int n) {
            return Grid.resident(DeviceWork.SINGLE_PASS)
                    .with(
                            "rows",
                            plan.sizes(rows).stream()
                                    .map(size -> Math.min(size, rows))
                                    .toList())
                    .with("n", plan.sizes(n))
                    .with("k", plan.few(10, 100, 1_000))
                    .with("backend", plan.backends());
        }

        @Override
        boolean runsOn(String backend) {
            return isAccelerator(backend);
        }
    },
    /** The order by blocks beside the full order. */
    BLOCK_SORT {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(
                    Section.of(
                            "Evenly spread floats",
                            Rate.ROWS,
                            blocks(
                                    plan,
                                    "float",
                                    List.of("UNIFORM"),
                                    1 << 10,
                                    1 << 12,
                                    1 << 15,
                                    1 << 18,
                                    1 << 21,
                                    1 << 24)),
                    Section.of(
                            "Evenly spread ints", Rate.ROWS, blocks(plan, "int", List.of("UNIFORM"), 1 << 12, 1 << 18)),
                    Section.of(
                            "Distributions",
                            Rate.ROWS,
                            blocks(
                                    plan,
                                    "float",
                                    List.of("EXPONENTIAL", "CLUSTERED", "SORTED", "DUPLICATES", "ALL_EQUAL"),
                                    1 << 18)));
        }

        private Grid[] blocks(Plan plan, String type, List<String> shapes, Integer... blockSizes) {
            List<Integer> ofBlocks = plan.quick() ? List.of(50) : List.of(blockSizes);
            UnaryOperator<Grid> keys = grid -> grid.with("n", plan.sizes(1 << 24))
                    .with("type", type)
                    .with("shape", shapes)
                    .with("backend", plan.backends());
            return new Grid[] {
                keys.apply(Grid.of(HostCall.FULL_SORT)),
                keys.apply(Grid.resident(DeviceWork.FULL_ORDER)),
                keys.apply(Grid.of(HostCall.BLOCKS)).with("blockSize", ofBlocks),
                keys.apply(Grid.resident(DeviceWork.BLOCK_ORDER)).with("blockSize", ofBlocks)
            };
        }
    },
    /** Phases of stages that have nothing to do. */
    LAUNCH {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(Section.of(
                    "One phase",
                    Rate.STAGES,
                    Grid.resident(DeviceWork.LAUNCH).with("stages", 1, 50).with("backend", plan.backends())));
        }
    },
    /** Copies to and from devices. */
    TRANSFER {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(Section.of(
                    "int[] of the Java heap",
                    Rate.BYTES,
                    Grid.of(HostCall.UPLOAD, HostCall.DOWNLOAD)
                            .with("mebibytes", plan.few(1, 16, 256))
                            .with("backend", plan.backends())));
        }

        @Override
        boolean runsOn(String backend) {
            return !Backends.isJvm(backend);
        }
    };

    private static final String SEARCH_PEERS = "dev.gyre.benchmarks.peers.KnnPeerBenchmark";
    private static final String BUILD_PEERS = "dev.gyre.benchmarks.peers.KdBuildPeerBenchmark";
    private static final String[] KD_TREES = {
        "elki-kdtree", "elki-kdtree-2", "elki-small-kdtree", "smile-kdtree", "tinspin-kdtree"
    };

    /**
     * One table of a report.
     *
     * @param title its heading
     * @param grids what is run for it
     * @param rate what is worked out beside the time
     */
    record Section(String title, List<Grid> grids, Rate rate) {

        static Section of(String title, Rate rate, Grid... grids) {
            return new Section(title, List.of(grids), rate);
        }
    }

    /**
     * How much to run, and where.
     *
     * @param quick tiny cases, which show that all works and nothing else
     * @param backends where
     * @param more values with commas between of parameters that are not the set's own
     */
    record Plan(boolean quick, List<String> backends, Map<String, String> more) {

        private static final int QUICK_SIZE = 200;

        List<Integer> sizes(Integer... sizes) {
            return quick ? List.of(QUICK_SIZE) : List.of(sizes);
        }

        /** The backends that are JVMs. */
        List<String> jvms() {
            return backends.stream().filter(Backends::isJvm).toList();
        }

        /** A grid on all backends, and what is to be compared with it on JVMs. */
        Grid[] besideJvm(Grid gyre, Grid jdk) {
            Grid all = gyre.with("backend", backends);
            return jvms().isEmpty() ? new Grid[] {all} : new Grid[] {all, jdk.with("backend", jvms())};
        }

        List<Integer> few(Integer... values) {
            return quick ? List.of(values[0]) : List.of(values);
        }
    }

    private static Grid join(Plan plan, List<Integer> sizes, Integer... neighbors) {
        return Grid.of(HostCall.JOIN)
                .with("shape", "UNIFORM")
                .with("n", sizes)
                .with("k", plan.few(neighbors))
                .with("backend", plan.backends());
    }

    private static Grid cities(Plan plan) {
        return join(plan, plan.sizes(BenchmarkData.CITY_COUNT), 5)
                .with("shape", BenchmarkData.CITIES)
                .with("dims", 2);
    }

    /** Other libraries on the cases of a grid. */
    private static Grid peers(String benchmark, Grid cases, String... peers) {
        Grid grid = Grid.of(benchmark);
        for (String parameter : List.of("shape", "n", "k", "dims")) {
            if (cases.parameters().containsKey(parameter)) {
                grid = grid.with(parameter, cases.parameters().get(parameter));
            }
        }
        return grid.with("peer", List.of(peers)).with("threads", allThreads());
    }

    /** A table with the other libraries where they are in this build; where they are not, it says so. */
    private static Section withPeers(String title, Rate rate, Grid gyre, Grid peers) {
        return hasPeers()
                ? Section.of(title, rate, gyre, peers)
                : Section.of(title + " (this build has no other libraries: mvn package -Ppeers)", rate, gyre);
    }

    private static boolean hasPeers() {
        return BenchmarkSet.class.getResource("/" + SEARCH_PEERS.replace('.', '/') + ".class") != null;
    }

    private static int allThreads() {
        return Settings.load().threads();
    }

    private static List<Integer> oneAndAllThreads() {
        return IntStream.of(1, allThreads()).distinct().boxed().toList();
    }

    private static boolean isAccelerator(String backend) {
        return InstalledDevices.list().stream()
                .anyMatch(device -> device.accelerator() && device.id().equals(backend));
    }

    /** The tables of the set. */
    abstract List<Section> sections(Plan plan);

    /** Whether the set runs on a backend that was not asked for by name. */
    boolean runsOn(String backend) {
        return true;
    }

    /** Whether its benchmarks are in this build. */
    boolean isBuilt() {
        return true;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static BenchmarkSet named(String name) {
        return Arrays.stream(values())
                .filter(set -> set.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown set \"" + name + "\"; known: " + names()));
    }

    static String names() {
        return Arrays.stream(values()).map(BenchmarkSet::toString).collect(Collectors.joining(", ")) + ", all";
    }
}
