package dev.gyre.tasks.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelTemplatesTest {

    private static final String HEAD = "// Made of src/main/templates/a/X.java.template by the build.\n";

    @Test
    void shouldMakeEachClassWithItsOwnValues() {
        Map<String, String> sources =
                expand("#class IntSum: Type=Int, wide=long\n#class FloatSum: Type=Float, wide=double\n"
                        + "class ${Type}Sum { $wide sum; }\n");
        assertEquals(
                Map.of(
                        "IntSum",
                        HEAD + "class IntSum { long sum; }\n",
                        "FloatSum",
                        HEAD + "class FloatSum { double sum; }\n"),
                sources);
    }

    @Test
    void shouldRepeatTheLinesOfALoopAndKeepTheirIndent() {
        assertEquals(
                HEAD + "    a0 = 0;\n    a1 = 0;\n    a2 = 0;\ndone\n",
                expand("#class X\n    #for i in 0..2\n    a$i = 0;\n    #end\ndone\n")
                        .get("X"));
    }

    @Test
    void shouldNestLoopsOfNumbersAndWords() {
        assertEquals(
                HEAD + "left\nleft3\nleft4\nright\nright3\nright4\n",
                expand("#class X\n#for side in left, right\n$side\n#for i in 3..4\n$side$i\n#end\n#end\n")
                        .get("X"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class X {}                                      | 1: expected #class",
                "#class X: a=                                    | 1: expected #class Name: name=value, name=value",
                "#class X/text $unknown                          | 2: has no value: unknown",
                "#class X/#for i in 0..3/text                    | 2: #for without #end",
                "#class X/#end                                   | 2: expected #for name in 0..7, or #for name in one, other: #end",
                "#class X/#for i of 3                            | 2: expected #for name in 0..7, or #for name in one, other: #for i of 3",
                "#class X: i=1/#for i in 0..3/#end               | 2: has a value already: i",
                "#class X/#for i in 0..1/#for i in 0..1/#end/#end| 3: has a value already: i",
            })
    void shouldTellFileAndLineOfAnError(String template, String message) {
        String text = template.replace('/', '\n');
        assertEquals(
                "a/X.java.template:" + message,
                assertThrows(IllegalArgumentException.class, () -> expand(text)).getMessage());
    }

    @Test
    void shouldWriteWhatChangedAndDeleteWhatIsNoMore(@TempDir Path folder) throws IOException {
        Path template = folder.resolve("templates/a/X.java.template");
        Path classes = folder.resolve("classes");
        Files.createDirectories(template.getParent());
        String[] folders = {folder.resolve("templates").toString(), classes.toString()};
        Files.writeString(template, "#class X\n#class Y\nx\n");
        KernelTemplates.main(folders);
        Path file = classes.resolve("a/X.java");
        assertEquals(HEAD + "x\n", Files.readString(file));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        Files.writeString(template, "#class X\nx\n");
        KernelTemplates.main(folders);
        assertEquals(1_000_000, Files.getLastModifiedTime(file).toMillis());
        assertFalse(Files.exists(classes.resolve("a/Y.java")));
        Files.writeString(template, "#class X\nchanged\n");
        KernelTemplates.main(folders);
        assertEquals(HEAD + "changed\n", Files.readString(file));
    }

    @Test
    void shouldLeaveNoDirectiveAndNoNameInTheKernels() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "templates"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                for (String source : KernelTemplates.expand(file.toString(), Files.readAllLines(file))
                        .values()) {
                    assertFalse(
                            source.contains("$") || source.contains("#for") || source.contains("#end"),
                            file.toString());
                }
            }
        }
    }

    private static Map<String, String> expand(String template) {
        return KernelTemplates.expand("a/X.java.template", template.lines().toList());
    }
}
