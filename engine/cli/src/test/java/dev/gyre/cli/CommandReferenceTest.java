package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.JavaExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of all commands has their help. With {@code -Dwrite.reference=true} the test writes the page. */
class CommandReferenceTest {

    /** A call in a block of commands, up to a pipe or the redirection of a stream. */
    private static final Pattern CALL = Pattern.compile("^ {4}[^#\\n]*?\\./gyre ([^|>#\\n]*)", Pattern.MULTILINE);

    private static final Pattern OPTION = Pattern.compile(" (--[a-z][-a-z]*)");

    private static final Path PAGE = JavaExample.root().resolve("docs/commands.md");

    @Test
    void shouldHaveAPageWithTheHelpOfAllCommands() throws IOException {
        StringBuilder page = new StringBuilder("# Commands\n\nWhat `gyre --help`, and `--help` after a command, print. "
                + "[Command line](command-line.md) explains the commands by task.\n"
                + "This page is made from the program: see [CONTRIBUTING](../CONTRIBUTING.md#references).\n");
        int commands = append(page, List.of());
        assertTrue(commands >= 25, () -> commands + " commands");
        if (Boolean.getBoolean("write.reference")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(
                page.toString(),
                Files.readString(PAGE).replace("\r\n", "\n"),
                "docs/commands.md is old: run this test with -Dwrite.reference=true");
    }

    @Test
    void shouldShowExamplesWithOptionsThatExist() throws IOException {
        int examples = 0;
        for (String page : JavaExample.pages()) {
            if (!page.equals("README.md") && !page.startsWith("docs/")) {
                continue;
            }
            Matcher calls = CALL.matcher(Files.readString(JavaExample.root().resolve(page)));
            while (calls.find()) {
                List<String> words = List.of(calls.group(1).strip().split(" +"));
                List<String> command = words.stream()
                        .takeWhile(word -> word.matches("[a-z][-a-z]*"))
                        .limit(words.getFirst().matches("kd|rtree") ? 2 : 1)
                        .toList();
                if (command.isEmpty() || command.getFirst().matches("help|shell")) {
                    continue;
                }
                String help = CommandRun.of(command, "--help").shouldSucceed().out();
                Matcher options = OPTION.matcher(calls.group(1));
                while (options.find()) {
                    String option = options.group(1);
                    assertTrue(
                            option.equals("--help") || help.matches("(?s).*" + option + "[^-a-z].*"),
                            () -> page + " has " + option + " in: gyre " + calls.group(1));
                }
                examples++;
            }
        }
        int found = examples;
        assertTrue(found > 50, () -> found + " examples");
    }

    /** Adds the help of a command and of those below it, and returns their number. */
    private static int append(StringBuilder page, List<String> command) {
        String help = CommandRun.of(command, "--help").shouldSucceed().out();
        String title = ("gyre " + String.join(" ", command)).strip();
        page.append("\n## ").append(title).append("\n\n```text\n");
        help.lines().forEach(line -> page.append(line.stripTrailing()).append('\n'));
        page.append("```\n");
        int count = 1;
        boolean names = false;
        for (String line : help.lines().toList()) {
            names |= line.toLowerCase(Locale.ROOT).startsWith("commands:");
            if (names && line.matches("  [a-z].*")) {
                List<String> below = new ArrayList<>(command);
                below.add(line.strip().split(" ")[0]);
                count += append(page, below);
            }
        }
        return count;
    }
}
