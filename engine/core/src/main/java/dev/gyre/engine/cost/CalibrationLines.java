package dev.gyre.engine.cost;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of a calibration: {@code key = value} under {@code [section]}. A line that starts with {@code #} is a comment; in a line with a
 * number, so is the text from {@code #} on. Every error message names file and line.
 */
final class CalibrationLines {

    static final String COMMENT = "#";

    private final List<Section> sections;

    private CalibrationLines(List<Section> sections) {
        this.sections = sections;
    }

    private record Value(String text, int line) {}

    /** The lines under a name; each is read once. */
    static final class Section {

        private final String file;
        private final String name;
        private final int line;
        private final Map<String, Value> left = new LinkedHashMap<>();
        private final Map<String, Value> all = new LinkedHashMap<>();

        private Section(String file, String name, int line) {
            this.file = file;
            this.name = name;
            this.line = line;
        }

        /** Returns the text between the brackets; empty for the lines before any section. */
        String name() {
            return name;
        }

        private void add(String key, Value value) {
            Value before = all.put(key, value);
            if (before != null) {
                throw error(key, "occurs twice, first in line " + before.line());
            }
            left.put(key, value);
        }

        String text(String key) {
            Value value = left.remove(key);
            if (value == null) {
                throw error(key, "is missing");
            }
            return value.text();
        }

        double number(String key, double min, double max) {
            String line = text(key);
            String text = (line.contains(COMMENT) ? line.substring(0, line.indexOf(COMMENT)) : line).strip();
            double number;
            try {
                number = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw error(key, "must be a number: " + key + "=" + text);
            }
            // False for NaN too.
            if (!(number >= min && number <= max)) {
                throw error(key, "must be in " + min + ".." + max + ": " + key + "=" + text);
            }
            return number;
        }

        /** Throws if a line was not read. */
        void checkAllRead() {
            for (String key : left.keySet()) {
                throw error(key, "is not known");
            }
        }

        /** Makes the exception for a value, with its line, or with the section's line if the value is missing. */
        IllegalArgumentException error(String key, String problem) {
            int at = all.containsKey(key) ? all.get(key).line() : line;
            String where = name.isEmpty() ? "" : ", [" + name + "]";
            return CalibrationLines.error(file, at, where + ": " + key + " " + problem);
        }
    }

    private static IllegalArgumentException error(String file, int line, String problem) {
        return new IllegalArgumentException(file + ", line " + line + problem);
    }

    /** Reads the lines of a file; throws an {@link IllegalArgumentException} that names it if they are no text. */
    static List<String> read(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": not UTF-8", e);
        }
    }

    static CalibrationLines of(String file, List<String> lines) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(file, "", 1));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int equals = line.indexOf('=');
            if (line.startsWith("[") && line.endsWith("]")) {
                String name = line.substring(1, line.length() - 1).strip();
                if (name.isEmpty()) {
                    throw error(file, i + 1, ": section [] has no name");
                }
                if (sections.stream().anyMatch(section -> section.name().equals(name))) {
                    throw error(file, i + 1, ": section [" + name + "] occurs twice");
                }
                sections.add(new Section(file, name, i + 1));
            } else if (equals > 0 && !line.startsWith(COMMENT)) {
                Value value = new Value(line.substring(equals + 1).strip(), i + 1);
                sections.get(sections.size() - 1).add(line.substring(0, equals).strip(), value);
            } else if (!line.isEmpty() && !line.startsWith(COMMENT)) {
                throw error(file, i + 1, ": must be \"key = value\", \"[device]\" or a comment: " + line);
            }
        }
        return new CalibrationLines(sections);
    }

    /** Returns a text on one line, so that it can be read again: drivers may add line ends. */
    static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    static String line(String key, String value) {
        return key + " = " + value + "\n";
    }

    /** The lines before any section. */
    Section machine() {
        return sections.get(0);
    }

    /** The other sections. */
    List<Section> devices() {
        return sections.subList(1, sections.size());
    }
}
