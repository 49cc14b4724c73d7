package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CSV without a header, with decimal commas, in other encodings. */
class CsvVariantsTest {

    @TempDir
    private Path folder;

    private Path write(String text, Charset charset) throws IOException {
        return Files.writeString(folder.resolve("in.csv"), text, charset);
    }

    private Path write(String text) throws IOException {
        return write(text, StandardCharsets.UTF_8);
    }

    private static CommandRun run(String command, Path file) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--device=jvm", "--output=-", "--input=" + file));
        return CommandRun.of(args);
    }

    private static String out(String command, Path file) {
        return run(command, file).shouldSucceed().out();
    }

    @Test
    void shouldReadDecimalCommas() throws IOException {
        Path file = write("a;b\n1,5;x\n1,25e1;y\n,75;z\n-123456789,12345678901;w\n");
        assertEquals("b\nw\nz\nx\ny\n", out("sort --by=a --keep=b --delimiter=semicolon --decimal=comma", file));
        assertEquals(
                "query,rank,neighbor,distance\n0,1,1,0.75\n1,1,0,0.75\n",
                out("knn-join --columns=a --k=1 --decimal=comma", write("a\n\"1,5\"\n\"0,75\"\n")));
        run("sort --by=a --decimal=comma", write("a\n1.5\n")).shouldRefuse("not a number: \"1.5\"");
        run("sort --by=a", write("a\n\"1,5\"\n")).shouldRefuse("not a number: \"1,5\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"windows-1252", "UTF-16", "UTF-16LE", "ISO-8859-15"})
    void shouldReadOtherEncodings(String encoding) throws IOException {
        Path file = write("größe,x\nMünchen,2\nÉvry,1\n", Charset.forName(encoding));
        assertEquals("größe,x\nÉvry,1\nMünchen,2\n", out("sort --by=x --encoding=" + encoding, file));
    }

    @Test
    void shouldNameTheEncodingThatDoesNotFit() throws IOException {
        Path latin = write("name,x\nÉvry,1\n", StandardCharsets.ISO_8859_1);
        run("sort --by=x", latin).shouldRefuse("line 2: not UTF-8; --encoding reads other texts");
        run("sort --by=x --encoding=US-ASCII", latin).shouldRefuse("not US-ASCII");
        run("sort --by=x --encoding=windows-1253x", latin).shouldRefuse("--encoding", "did you mean \"windows-125");
    }

    @Test
    void shouldReadFilesWithoutAHeader() throws IOException {
        Path file = write("7,b, 1\n5,a,2\n\"5\",\"a\"\"\",0\n");
        assertEquals("1,2,3\n5,a,2\n5,\"a\"\"\",0\n7,b, 1\n", out("sort --by=1 --no-header", file));
        assertEquals("rank,2,1\n1,b,7\n", out("top --by=1 --largest --k=1 --id=2 --no-header", file));
        assertEquals(
                "query,rank,neighbor,distance\n0,1,1,2.23606797749979\n1,1,2,2.0\n2,1,1,2.0\n",
                out("knn-join --columns=1,3 --k=1 --no-header", file));
        assertEquals("rank,row,1\n1,0,2\n", out("sort --by=1 --ranks --no-header", write("2\n")), "one row");
        run("sort --by=1 --no-header", write("1,2\n3\n")).shouldRefuse("line 2: as many fields as the header has");
        run("sort --by=1 --no-header", write("x,2\n3,4\n")).shouldRefuse("line 1, column \"1\": not a number: \"x\"");
        assertEquals(
                "1\n4\n", out("sort --by=1 --keep=1 --no-header --skip-bad-rows", write("x\n4\n")), "a bad first row");
        run("sort --by=x --no-header", write("1,2,3\n")).shouldRefuse("no column \"x\"; columns: 1, 2, 3");
        run("sort --by=1 --no-header", write("")).shouldRefuse("empty");
        CommandRun.of("sort", "--demo", "--no-header").shouldRefuse("--demo brings its own rows: --no-header");
    }

    @Test
    void shouldReadTabsWhereTheNameSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("in.tsv"), "a\tb\n2\tx,y\n1\tz\n");
        assertEquals("a,b\n1,z\n2,\"x,y\"\n", out("sort --by=a", file));
        run("sort --by=a --delimiter=comma", file).shouldRefuse("no column \"a\"");
    }

    @Test
    void shouldReadTheSameNumbersInAllVariants() throws IOException {
        sameInAllVariants(new Random(5), 20);
    }

    @Tag("thorough")
    @Test
    void shouldReadTheSameNumbersInManyVariants() throws IOException {
        sameInAllVariants(new Random(6), 3_000);
    }

    private void sameInAllVariants(Random random, int times) throws IOException {
        List<Charset> charsets = List.of(
                StandardCharsets.UTF_8,
                StandardCharsets.UTF_16,
                StandardCharsets.ISO_8859_1,
                Charset.forName("windows-1252"));
        for (int i = 0; i < times; i++) {
            double[] numbers = random.doubles(1 + random.nextInt(9))
                    .map(x -> (x - 0.5) * Math.pow(10, random.nextInt(20) - 9))
                    .toArray();
            boolean comma = random.nextBoolean();
            boolean header = random.nextBoolean();
            char separator = comma ? ';' : ',';
            Charset charset = charsets.get(random.nextInt(charsets.size()));
            String form = random.nextBoolean() ? "%.7f" : "%.12e";
            List<String> texts = IntStream.range(0, numbers.length)
                    .mapToObj(row -> String.format(Locale.ROOT, form, numbers[row]))
                    .toList();
            String text = (header ? "é" + separator + "1\n" : "")
                    + texts.stream()
                            .map(number -> "ü" + separator + (comma ? number.replace('.', ',') : number) + "\n")
                            .collect(Collectors.joining());
            String command = "sort --keep=" + (header ? "1" : "2") + " --by=" + (header ? "1" : "2") + " --delimiter="
                    + (comma ? "semicolon --decimal=comma" : "comma") + " --encoding=" + charset
                    + (header ? "" : " --no-header");
            List<String> expected = texts.stream()
                    .sorted(Comparator.comparingDouble(number -> Double.parseDouble(number) + 0.0))
                    .map(number -> comma ? "\"" + number.replace('.', ',') + "\"" : number)
                    .toList();
            assertEquals(
                    expected, out(command, write(text, charset)).lines().skip(1).toList(), command + "\n" + text);
        }
    }
}
