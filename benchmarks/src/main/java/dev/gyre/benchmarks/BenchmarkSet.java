package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.SortMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
                            Grid.of(MultiplyAddBenchmark.class)
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
            return Grid.of(KdBuildBenchmark.class)
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
            return Grid.of(KdNearestBenchmark.class)
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
                            Grid.of(ArgsortBenchmark.class)
                                    .with("n", plan.sizes(1 << 20, 1 << 24))
                                    .with("type", (Object[]) ArgsortBenchmark.Type.values())
                                    .with("backend", plan.backends())));
        }

        /** Gyre, and beside a JVM the JDK's sorts. */
        private Grid[] sorts(Plan plan, List<Integer> sizes, Object... distributions) {
            Grid gyre = Grid.of(SortBenchmark.class)
                    .with("n", sizes)
                    .with("distribution", distributions)
                    .with("backend", plan.backends());
            if (plan.backends().stream().noneMatch(Backends::isJvm)) {
                return new Grid[] {gyre};
            }
            Grid peers = Grid.of(PackedSortBenchmark.class).with("n", sizes).with("distribution", distributions);
            return new Grid[] {
                gyre,
                peers.with("peer", PackedSortBenchmark.SORT).with("threads", 1),
                peers.with("peer", PackedSortBenchmark.PARALLEL_SORT)
                        .with("threads", Runtime.getRuntime().availableProcessors())
            };
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
                            Grid.of(ResidentSegmentSortBenchmark.class)
                                    .with("n", plan.sizes(1 << 20, 1 << 24))
                                    .with("backend", plan.backends()),
                            sorts(plan, plan.sizes(1 << 20, 1 << 24), KeyDistribution.RANDOM)
                                    .with("method", SortMethod.RADIX)),
                    Section.of(
                            "Super key of points, of which some share a coordinate",
                            Rate.NANOS,
                            Grid.of(ResidentSuperKeyBenchmark.class)
                                    .with("n", plan.sizes(1 << 20, 1 << 24))
                                    .with("dims", 4)
                                    .with("ties", 1, 16, 65_536)
                                    .with("method", SortMethod.RADIX, SortMethod.RADIX_THEN_TIES, SortMethod.MERGE)
                                    .with("backend", plan.backends())));
        }

        private Grid sorts(Plan plan, List<Integer> sizes, Object... distributions) {
            return Grid.of(ResidentSortBenchmark.class)
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
            return Grid.of(ResidentKnnBenchmark.class)
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
            Grid operations = Grid.of(PartitionBenchmark.class)
                    .with("operation", (Object[]) PartitionOperation.values())
                    .with("n", sizes)
                    .with("backend", plan.backends());
            List<String> jvms = plan.backends().stream().filter(Backends::isJvm).toList();
            Section all = Section.of("Bytes of input and output, each once", Rate.BYTES, operations);
            return jvms.isEmpty()
                    ? List.of(all)
                    : List.of(
                            all,
                            Section.of(
                                    "A plain copy",
                                    Rate.BYTES,
                                    Grid.of(CopyBenchmark.class)
                                            .with("n", sizes)
                                            .with("backend", jvms)));
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
                            list(plan, plan.sizes(1_000_000, 16_000_000), 10, 100, 1_000, 100_000),
                            sort(plan, "Arrays.sort", 1),
                            sort(
                                    plan,
                                    "Arrays.parallelSort",
                                    Runtime.getRuntime().availableProcessors())),
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
            return Grid.of(SelectionBenchmark.class)
                    .with("rows", 1)
                    .with("n", sizes)
                    .with(
                            "k",
                            plan.few(wanted).stream()
                                    .map(k -> Math.min(k, sizes.get(0)))
                                    .toList())
                    .with("backend", plan.backends());
        }

        private Grid sort(Plan plan, String peer, int threads) {
            return Grid.of(RowSortBenchmark.class)
                    .with("rows", 1)
                    .with("n", plan.sizes(1_000_000, 16_000_000))
                    .with("peer", peer)
                    .with("threads", threads);
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
            return Grid.of(ResidentSelectionBenchmark.class)
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
                            blocks(plan, 1 << 10, 1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 24)),
                    Section.of(
                            "Evenly spread ints",
                            Rate.ROWS,
                            blocks(plan, 1 << 12, 1 << 18).with("type", "int")),
                    Section.of(
                            "Distributions",
                            Rate.ROWS,
                            blocks(plan, 1 << 18)
                                    .with("shape", "EXPONENTIAL", "CLUSTERED", "SORTED", "DUPLICATES", "ALL_EQUAL")));
        }

        private Grid blocks(Plan plan, Integer... blockSizes) {
            return Grid.of(BlockSortBenchmark.class)
                    .with("n", plan.sizes(1 << 24))
                    .with("blockSize", plan.quick() ? List.of(50) : List.of(blockSizes))
                    .with("backend", plan.backends());
        }
    },
    /** Phases of stages that have nothing to do. */
    LAUNCH {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(Section.of(
                    "One phase",
                    Rate.STAGES,
                    Grid.of(LaunchOverheadBenchmark.class).with("stages", 1, 50).with("backend", plan.backends())));
        }
    },
    /** Copies to and from devices. */
    TRANSFER {
        @Override
        List<Section> sections(Plan plan) {
            return List.of(Section.of(
                    "int[] of the Java heap",
                    Rate.BYTES,
                    Grid.of(TransferBenchmark.class)
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
     * How much to run, and where.
     *
     * @param quick tiny cases, which show that all works and nothing else
     * @param backends where
     */
    record Plan(boolean quick, List<String> backends) {

        private static final int QUICK_SIZE = 200;

        List<Integer> sizes(Integer... sizes) {
            return quick ? List.of(QUICK_SIZE) : List.of(sizes);
        }

        List<Integer> few(Integer... values) {
            return quick ? List.of(values[0]) : List.of(values);
        }
    }

    private static Grid join(Plan plan, List<Integer> sizes, Integer... neighbors) {
        return Grid.of(KnnJoinBenchmark.class)
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
