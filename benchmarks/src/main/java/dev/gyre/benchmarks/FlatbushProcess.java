package dev.gyre.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * flatbush in a process of Node, which reads a command from a line and answers with a line when it is done. The package comes from the
 * folder that the environment variable {@value #FOLDER} names, where {@code npm install flatbush} was run.
 */
final class FlatbushProcess implements BoxPeer.Library {

    static final String FOLDER = "GYRE_FLATBUSH";

    private static final String SCRIPT = "flatbush.mjs";
    private static final int DEFAULT_NODE_SIZE = 16;
    private static final int BLOCK = 1 << 16;

    private final Process process;
    private final PrintWriter asked;
    private final BufferedReader answered;
    private final List<Path> files;

    /** Starts Node and hands it the data. */
    FlatbushProcess(BoxData data, int nodeSize) {
        try (InputStream script = FlatbushProcess.class.getResourceAsStream(SCRIPT)) {
            double[] windows = data.isSelfJoin() ? data.boxes() : data.windows();
            files = List.of(write(data.boxes()), write(windows));
            process = new ProcessBuilder(
                            "node",
                            "--input-type=module",
                            "--eval",
                            new String(script.readAllBytes(), StandardCharsets.UTF_8),
                            files.get(0).toString(),
                            files.get(1).toString(),
                            Integer.toString(nodeSize == 0 ? DEFAULT_NODE_SIZE : nodeSize),
                            Boolean.toString(data.isSelfJoin()))
                    .directory(Path.of(System.getenv(FOLDER)).toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException("flatbush cannot be run by node: " + e.getMessage(), e);
        }
        asked = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        answered = process.inputReader();
        ask("open");
    }

    static boolean isInstalled() {
        return System.getenv(FOLDER) != null;
    }

    private static Path write(double... bounds) throws IOException {
        Path file = Files.createTempFile("gyre-boxes", ".bin");
        ByteBuffer block = ByteBuffer.allocate(BLOCK * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int at = 0; at < bounds.length; at += BLOCK) {
                int length = Math.min(BLOCK, bounds.length - at);
                block.clear().asDoubleBuffer().put(bounds, at, length);
                block.limit(length * Double.BYTES);
                while (block.hasRemaining()) {
                    channel.write(block);
                }
            }
        }
        return file;
    }

    private String ask(String command) {
        asked.println(command);
        try {
            String answer = answered.readLine();
            if (answer == null) {
                throw new IllegalStateException("node ended without an answer to " + command);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void build() {
        ask("build");
    }

    @Override
    public CallAnswer search() {
        ask("search");
        return CallAnswer.of(() -> Long.parseLong(ask("hash")));
    }

    @Override
    public void close() {
        process.destroy();
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
