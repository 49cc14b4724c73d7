package dev.gyre.tornado;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolutionException;
import java.lang.module.ResolvedModule;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Options with which a JVM loads TornadoVM from the class path, and so may take its classes from an archive.
 *
 * <p>TornadoVM's own options replace a module of the JDK ({@code --upgrade-module-path}), and then JVMs map no archive of classes, not even their own. Here the same jars, those that
 * these options resolve, are on the class path. The jar with the replaced module, Graal's compiler, has to be a named module, as Graal takes the unnamed one for that of a native image:
 * it is copied without its description, and so is an automatic module of another name. No class is changed.
 *
 * <p>Of TornadoVM's options, those for the JVM stay; what they export and open of the JDK to their modules is exported and opened to all. An option that is not known, or another version
 * than 5.2, is an error: then TornadoVM's own options are right.
 */
public final class StartOptions {

    /** Versions that were started so. */
    private static final String KNOWN_VERSIONS = "5.2.";

    private static final String UNNAMED = "ALL-UNNAMED";
    private static final Set<String> EXPORTS = Set.of("--add-exports", "--add-opens");

    private final List<String> options = new ArrayList<>();
    private final Map<String, List<String>> paths = new TreeMap<>();
    private final Set<String> roots = new TreeSet<>();
    private final Set<String> exports = new TreeSet<>();

    private StartOptions() {}

    /**
     * Writes {@code options}, an argument file for {@code java}, and {@code class-path}, the jars of TornadoVM that belong on the class path behind the program's, into a folder, which
     * must stay where it is: a jar beside them is named by the options. Prints a line and exits with 1 if TornadoVM cannot be started so.
     *
     * @param arguments TornadoVM's home, and the folder
     */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: dev.gyre.tornado.StartOptions TORNADOVM_HOME FOLDER");
            System.exit(2);
        }
        try {
            write(Path.of(arguments[0]), Path.of(arguments[1]).toAbsolutePath());
        } catch (IOException | FindException | ResolutionException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    static void write(Path home, Path folder) throws IOException {
        if (folder.toString().contains(File.pathSeparator)) {
            throw new IOException("a path has what separates paths: " + folder);
        }
        StartOptions start = new StartOptions();
        for (String line : Files.readAllLines(home.resolve("tornado-argfile"))) {
            start.read(line.strip());
        }
        start.write(folder);
    }

    /** Reads a line of TornadoVM's argument file, which has no quotes. */
    private void read(String line) throws IOException {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        String[] parts = line.split("[\\s=]+", 2);
        String name = parts[0];
        if (line.startsWith("-X")
                || line.startsWith("-D")
                || line.equals("-server")
                || line.equals("--enable-preview")) {
            if (!line.matches("[^\\s\"'\\\\]+")) {
                throw new IOException("TornadoVM's option is not plain: " + line);
            }
            options.add(line);
        } else if (parts.length == 1) {
            throw new IOException("TornadoVM has an option that is not known: " + line);
        } else if (name.equals("--module-path") || name.equals("--upgrade-module-path")) {
            paths.put(name, List.of(parts[1].split(File.pathSeparator)));
        } else if (name.equals("--add-modules")) {
            roots.addAll(List.of(parts[1].split(",")));
        } else if (EXPORTS.contains(name)) {
            exports.add(name + "=" + parts[1].substring(0, parts[1].indexOf('=')));
        } else if (!name.equals("--add-reads") && !name.equals("--enable-native-access")) {
            throw new IOException("TornadoVM has an option that is not known: " + line);
        }
    }

    private void write(Path folder) throws IOException {
        ModuleFinder system = ModuleFinder.ofSystem();
        ModuleFinder upgrades = finder("--upgrade-module-path");
        ModuleFinder all = ModuleFinder.compose(upgrades, system, finder("--module-path"));
        roots.removeIf(root -> root.startsWith("ALL-"));
        Set<ResolvedModule> modules = Configuration.empty()
                .resolveAndBind(all, ModuleFinder.of(), roots)
                .modules();
        checkVersion(modules);
        List<ModuleReference> jars = modules.stream()
                .map(ResolvedModule::reference)
                .filter(jar -> upgrades.find(name(jar)).filter(jar::equals).isPresent()
                        || system.find(name(jar)).isEmpty())
                .toList();
        List<ModuleReference> replacing =
                jars.stream().filter(jar -> system.find(name(jar)).isPresent()).toList();
        addSystemModules(jars, replacing, system);
        addCopies(replacing, folder);
        options.add("--enable-native-access=" + UNNAMED);
        String targets = Stream.concat(Stream.of(UNNAMED), replacing.stream().map(StartOptions::copyName))
                .collect(Collectors.joining(","));
        Set<String> ofJars = jars.stream().map(StartOptions::name).collect(Collectors.toSet());
        exports.stream()
                .filter(export -> !ofJars.contains(export.substring(export.indexOf('=') + 1, export.indexOf('/'))))
                .forEach(export -> options.add(export + "=" + targets));
        Files.writeString(
                folder.resolve("options"),
                options.stream().map(StartOptions::quoted).collect(Collectors.joining()));
        Files.writeString(
                folder.resolve("class-path"),
                jars.stream()
                        .filter(jar -> !replacing.contains(jar))
                        .map(jar -> path(jar).toString())
                        .sorted()
                        .collect(Collectors.joining(File.pathSeparator)));
    }

    /** Copies jars without their descriptions, and adds the options for these. */
    private void addCopies(List<ModuleReference> replacing, Path folder) throws IOException {
        List<String> modulePath = new ArrayList<>();
        for (ModuleReference jar : replacing) {
            Path copy = folder.resolve(copyName(jar) + ".jar");
            Files.copy(path(jar), copy);
            try (FileSystem files = FileSystems.newFileSystem(copy)) {
                Files.delete(files.getPath("module-info.class"));
            }
            modulePath.add(copy.toString());
            // -ea is not for classes of the JDK, and what TornadoVM registers twice with Graal fails an assertion of
            // Graal's.
            options.add("-da:" + name(jar) + "...");
        }
        options.add("--module-path=" + String.join(File.pathSeparator, modulePath));
    }

    /** What jars ask for by their descriptions, which are not read on the class path: modules of the JDK, and packages that these export to them. */
    private void addSystemModules(List<ModuleReference> jars, List<ModuleReference> replacing, ModuleFinder system) {
        Set<String> names = jars.stream().map(StartOptions::name).collect(Collectors.toSet());
        Set<String> required = new TreeSet<>();
        jars.stream()
                .flatMap(jar -> jar.descriptor().requires().stream())
                .map(ModuleDescriptor.Requires::name)
                .filter(name -> system.find(name).isPresent() && !names.contains(name))
                .forEach(required::add);
        options.add("--add-modules="
                + Stream.concat(replacing.stream().map(StartOptions::copyName), required.stream())
                        .collect(Collectors.joining(",")));
        for (String name : required) {
            ModuleDescriptor module = system.find(name).orElseThrow().descriptor();
            String prefix = "=" + name + "/";
            for (ModuleDescriptor.Exports export : module.exports()) {
                if (export.targets().stream().anyMatch(names::contains)) {
                    exports.add("--add-exports" + prefix + export.source());
                }
            }
            for (ModuleDescriptor.Opens open : module.opens()) {
                if (open.targets().stream().anyMatch(names::contains)) {
                    exports.add("--add-opens" + prefix + open.source());
                }
            }
        }
    }

    private static void checkVersion(Collection<ResolvedModule> modules) throws IOException {
        String version = modules.stream()
                .map(ResolvedModule::reference)
                .filter(jar -> name(jar).equals("tornado.api"))
                .flatMap(jar -> jar.descriptor().rawVersion().stream())
                .findFirst()
                .orElse("of unknown version");
        if (!version.startsWith(KNOWN_VERSIONS)) {
            throw new IOException(
                    "it is TornadoVM " + version + ", and only 5.2 is known to start from the class path");
        }
    }

    private ModuleFinder finder(String option) throws IOException {
        List<String> entries = paths.get(option);
        if (entries == null) {
            throw new IOException("TornadoVM's options have no " + option);
        }
        return ModuleFinder.of(Stream.of(entries)
                .flatMap(List::stream)
                .filter(entry -> !entry.equals("."))
                .map(Path::of)
                .toArray(Path[]::new));
    }

    private static String name(ModuleReference jar) {
        return jar.descriptor().name();
    }

    private static Path path(ModuleReference jar) {
        return Path.of(jar.location().orElseThrow());
    }

    /** Of a file, and so of the automatic module in it. */
    private static String copyName(ModuleReference jar) {
        return "gyre." + name(jar);
    }

    private static String quoted(String option) {
        return '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n";
    }
}
