package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies point one way. A new package has to be entered here, with what it may use. */
class PackageDependenciesTest {

    private static final String ROOT = "dev/gyre/engine";
    private static final String TASKS = "dev/gyre/tasks";

    /** For each package of the engine, those of Gyre that it may use: {@code root}, {@code tasks}, or a package's name. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("program", Set.of()),
            Map.entry("device", Set.of("program")),
            Map.entry("jvm", Set.of("device", "program")),
            Map.entry("data", Set.of("jvm", "program", "tasks")),
            Map.entry("file", Set.of("data")),
            Map.entry("io", Set.of("data", "file")),
            Map.entry("plan", Set.of("cost", "data", "device", "jvm", "pool", "program", "team")),
            Map.entry("partition", Set.of("cost", "data", "host", "jvm", "plan", "pool", "program", "tasks")),
            Map.entry("sort", Set.of("cost", "data", "host", "jvm", "partition", "plan", "pool", "program", "tasks")),
            Map.entry(
                    "select",
                    Set.of("cost", "data", "host", "jvm", "partition", "plan", "pool", "program", "tasks", "team")),
            Map.entry(
                    "knn",
                    Set.of("cost", "data", "jvm", "plan", "pool", "program", "search", "select", "tasks", "team")),
            Map.entry("search", Set.of("data", "host", "jvm", "program", "team")),
            Map.entry("range", Set.of("data", "host", "jvm", "pool", "program", "search", "team")),
            Map.entry(
                    "tree",
                    Set.of(
                            "data",
                            "host",
                            "jvm",
                            "partition",
                            "pool",
                            "program",
                            "range",
                            "search",
                            "sort",
                            "tasks",
                            "team")),
            Map.entry(
                    "kdtree",
                    Set.of(
                            "cost",
                            "data",
                            "device",
                            "file",
                            "host",
                            "jvm",
                            "partition",
                            "pool",
                            "program",
                            "range",
                            "search",
                            "select",
                            "sort",
                            "tasks",
                            "team",
                            "tree")),
            Map.entry(
                    "rtree",
                    Set.of(
                            "cost",
                            "data",
                            "file",
                            "host",
                            "jvm",
                            "partition",
                            "plan",
                            "pool",
                            "program",
                            "range",
                            "search",
                            "sort",
                            "tasks",
                            "team",
                            "tree")),
            Map.entry(
                    "topk",
                    Set.of(
                            "data", "grid", "host", "jvm", "pool", "program", "range", "rtree", "search", "tasks",
                            "team", "tree")),
            Map.entry(
                    "grid",
                    Set.of(
                            "cost",
                            "data",
                            "host",
                            "jvm",
                            "kdtree",
                            "knn",
                            "partition",
                            "pool",
                            "program",
                            "range",
                            "search",
                            "sort",
                            "tasks",
                            "team")),
            Map.entry(
                    "cluster",
                    Set.of(
                            "cost", "data", "host", "join", "jvm", "kdtree", "plan", "pool", "program", "range",
                            "search", "sort", "tasks", "team", "tree")),
            Map.entry(
                    "join",
                    Set.of(
                            "cost", "data", "grid", "host", "jvm", "kdtree", "knn", "op", "plan", "pool", "program",
                            "range", "search", "tasks", "team", "topk", "tree")),
            Map.entry(
                    "op",
                    Set.of(
                            "cost",
                            "data",
                            "device",
                            "file",
                            "grid",
                            "host",
                            "jvm",
                            "kdtree",
                            "knn",
                            "partition",
                            "plan",
                            "pool",
                            "program",
                            "range",
                            "rtree",
                            "search",
                            "select",
                            "sort",
                            "tasks",
                            "team",
                            "topk",
                            "tree")),
            Map.entry(
                    "fold",
                    Set.of(
                            "cost", "data", "join", "jvm", "kdtree", "plan", "pool", "program", "search", "tasks",
                            "tree")),
            Map.entry(
                    "canary",
                    Set.of(
                            "cluster", "data", "device", "fold", "grid", "join", "jvm", "knn", "op", "plan", "pool",
                            "program", "search", "select", "sort", "tasks", "topk", "tree")),
            Map.entry(
                    "root",
                    Set.of(
                            "canary", "cluster", "cost", "data", "device", "file", "fold", "join", "jvm", "kdtree",
                            "knn", "op", "plan", "pool", "program", "team", "topk")),
            Map.entry("pool", Set.of("cost", "device", "host", "jvm", "program")),
            Map.entry("cost", Set.of("program")),
            Map.entry("team", Set.of("data", "device", "pool", "program")),
            Map.entry("host", Set.of("data", "jvm")));

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(dev\\.gyre\\.(?:engine|tasks)\\.(?:([a-z]\\w*)\\.)?)\\w");

    private static final List<ClassFile> CLASSES = CompiledClasses.besides(Engine.class);

    @Test
    void shouldUseOnlyThePackagesThatItsPackageMayUse() {
        for (ClassFile file : CLASSES) {
            String from = shortName(file.packageName());
            Set<String> allowed = ALLOWED.get(from);
            assertNotNull(allowed, () -> "package " + file.packageName() + " is new: say here what it may use");
            for (String referred : file.referredClasses()) {
                String to = shortName(ClassFile.packageOf(referred));
                assertTrue(
                        !isGyre(referred) || to.equals(from) || allowed.contains(to),
                        () -> file.name() + " must not use " + referred + ": " + from + " may use " + allowed);
            }
        }
    }

    /** Byte code does not have the imports that only comments need. */
    @Test
    void shouldImportOnlyFromThePackagesThatItsPackageMayUse() throws IOException {
        Path root = Path.of("src/main/java", ROOT.split("/"));
        int imports = 0;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Path folder = root.relativize(file).getParent();
                String from = folder == null ? "root" : folder.getName(0).toString();
                for (Matcher found = IMPORT.matcher(Files.readString(file)); found.find(); imports++) {
                    String to = found.group(1).startsWith(TASKS.replace('/', '.'))
                            ? "tasks"
                            : found.group(2) == null ? "root" : found.group(2);
                    Set<String> allowed = ALLOWED.get(from);
                    assertTrue(
                            to.equals(from) || allowed.contains(to),
                            () -> file + " must not import from " + to + ": " + from + " may use " + allowed);
                }
            }
        }
        assertTrue(imports > 1000, "imports=" + imports);
    }

    @Test
    void shouldSeeTheDependenciesThatThereAre() {
        assertTrue(
                actual().get("knn").containsAll(Set.of("data", "jvm", "plan", "program", "tasks")),
                () -> "" + actual());
    }

    @Test
    void shouldHaveNoCycles() {
        assertAcyclic(actual());
        assertAcyclic(new TreeMap<>(ALLOWED));
    }

    @Test
    void shouldNotKnowTornadoVm() {
        for (ClassFile file : CLASSES) {
            for (String referred : file.referredClasses()) {
                assertFalse(
                        referred.startsWith("uk/ac/manchester") || referred.startsWith("dev/gyre/tornado"),
                        () -> file.name() + " refers to " + referred);
            }
        }
    }

    @Test
    void shouldNotBeKnownToTasks() {
        for (ClassFile file : TaskMethods.classFiles()) {
            assertEquals(
                    Set.of(),
                    file.referredClasses().stream()
                            .filter(name -> isGyre(name) && !name.startsWith(TASKS + "/"))
                            .collect(Collectors.toSet()),
                    file::name);
        }
    }

    private static Map<String, Set<String>> actual() {
        Map<String, Set<String>> edges = new TreeMap<>();
        for (ClassFile file : CLASSES) {
            String from = shortName(file.packageName());
            Set<String> targets = edges.computeIfAbsent(from, name -> new TreeSet<>());
            file.referredClasses().stream()
                    .filter(PackageDependenciesTest::isGyre)
                    .map(name -> shortName(ClassFile.packageOf(name)))
                    .filter(to -> !to.equals(from))
                    .forEach(targets::add);
        }
        return edges;
    }

    /** Takes away packages that use only what has been taken away before; a cycle stays. */
    private static void assertAcyclic(Map<String, Set<String>> edges) {
        Map<String, Set<String>> left = new TreeMap<>(edges);
        Set<String> done = new HashSet<>(Set.of("tasks"));
        boolean changed = true;
        while (changed) {
            Set<String> free = left.entrySet().stream()
                    .filter(entry -> done.containsAll(entry.getValue()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            changed = !free.isEmpty();
            done.addAll(free);
            left.keySet().removeAll(free);
        }
        assertTrue(left.isEmpty(), () -> "a cycle among " + left);
    }

    private static boolean isGyre(String className) {
        return className.startsWith("dev/gyre/");
    }

    private static String shortName(String packageName) {
        if (packageName.equals(ROOT)) {
            return "root";
        }
        if (packageName.startsWith(TASKS)) {
            return "tasks";
        }
        return packageName.startsWith(ROOT + "/") ? packageName.substring(ROOT.length() + 1) : packageName;
    }
}
