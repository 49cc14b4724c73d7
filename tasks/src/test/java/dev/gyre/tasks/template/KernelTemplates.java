package dev.gyre.tasks.template;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Expands templates of kernels to Java. The build runs this file from its source before it compiles.
 *
 * <pre>
 * #class IntReduce: Type=Int, wide=long    makes this class of the template, with these names; one line for each class
 * #for i in 0..7                           repeats the lines up to its #end
 * #for side in left, right                 the same with words
 * $i, ${Type}                              stands for the value of a name
 * </pre>
 *
 * <p>The lines of the classes come first. A directive has its own line, and loops may be nested. The braces keep a name apart from letters
 * that follow it. All other text is copied.
 */
public final class KernelTemplates {

    private static final String SUFFIX = ".java.template";
    private static final Pattern CLASS = Pattern.compile("#class (\\w+)(?:: (\\w+=\\w+(?:, \\w+=\\w+)*))?");
    private static final Pattern LOOP = Pattern.compile("#for (\\w+) in (?:(\\d+)\\.\\.(\\d+)|(\\w+(?:, \\w+)*))");
    private static final Pattern NAME = Pattern.compile("\\$(\\w+)|\\$\\{(\\w+)}");

    private final String file;
    private final List<String> lines;
    private final StringBuilder text = new StringBuilder();

    private KernelTemplates(String file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * Expands all templates of a folder.
     *
     * @param folders the folder of the templates and the folder of the classes, from which files of other classes are deleted
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] folders) throws IOException {
        Path from = Path.of(folders[0]);
        Path to = Path.of(folders[1]);
        Map<Path, String> sources = new TreeMap<>();
        for (Path template : files(from, SUFFIX)) {
            Path path = from.relativize(template);
            Path family = to.resolve(path).getParent();
            expand(path.toString().replace('\\', '/'), Files.readAllLines(template))
                    .forEach((name, source) -> sources.put(family.resolve(name + ".java"), source));
        }
        Files.createDirectories(to);
        for (Path old : files(to, ".java")) {
            if (!sources.containsKey(old)) {
                Files.delete(old);
            }
        }
        for (Map.Entry<Path, String> entry : sources.entrySet()) {
            Path file = entry.getKey();
            // An unchanged file keeps its time, so that it is not compiled again.
            if (!Files.exists(file) || !Files.readString(file).equals(entry.getValue())) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, entry.getValue());
            }
        }
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the sources of the classes of a template, by name. */
    static Map<String, String> expand(String file, List<String> lines) {
        Map<String, String> sources = new TreeMap<>();
        int body = 0;
        while (body < lines.size() && lines.get(body).startsWith("#class")) {
            body++;
        }
        for (int line = 0; line < body; line++) {
            KernelTemplates template = new KernelTemplates(file, lines);
            Matcher matcher = CLASS.matcher(lines.get(line));
            template.require(matcher.matches(), line, "expected #class Name: name=value, name=value");
            Map<String, String> values = new TreeMap<>();
            for (String pair :
                    matcher.group(2) == null ? new String[0] : matcher.group(2).split(", ")) {
                values.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
            template.text.append("// Made of src/main/templates/").append(file).append(" by the build.\n");
            template.expand(body, lines.size(), values);
            sources.put(matcher.group(1), template.text.toString());
        }
        if (sources.isEmpty()) {
            throw new IllegalArgumentException(file + ":1: expected #class");
        }
        return sources;
    }

    private void expand(int from, int to, Map<String, String> values) {
        for (int line = from; line < to; line++) {
            String directive = lines.get(line).strip();
            if (!directive.startsWith("#")) {
                text.append(replaced(line, values)).append('\n');
                continue;
            }
            Matcher loop = LOOP.matcher(directive);
            require(loop.matches(), line, "expected #for name in 0..7, or #for name in one, other: " + directive);
            int end = end(line, to);
            require(!values.containsKey(loop.group(1)), line, "has a value already: " + loop.group(1));
            for (String value : values(loop)) {
                Map<String, String> inside = new TreeMap<>(values);
                inside.put(loop.group(1), value);
                expand(line + 1, end, inside);
            }
            line = end;
        }
    }

    private static List<String> values(Matcher loop) {
        if (loop.group(4) != null) {
            return List.of(loop.group(4).split(", "));
        }
        return IntStream.rangeClosed(Integer.parseInt(loop.group(2)), Integer.parseInt(loop.group(3)))
                .mapToObj(Integer::toString)
                .toList();
    }

    private int end(int loop, int to) {
        int depth = 0;
        for (int line = loop; line < to; line++) {
            String directive = lines.get(line).strip();
            depth += directive.startsWith("#for") ? 1 : 0;
            depth -= directive.equals("#end") ? 1 : 0;
            if (depth == 0) {
                return line;
            }
        }
        throw error(loop, "#for without #end");
    }

    private String replaced(int line, Map<String, String> values) {
        return NAME.matcher(lines.get(line)).replaceAll(match -> {
            String name = match.group(1) != null ? match.group(1) : match.group(2);
            require(values.containsKey(name), line, "has no value: " + name);
            return values.get(name);
        });
    }

    private void require(boolean holds, int line, String message) {
        if (!holds) {
            throw error(line, message);
        }
    }

    private IllegalArgumentException error(int line, String message) {
        return new IllegalArgumentException(file + ":" + (line + 1) + ": " + message);
    }
}
