package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.gyre.engine.io.VectorBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All commands that read get small files of all formats, whole and damaged. Each file is refused with exit code 2 and one line, or the
 * answer is that of {@link InputOracle}. A case depends only on its seed, which a failure names.
 */
class InputFuzzTest {

    private static final List<String> FORMATS =
            List.of("csv", "csv", "csv.gz", "npy", "npy.gz", "fvecs", "ivecs", "bvecs");
    private static final List<String> COMMANDS =
            List.of("knn-join", "knn-join --query", "radius-join", "kd build", "kd query", "box-join", "sort", "top");
    private static final double[][] KNOWN = {{0, 0, 0}, {10, 20, 30}, {90, 150, 50}};
    private static final Map<Character, String> SEPARATORS = new TreeMap<>(Map.of(',', "comma", ';', ";", '\t', "tab"));

    @TempDir
    private Path directory;

    private int accepted;
    private int refused;

    @Test
    void shouldAnswerOrRefuseLikeThePlainestReader() throws IOException {
        run(0, 200);
    }

    @Tag("thorough")
    @Test
    void shouldAnswerOrRefuseLikeThePlainestReaderManyTimes() throws IOException {
        run(1_000_000, 10_000);
    }

    /** A sort of rows with texts over several lines, which few random cases reach. */
    @Test
    void shouldSortLikeThePlainestReader() throws IOException {
        Case sort = new Case(1_000_463);
        assertEquals("sort", sort.command);
        sort.run();
        assertEquals(1, accepted);
    }

    @Test
    void shouldRefuseDamagedTrees() throws IOException {
        runTrees(2_000_000, 30);
    }

    @Tag("thorough")
    @Test
    void shouldRefuseDamagedTreesManyTimes() throws IOException {
        runTrees(3_000_000, 1_000);
    }

    private void runTrees(long firstSeed, int cases) throws IOException {
        Path queries = Files.writeString(directory.resolve("q.csv"), "x\n1\n");
        Path tree = directory.resolve("tree.kd");
        for (int i = 0; i < cases; i++) {
            Random random = new Random(firstSeed + i);
            StringBuilder rows = new StringBuilder("x\n");
            random.ints(1 + random.nextInt(40), 0, 30)
                    .forEach(x -> rows.append(x).append('\n'));
            Path input = Files.writeString(directory.resolve("p.csv"), rows);
            CommandRun.of("kd", "build", "--device=jvm", "--input=" + input, "--columns=x", "--output=" + tree)
                    .shouldSucceed();
            byte[] whole = Files.readAllBytes(tree);
            byte[] damaged = Damage.of(whole, random);
            Files.write(tree, damaged);
            List<String> call = random.nextBoolean()
                    ? List.of("kd", "verify", "--device=jvm", "--tree=" + tree)
                    : List.of("kd", "query", "--device=jvm", "--tree=" + tree, "--input=" + queries, "--columns=x");
            CommandRun run = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> CommandRun.of(call), "seed=" + i);
            if (Arrays.equals(whole, damaged)) {
                run.shouldSucceed();
            } else {
                assertEquals(ExitCode.USAGE, run.exitCode(), "seed=" + (firstSeed + i) + ": " + run.err());
                run.shouldRefuse(tree.toString());
            }
        }
    }

    private void run(long firstSeed, int cases) throws IOException {
        for (int i = 0; i < cases; i++) {
            new Case(firstSeed + i).run();
        }
        assertTrue(accepted > cases / 4, "accepted=" + accepted + ", refused=" + refused);
        assertTrue(refused > cases / 4, "accepted=" + accepted + ", refused=" + refused);
    }

    /** A file, options, and the expected result. */
    private final class Case {

        private final long seed;
        private final Random random;
        private final String format;
        private final String command;
        private final int dims;
        private final boolean csv;
        private final InputOracle.Csv options;
        private final byte[] bytes;
        private final Path file;
        private final boolean piped;
        private InputOracle.Read expected;

        Case(long seed) throws IOException {
            this.seed = seed;
            random = new Random(seed);
            format = pick(FORMATS);
            csv = format.startsWith("csv");
            command = csv ? pick(COMMANDS) : pick(COMMANDS.subList(0, 5));
            dims = command.equals("top") ? 1 : 1 + random.nextInt(3);
            List<String> columns = List.of("x", "y", "z").subList(0, dims);
            char separator = pick(List.copyOf(SEPARATORS.keySet()));
            options = new InputOracle.Csv(separator, columns, random.nextInt(3) == 0, random.nextInt(3) == 0);
            byte[] whole = whole();
            bytes = random.nextInt(4) == 0 ? whole : Damage.of(whole, random);
            file = Files.write(directory.resolve("in." + format), bytes);
            piped = random.nextInt(5) == 0;
            try {
                expected = InputOracle.read(bytes, format.replace(".gz", ""), csv ? options : null);
            } catch (InputOracle.Refused e) {
                // A refusal is expected.
            }
        }

        void run() {
            List<String> arguments = arguments();
            CommandRun run = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> call(arguments), this::toString);
            try {
                check(run);
            } catch (AssertionError | RuntimeException e) {
                fail(this + ": " + String.join(" ", arguments) + ": exit " + run.exitCode() + ": " + run.err() + e, e);
            }
        }

        private CommandRun call(List<String> arguments) {
            InputStream before = System.in;
            System.setIn(new ByteArrayInputStream(bytes));
            try {
                return CommandRun.of(arguments);
            } finally {
                System.setIn(before);
            }
        }

        private List<String> arguments() {
            List<String> arguments =
                    new ArrayList<>(List.of(command.replace(" --query", "").split(" ")));
            arguments.add("--device=jvm");
            String prefix = command.endsWith("--query") ? "--query" : "--input";
            arguments.add(prefix + "=" + (piped ? "-" : file));
            if (command.endsWith("--query")) {
                arguments.add("--input=" + knownFile());
                arguments.add("--query-delimiter=" + (csv ? SEPARATORS.get(options.separator()) : ""));
                arguments.removeIf(argument -> argument.endsWith("delimiter="));
                arguments.add("--columns=" + String.join(",", options.columns()));
            }
            if (csv && !command.endsWith("--query")) {
                String columns = String.join(",", options.columns());
                arguments.add((command.equals("sort") || command.equals("top") ? "--by=" : "--columns=") + columns);
                arguments.add("--delimiter=" + SEPARATORS.get(options.separator()));
            }
            if (csv) {
                if (options.skipBad()) {
                    arguments.add("--skip-bad-rows");
                }
                arguments.add("--missing=" + (options.skipMissing() ? "skip" : "error"));
            } else if (piped) {
                arguments.add(
                        (command.endsWith("--query") ? "--query-format=" : "--format=") + format.replace(".gz", ""));
            }
            switch (command) {
                case "kd build" -> arguments.add("--output=" + directory.resolve("out.kd"));
                case "kd query" -> arguments.addAll(List.of("--tree=" + knownTree(), "--k=1", "--output=-"));
                case "knn-join --query" -> arguments.addAll(List.of("--k=1", "--output=-"));
                case "knn-join" -> arguments.addAll(List.of("--k=2", "--output=-"));
                case "radius-join" -> arguments.addAll(List.of("--radius=50", "--output=-"));
                case "box-join" -> arguments.addAll(List.of("--distance=50", "--output=-"));
                case "top" -> arguments.addAll(List.of("--k=2", "--output=-"));
                default -> arguments.add("--output=-");
            }
            return arguments;
        }

        /** Writes points to find, with as many columns as the sample. */
        private Path knownFile() {
            StringBuilder text = new StringBuilder(String.join(",", options.columns()) + "\n");
            for (double[] point : KNOWN) {
                text.append(IntStream.range(0, dims)
                                .mapToObj(dim -> Double.toString(point[dim]))
                                .collect(Collectors.joining(",")))
                        .append('\n');
            }
            return write("known.csv", text);
        }

        private Path knownTree() {
            Path tree = directory.resolve("known" + dims + ".kd");
            if (!Files.exists(tree)) {
                String columns = "--columns=" + String.join(",", options.columns());
                CommandRun.of("kd", "build", "--input=" + knownFile(), columns, "--output=" + tree)
                        .shouldSucceed();
            }
            return tree;
        }

        private Path write(String name, CharSequence text) {
            try {
                return Files.writeString(directory.resolve(name), text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns whether the command looks for the rows of the file among known points. */
        private boolean isSearch() {
            return command.endsWith("query");
        }

        private void check(CommandRun run) {
            if (isSearch() && !csv && expected != null) {
                if (expected.rows().isEmpty()) {
                    // The file may still have other columns, which the oracle does not tell.
                    return;
                }
                expected = expected.rows().get(0).length == dims ? expected : null;
            }

            boolean tooFew =
                    command.equals("top") && expected != null && expected.rows().size() < 2;
            if (expected == null || tooFew) {
                refused++;
                run.shouldRefuse(piped || tooFew ? "" : file.toString());
                return;
            }
            accepted++;
            run.shouldSucceed();
            assertEquals(expected.missing() > 0, run.err().contains(count(expected.missing(), " with missing")));
            assertEquals(expected.bad() > 0, run.err().contains(count(expected.bad(), " that cannot be read")));
            List<String[]> lines =
                    run.out().lines().skip(1).map(line -> line.split(",")).toList();
            switch (command) {
                case "kd build" ->
                    assertTrue(
                            run.err()
                                    .contains(": "
                                            + Numbers.counted(expected.rows().size(), "point") + ", "),
                            run.err());
                case "knn-join" -> checkNeighbors(lines);
                case "knn-join --query", "kd query" -> checkNearest(lines);
                case "radius-join", "box-join" -> checkMatches(lines);
                case "sort" -> checkSorted(run.out());
                default -> checkSmallest(lines);
            }
        }

        private static String count(int rows, String what) {
            return rows + (rows == 1 ? " row" : " rows") + what;
        }

        private void checkNeighbors(List<String[]> lines) {
            int n = expected.rows().size();
            int k = Math.max(0, Math.min(2, n - 1));
            assertEquals(n * k, lines.size());
            for (int i = 0; i < lines.size(); i++) {
                int query = i / k;
                assertEquals(query, Integer.parseInt(lines.get(i)[0]));
                assertEquals(i % k + 1, Integer.parseInt(lines.get(i)[1]));
                double[] sorted = IntStream.range(0, n)
                        .filter(row -> row != query)
                        .mapToDouble(row -> distance(query, row))
                        .sorted()
                        .toArray();
                double found = Double.parseDouble(lines.get(i)[3]);
                assertEquals(sorted[i % k], found, 1e-9 * found);
                assertEquals(distance(query, Integer.parseInt(lines.get(i)[2])), found, 1e-9 * found);
            }
        }

        private void checkNearest(List<String[]> lines) {
            assertEquals(expected.rows().size(), lines.size());
            for (int query = 0; query < lines.size(); query++) {
                assertEquals(query, Integer.parseInt(lines.get(query)[0]));
                double[] row = expected.rows().get(query);
                double nearest = Stream.of(KNOWN)
                        .mapToDouble(point -> distance(row, point))
                        .min()
                        .orElseThrow();
                assertEquals(nearest, Double.parseDouble(lines.get(query)[3]), 1e-9 * nearest);
            }
        }

        private void checkMatches(List<String[]> lines) {
            int n = expected.rows().size();
            List<String> pairs = new ArrayList<>();
            for (int query = 0; query < n; query++) {
                for (int row = 0; row < n; row++) {
                    double distance = distance(query, row);
                    if (Math.abs(distance - 50) < 1e-9) {
                        return;
                    }
                    if (row != query && distance <= 50) {
                        pairs.add(query + "," + row);
                    }
                }
            }
            assertEquals(
                    pairs,
                    lines.stream()
                            .map(line -> line[0] + "," + line[1])
                            .sorted(byNumbers())
                            .toList());
        }

        /** A sort writes the rows as they are in the file. */
        private void checkSorted(String out) {
            InputOracle.Csv form = new InputOracle.Csv(',', options.columns(), false, false);
            List<double[]> found;
            try {
                found = InputOracle.read(out.getBytes(StandardCharsets.UTF_8), "csv", form)
                        .rows();
            } catch (InputOracle.Refused e) {
                throw new AssertionError(e + ": " + out, e);
            }
            assertEquals(
                    order().map(row -> values(expected.rows().get(row))).toList(),
                    found.stream().map(Case::values).toList());
        }

        /** -0 equals 0. */
        private static List<Double> values(double[] row) {
            return Arrays.stream(row).mapToObj(value -> value + 0.0).toList();
        }

        private void checkSmallest(List<String[]> lines) {
            assertEquals(
                    order().limit(2).toList(),
                    lines.stream().map(line -> Integer.valueOf(line[1])).toList());
            for (String[] line : lines) {
                assertEquals(
                        values(expected.rows().get(Integer.parseInt(line[1]))),
                        values(new double[] {Double.parseDouble(line[2])}));
            }
        }

        /** Returns the rows by all columns, the first one first; those that tie as in the file. */
        private Stream<Integer> order() {
            List<double[]> rows = expected.rows();
            return IntStream.range(0, rows.size()).boxed().sorted((a, b) -> {
                int compared = 0;
                for (int dim = 0; compared == 0 && dim < dims; dim++) {
                    compared = Double.compare(rows.get(a)[dim] + 0.0, rows.get(b)[dim] + 0.0);
                }
                return compared;
            });
        }

        private double distance(int a, int b) {
            return distance(expected.rows().get(a), expected.rows().get(b));
        }

        private static double distance(double[] from, double[] to) {
            double sum = 0;
            for (int dim = 0; dim < from.length; dim++) {
                sum += (from[dim] - to[dim]) * (from[dim] - to[dim]);
            }
            return Math.sqrt(sum);
        }

        // The file

        private byte[] whole() {
            int n = 1 + random.nextInt(12);
            if (csv) {
                byte[] text = text(n).getBytes(StandardCharsets.UTF_8);
                return format.endsWith(".gz") ? members(text) : text;
            }
            double[] values =
                    random.ints((long) n * dims, 0, 256).asDoubleStream().toArray();
            byte[] file = switch (format.replace(".gz", "")) {
                case "fvecs" -> VectorBytes.fvecs(values, dims);
                case "bvecs" -> VectorBytes.bvecs(values, dims);
                case "ivecs" -> VectorBytes.ivecs(values, dims);
                default -> npy(values, n);
            };
            return format.endsWith(".gz") ? members(file) : file;
        }

        private byte[] npy(double[] values, int n) {
            ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            boolean ints = random.nextBoolean();
            byte[] numbers = ints
                    ? VectorBytes.numbers(values, 4, order, (to, value) -> to.putInt((int) value))
                    : VectorBytes.numbers(values, 8, order, java.nio.ByteBuffer::putDouble);
            String descr = (order == ByteOrder.LITTLE_ENDIAN ? "<" : ">") + (ints ? "i4" : "f8");
            String shape = dims == 1 && random.nextBoolean() ? "(" + n + ",)" : "(" + n + ", " + dims + ")";
            return VectorBytes.npy(
                    1 + random.nextInt(3), VectorBytes.header(descr, random.nextBoolean(), shape), numbers);
        }

        private String text(int n) {
            String separator = options.separator() + "";
            String end = pick(List.of("\n", "\r\n", "\r"));
            List<String> names = new ArrayList<>(options.columns());
            names.add(random.nextInt(names.size() + 1), "name");
            StringBuilder text = new StringBuilder(random.nextInt(5) == 0 ? "\ufeff" : "");
            text.append(String.join(separator, names)).append(end);
            for (int row = 0; row < n; row++) {
                List<String> cells = new ArrayList<>();
                for (String name : names) {
                    cells.add(name.equals("name") ? pick(List.of("a", "\"a\n\"\"b\"", "東", "")) : number());
                }
                text.append(String.join(separator, cells)).append(random.nextInt(20) == 0 ? end + end : end);
            }
            int length = random.nextInt(4) == 0 ? text.length() - end.length() : text.length();
            return text.substring(0, length);
        }

        private String number() {
            return switch (random.nextInt(24)) {
                case 0 -> "\"" + random.nextInt(100) + "\"";
                case 1 -> " " + random.nextInt(100) + " ";
                case 2 -> random.nextInt(100) + "e-1";
                case 3 -> "-0";
                case 4 -> options.skipMissing() ? pick(List.of("", "NA", "null", "nan")) : "7";
                case 5 -> options.skipBad() ? "oops" : "8";
                case 6 -> Double.toString(random.nextGaussian() * 100);
                default -> Integer.toString(random.nextInt(100));
            };
        }

        /** Returns the bytes in one to three members of gzip. */
        private byte[] members(byte[] content) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            int from = 0;
            for (int left = 1 + random.nextInt(3); left > 0; left--) {
                int to = left == 1 ? content.length : from + random.nextInt(content.length - from + 1);
                all.writeBytes(VectorBytes.gzip(Arrays.copyOfRange(content, from, to)));
                from = to;
            }
            return all.toByteArray();
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }

        @Override
        public String toString() {
            return "seed=" + seed + ", " + command + ", " + format;
        }
    }

    private static Comparator<String> byNumbers() {
        return Comparator.comparingInt((String pair) -> Integer.parseInt(pair.split(",")[0]))
                .thenComparingInt(pair -> Integer.parseInt(pair.split(",")[1]));
    }
}
