package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

    @Test
    void shouldLeaveOutColumnsThatDoNotFit() {
        TextTable table = new TextTable(20);
        table.add("one", "two", "three", "four");
        table.add("1", "2", "3", "4");
        assertEquals("one  two  three  …\n1    2    3\n", print(table, 3));
    }

    @Test
    void shouldPrintAllColumnsThatJustFit() {
        TextTable table = new TextTable(15);
        table.add("one", "two", "three");
        assertEquals("one  two  three\n", print(table, 3));
    }

    @Test
    void shouldCutCellsToHalfOfTheLine() {
        TextTable table = new TextTable(20);
        table.add("a very long name", "x");
        assertEquals("a very…  x\n", print(table, 2));
    }

    @Test
    void shouldNeitherCutNorLeaveOutWithoutTerminal() {
        TextTable table = new TextTable(Integer.MAX_VALUE);
        table.add("a".repeat(1000), "b".repeat(1000), "c");
        assertEquals("a".repeat(1000) + "  " + "b".repeat(1000) + "  c\n", print(table, 3));
    }

    @Test
    void shouldAlignWideAndCombiningCharacters() {
        TextTable table = new TextTable(Integer.MAX_VALUE);
        table.add("東京", "1");
        table.add("e\u0301", "2");
        table.add("name", "3");
        assertEquals("東京  1\ne\u0301     2\nname  3\n", print(table, 2));
    }

    @Test
    void shouldShowControls() {
        TextTable table = new TextTable(80);
        table.add("\u001b[2J", "a\nb");
        assertEquals("\u241b[2J  a\u240ab\n", print(table, 2));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNeverPrintALineThatIsTooWide(long seed) {
        Random random = new Random(seed);
        for (int columns = 6; columns < 200; columns += 3) {
            TextTable table = new TextTable(columns);
            for (int row = 0; row < 5; row++) {
                String[] cells = new String[1 + random.nextInt(12)];
                for (int cell = 0; cell < cells.length; cell++) {
                    cells[cell] = "x東\u0301\ud83d\ude00".substring(0, 3).repeat(random.nextInt(20));
                }
                table.add(cells);
            }
            StringWriter out = new StringWriter();
            table.print(new PrintWriter(out));
            int max = columns;
            out.toString()
                    .lines()
                    .forEach(line -> assertTrue(
                            TextTable.width(line) <= max, "seed=" + seed + ", columns=" + max + ": " + line));
        }
    }

    @Test
    void shouldWrapNotesBetweenWords() {
        String end = System.lineSeparator();
        assertEquals("one two" + end + "three", Terminal.wrapped("one two three", 12));
        assertEquals("one two three", Terminal.wrapped("one two three", 13));
        assertEquals("a" + end + "verylongword" + end + "b", Terminal.wrapped("a verylongword b", 4));
        assertEquals("", Terminal.wrapped("", 4));
    }

    private static String print(TextTable table, int columns) {
        StringWriter out = new StringWriter();
        assertEquals(columns, table.print(new PrintWriter(out)));
        return out.toString().replace(System.lineSeparator(), "\n");
    }
}
