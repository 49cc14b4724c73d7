package dev.gyre.engine.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.kdtree.TreeFileException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which tree. */
final class TreeOptions {

    @Option(names = "--tree", paramLabel = "FILE", required = true, description = "The tree, from gyre kd build.")
    private Path tree;

    Path file() {
        return tree;
    }

    KdTree load(Engine engine) {
        try {
            return engine.loadKdTree(tree);
        } catch (TreeFileException e) {
            throw new UncheckedIOException(e);
        }
    }
}
