package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page of results: on small files, and that the page of the repository is the one of its results. */
class ResultsPageTest {

    private static final Path RESULTS = Path.of("results");
    private static final String FACTS =
            "# Date: %s\n# Processor: Chip, 4 cores\n# Gyre: 0.1.0, commit %s\n" + "# Devices: cuda:0 (NVIDIA H9)\n";
    private static final String CALLS =
            "call,n,device,data,ran on,first ns,second ns,runs,median ns,fastest ns,slowest ns\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void copyPublished() throws IOException {
        Files.createDirectories(folder.resolve("published"));
        try (Stream<Path> files = Files.list(RESULTS.resolve("published"))) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve("published").resolve(file.getFileName()));
            }
        }
    }

    @Test
    void shouldHaveAPlotOfEachCallWithAllDevices() throws Exception {
        write(
                "series",
                "a.csv",
                "2026-01-01",
                "abc",
                CALLS + "argsort,1000,jvm,fresh,–,9,8,3,1000000,900000,1100000\n"
                        + "argsort,10000,jvm,fresh,–,9,8,3,7654321,900000,1100000\n"
                        + "argsort,1000,cuda:0,fresh,–,9,8,3,500000,400000,600000\n"
                        + "argsort,1000,auto,fresh,–,9,8,3,500001,400000,600000\n"
                        + "kd-tree,1000,jvm,fresh,jvm,9,8,3,1000,900,1100\n",
                "# skipped: argsort on cuda:0 above n = 1000: no time\n");
        Document page = page();
        Element argsort = figure(page, "argsort");
        assertEquals(List.of("16 threads", "H9", "auto"), series(argsort));
        assertTrue(argsort.getTextContent().contains("Not run: on cuda:0 above n = 1000: no time."));
        assertEquals(List.of("16 threads"), series(figure(page, "kd-tree")));
        assertEquals(4, marks(argsort), "one for each row");
    }

    @Test
    void shouldHaveTheRowsOfTheFilesInTables() throws Exception {
        write(
                "series",
                "a.csv",
                "2026-01-01",
                "abc",
                CALLS + "argsort,1000,jvm,fresh,–,9,8,3,1234567,900000,1100000\n"
                        + "kd-tree,2000,cuda:0,fresh,cuda:0,10,8,30,2000,900,1100\n",
                "");
        assertRows(page(), "a.csv", PointsFile.read(folder.resolve("a.csv")));
    }

    @Test
    void shouldHaveAllPublishedFigures() throws Exception {
        write("series", "a.csv", "2026-01-01", "abc", CALLS, "");
        Document page = page();
        for (String paper : List.of("kd-tree", "r-tree", "knn", "knn-selection", "hybrid-join", "top-k-join")) {
            List<Row> rows = PointsFile.read(folder.resolve("published/" + paper + ".csv"))
                    .rows();
            List<List<String>> table = table(page, "published/" + paper + ".csv");
            int value = table.getFirst().indexOf("value");
            assertEquals(
                    rows.stream().map(row -> row.text("value")).toList(),
                    table.stream().skip(1).map(line -> line.get(value)).toList(),
                    paper);
        }
    }

    @Test
    void shouldShowTheNewestFigureOfEachMachine() throws Exception {
        write("calls", "1.csv", "2026-02-02", "ab2", CALLS + call("argsort", 10, "jvm", 2_000_000), "");
        write("calls", "2.csv", "2026-02-02", "ab2", CALLS + call("argsort", 10, "jvm", 3_000_000), "");
        write(
                "calls",
                "3.csv",
                "2026-01-01",
                "cd1",
                CALLS + call("argsort", 10, "jvm", 5_000_000) + call("argsort", 10, "ptx:0", 6_000_000),
                "");
        List<List<String>> table = cells((Element)
                element(page(), "newest").getElementsByTagName("table").item(0));
        assertEquals(3, table.size(), table::toString);
        assertTrue(
                table.get(1).containsAll(List.of("Chip, 4 cores", "2.0 to 3.0", "2026-02-02", "ab2")), table::toString);
        assertTrue(table.get(2).containsAll(List.of("H9, PTX", "6.0", "2026-01-01", "cd1")), table::toString);
    }

    @Test
    void shouldShowWhereTheTimeGoesIfAFileTells() throws Exception {
        write("calls", "1.csv", "2026-01-01", "ab1", CALLS + call("argsort", 10, "cuda:0", 2_000_000), "");
        assertTrue(element(page(), "work").getTextContent().contains("Not run"));
        write(
                "calls",
                "2.csv",
                "2026-02-02",
                "ab2",
                CALLS.strip() + "," + CallWork.TITLES + "\n"
                        + call("argsort", 10, "cuda:0", 8_000_000).strip() + ",1,2,3000000,0,1000000,1000000\n"
                        + call("argsort", 10, "jvm", 9_000_000).strip() + ",0,0,0,0,0,0\n",
                "");
        Element work = element(page(), "work");
        assertFalse(work.getTextContent().contains("Not run"));
        assertEquals(
                List.of("cuda:0 (H9), 2026-02-02, commit ab2: 2.csv"),
                elements(work.getElementsByTagName("summary")).stream()
                        .map(Element::getTextContent)
                        .toList());
        assertEquals(
                List.of("argsort", "10", "fresh", "8.0", "1", "2", "3.0", "0.0", "1.0", "1.0", "3.0", "6.0", "3.0"),
                cells((Element) work.getElementsByTagName("table").item(0)).get(1));
    }

    @Test
    void shouldShowSlowerCallsLikeFasterOnes() throws Exception {
        write(
                "boxes",
                "a.csv",
                "2026-01-01",
                "abc",
                CALLS
                        + call("box-join", 1000, "jvm", 4_000_000)
                        + call("box-join", 1000, "STRtree on jvm", 9_000_000)
                        + call("box-join", 1000, "HPRtree on jvm", 1_000_000)
                        + call("box-join", 1000, "cuda:0", 500_000),
                "");
        Element peers = element(page(), "peers");
        List<List<String>> table =
                cells((Element) peers.getElementsByTagName("table").item(0));
        assertEquals(3, table.size(), table::toString);
        assertTrue(table.get(1).containsAll(List.of("HPRtree", "4.0", "1.0", "0.25")), table::toString);
        assertTrue(table.get(2).containsAll(List.of("HPRtree", "0.5", "1.0", "2.0")), table::toString);
        assertTrue(peers.getTextContent().contains("2 in all; in 1 Gyre is slower"));
        assertTrue(figure(peers, "Where Gyre gains least").getTextContent().contains("0.25×"));
    }

    @Test
    void shouldHaveAPageInTheRepositoryOfTheResultsThere() throws Exception {
        String page = ResultsPage.page(Results.read(RESULTS));
        assertEquals(
                page,
                Files.readString(Path.of("..", "docs", "results.html")),
                "docs/results.html is old; make it again with benchmarks/run report");
        assertFalse(page.contains("src="), "the page loads a file");
        assertFalse(page.contains("<script"), "the page has a program");
        assertFalse(page.contains("NaN") || page.contains("Infinity"), "a place is not a number");
        Document parsed = parse(page);
        for (String kind : List.of("series", "boxes", "kd-tree", "several", "knn", "hybrid", "sets", "top-k")) {
            assertFalse(Results.read(RESULTS).of(kind).isEmpty(), kind);
            for (Results.File file : Results.read(RESULTS).of(kind)) {
                assertRows(parsed, file.name(), file.points());
            }
        }
    }

    @Test
    void shouldHaveFiguresOfPeersThatTheirReportsHave() throws IOException {
        for (Results.File file : Results.read(RESULTS).of("peers")) {
            for (Row row : file.rows()) {
                String report = Files.readString(RESULTS.resolve(file.name()).resolveSibling(row.text("report")));
                for (String title : List.of("gyre", "peer time")) {
                    String figure = row.text(title);
                    double value = Double.parseDouble(figure);
                    assertTrue(
                            Stream.of(figure, String.format(Locale.ROOT, "%,.0f", value), String.valueOf(value / 1e3))
                                    .anyMatch(report::contains),
                            () -> row + " is not in its report");
                }
            }
        }
    }

    private static String call(String name, int n, String device, long nanos) {
        return name + "," + n + "," + device + ",fresh,–,9000000,8000000,3," + nanos + ",1,9\n";
    }

    /** Writes a file and its line of the index. */
    private void write(String kind, String name, String date, String commit, String rows, String missing)
            throws IOException {
        Files.writeString(folder.resolve(name), FACTS.formatted(date, commit) + missing + rows);
        Path index = folder.resolve("README.md");
        String lines = Files.exists(index) ? Files.readString(index) : "";
        Files.writeString(index, lines + "| " + kind + " | [" + name + "](" + name + ") | a file |\n");
    }

    private Document page() throws Exception {
        Path page = folder.resolve("page.html");
        assertEquals(0, Main.run("report", "--results=" + folder, "--output=" + page));
        return parse(Files.readString(page));
    }

    private static Document parse(String page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    }

    /** Checks that the table of a file has its rows, in order, as far as it has their columns. */
    private static void assertRows(Document page, String name, PointsFile file) {
        List<List<String>> table = table(page, name);
        List<String> titles = table.getFirst();
        assertEquals(file.rows().size(), table.size() - 1, name);
        for (int i = 0; i < file.rows().size(); i++) {
            Row row = file.rows().get(i);
            for (int c = 0; c < titles.size(); c++) {
                String title = titles.get(c);
                String cell = table.get(i + 1).get(c);
                if (title.endsWith(" ms") && !file.titles().contains(title)) {
                    double millis = Long.parseLong(row.text(title.replaceFirst("ms$", "ns"))) / 1e6;
                    assertTrue(
                            millis < 0
                                    ? cell.equals("–")
                                    : Math.abs(Double.parseDouble(cell) - millis) <= 6e-4 * millis,
                            name + " " + row + " " + title + ": " + cell);
                } else if (row.text(title).matches("-?\\d+\\.\\d+.*|NaN")) {
                    double value = Double.parseDouble(row.text(title));
                    assertTrue(
                            cell.equals("–")
                                    ? Double.isNaN(value)
                                    : Math.abs(Double.parseDouble(cell) - value) <= 6e-4 * Math.abs(value),
                            name + " " + row + " " + title + ": " + cell);
                } else {
                    assertEquals(row.text(title), cell, name);
                }
            }
        }
    }

    /** Returns the table whose summary names a file. */
    private static List<List<String>> table(Document page, String name) {
        for (Element details : elements(page.getElementsByTagName("details"))) {
            String summary = details.getElementsByTagName("summary").item(0).getTextContent();
            if (summary.matches(".*: " + name.replace(".", "\\.") + "(,.*)?")) {
                return cells((Element) details.getElementsByTagName("table").item(0));
            }
        }
        throw new AssertionError("no table of " + name);
    }

    private static List<List<String>> cells(Element table) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(elements(table.getElementsByTagName("th")).stream()
                .map(Element::getTextContent)
                .toList());
        for (Element line :
                elements(((Element) table.getElementsByTagName("tbody").item(0)).getElementsByTagName("tr"))) {
            lines.add(elements(line.getElementsByTagName("td")).stream()
                    .map(Element::getTextContent)
                    .toList());
        }
        return lines;
    }

    private static Element element(Document page, String id) {
        return elements(page.getElementsByTagName("section")).stream()
                .filter(section -> section.getAttribute("id").equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Element figure(Document page, String title) {
        return figure(page.getDocumentElement(), title);
    }

    private static Element figure(Element within, String title) {
        return elements(within.getElementsByTagName("figure")).stream()
                .filter(figure -> figure.getElementsByTagName("b")
                        .item(0)
                        .getTextContent()
                        .equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> series(Element figure) {
        return elements(figure.getElementsByTagName("path")).stream()
                .map(path -> path.getAttribute("data-series"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static long marks(Element figure) {
        return elements(figure.getElementsByTagName("path")).stream()
                .filter(path -> path.getAttribute("class").startsWith("mark"))
                .count();
    }

    private static List<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }
}
