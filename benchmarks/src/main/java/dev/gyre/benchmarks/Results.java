package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The results that are current, by the index {@code README.md} in their folder, and the figures of papers beside them. */
final class Results {

    private static final Pattern ENTRY =
            Pattern.compile("^\\| ([\\w-]+) \\| \\[[^]]+]\\(([^)]+\\.csv)\\) \\|", Pattern.MULTILINE);
    private static final Pattern COMMIT = Pattern.compile("commit ([0-9a-f]+)");
    private static final Pattern DEVICE = Pattern.compile("NVIDIA (H\\d+|[A-Z][^)]*?)( 80GB HBM3)?\\)");

    private final Path folder;
    private final Map<String, List<File>> current = new LinkedHashMap<>();

    /** A file of results, with its name within the folder. */
    record File(String name, PointsFile points) {

        List<Row> rows() {
            return points.rows();
        }

        /** Returns the rows in which a column has some text. */
        Stream<Row> rows(String title, String text) {
            return rows().stream().filter(row -> row.text(title).equals(text));
        }

        String date() {
            return points.facts().getOrDefault("Date", Run.UNKNOWN);
        }

        /** Returns the commits, or a dash if they are not known. */
        String commit() {
            Matcher matcher = COMMIT.matcher(points.facts().getOrDefault("Gyre", ""));
            List<String> commits = new ArrayList<>();
            while (matcher.find()) {
                if (!commits.contains(matcher.group(1))) {
                    commits.add(matcher.group(1));
                }
            }
            return commits.isEmpty() ? Run.UNKNOWN : String.join(", ", commits);
        }

        /** Returns the name of the GPU, or a dash if there is none. */
        String gpu() {
            Matcher matcher = DEVICE.matcher(points.facts().getOrDefault("Devices", ""));
            return matcher.find() ? matcher.group(1) : Run.UNKNOWN;
        }

        /** Returns the processor with its number of cores. */
        String processor() {
            return points.facts()
                    .getOrDefault("Processor", Run.UNKNOWN)
                    .replace("(R)", "")
                    .replace(" Processor", "");
        }
    }

    private Results(Path folder) {
        this.folder = folder;
    }

    /** Reads the current files of a folder. */
    static Results read(Path folder) throws IOException {
        Results results = new Results(folder);
        Matcher entry = ENTRY.matcher(Files.readString(folder.resolve("README.md")));
        while (entry.find()) {
            results.current
                    .computeIfAbsent(entry.group(1), kind -> new ArrayList<>())
                    .add(new File(entry.group(2), PointsFile.read(folder.resolve(entry.group(2)))));
        }
        return results;
    }

    /** Returns the current files of a kind, in the order of the index. */
    List<File> of(String kind) {
        return current.getOrDefault(kind, List.of());
    }

    /** Returns the figures of a paper. */
    File published(String paper) throws IOException {
        String name = "published/" + paper + ".csv";
        return new File(name, PointsFile.read(folder.resolve(name)));
    }
}
