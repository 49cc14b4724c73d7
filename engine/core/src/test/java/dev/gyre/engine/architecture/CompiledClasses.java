package dev.gyre.engine.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All compiled classes of a module, from its folder or its jar. */
final class CompiledClasses {

    private CompiledClasses() {}

    /** The classes that lie in the same place as the given one. */
    static List<ClassFile> besides(Class<?> anchor) {
        try {
            Path place = Path.of(
                    anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                return under(place);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return under(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ClassFile> under(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class") && !file.endsWith("package-info.class"))
                    .map(CompiledClasses::read)
                    .toList();
        }
    }

    private static ClassFile read(Path file) {
        try {
            return ClassFile.parse(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
