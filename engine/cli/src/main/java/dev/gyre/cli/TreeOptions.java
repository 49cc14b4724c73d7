package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The option of the file of a tree. */
final class TreeOptions extends Options {

    private final Option<Path> tree;

    /** The group of commands has one that builds such trees. */
    TreeOptions(String group) {
        tree = file("--tree", "The file of the tree, from gyre " + group + " build.")
                .required();
    }

    Path file() {
        return tree.get();
    }

    KdTree loadKdTree(Engine engine) {
        return load(engine::loadKdTree);
    }

    RTree loadRTree(Engine engine) {
        return load(engine::loadRTree);
    }

    /** Loads the tree for queries of a file; they must have as many dimensions as the tree. */
    RTree loadRTree(Engine engine, String fileOfQueries, Boxes queries) {
        RTree loaded = loadRTree(engine);
        int dims = loaded.boxes().dims();
        if (dims != queries.dims()) {
            throw InputException.of(
                    fileOfQueries,
                    "queries must have the dimensions of the tree's boxes: queries=" + queries.dims() + ", boxes="
                            + dims);
        }
        return loaded;
    }

    /** Reads a tree. */
    @FunctionalInterface
    private interface Loading<T> {
        T load(Path file) throws TreeFileException;
    }

    private <T> T load(Loading<T> loading) {
        try {
            return loading.load(tree.get());
        } catch (TreeFileException e) {
            throw new UncheckedIOException(e);
        }
    }
}
