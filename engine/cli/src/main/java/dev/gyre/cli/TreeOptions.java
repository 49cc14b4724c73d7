package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.op.KdTree;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Option of the tree. */
final class TreeOptions {

    @Option(
            names = "--tree",
            paramLabel = "FILE",
            required = true,
            description = "The file of the tree, from gyre kd build.")
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
