package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that completes commands in a shell. */
class CompletionTest {

    private static final Pattern FUNCTION = Pattern.compile("function (\\w+)\\(\\) \\{");
    private static final Pattern VALUES = Pattern.compile(" *local (\\w+)_option_args=\\((.*)\\) # (\\S+) values");

    private static String script;

    @TempDir
    private Path folder;

    @TempDir
    private Path scripts;

    @BeforeAll
    static void generate() {
        script = CommandRun.of("generate-completion").shouldSucceed().out();
    }

    @Test
    void shouldNotMixTheValuesOfTwoOptions() {
        Map<String, String> valuesOfLabel = new HashMap<>();
        String function = "";
        int options = 0;
        for (String line : script.lines().toList()) {
            Matcher begin = FUNCTION.matcher(line);
            if (begin.lookingAt()) {
                function = begin.group(1);
            }
            Matcher values = VALUES.matcher(line);
            if (values.matches()) {
                options++;
                String before = valuesOfLabel.putIfAbsent(function + " " + values.group(1), values.group(2));
                assertTrue(before == null || before.equals(values.group(2)), function + ": " + line);
            }
        }
        assertTrue(options > 10, script);
    }

    @ParameterizedTest
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @CsvSource({
        "knn-join --metric,chebyshev cosine euclidean hamming haversine inner-product lp:P manhattan squared-euclidean",
        "knn-join --method,auto brute-force fused grid hybrid-grid kd-tree two-stage",
        "top --method,auto radix-select sample-select single-pass sort",
        "sort --method,auto merge radix radix-then-ties",
        "spatial-join --predicate,contains covered-by covers crosses equals intersects overlaps touches within",
        "spatial-join --left-format,csv flatgeobuf geojson parquet",
        "spatial-join --output-format,arrow csv geojson parquet",
        "kd build --duplicates,drop keep refuse",
        "rtree build --packing,auto hilbert str x-sort",
        "rtree query --predicate,contains intersects within",
        "box-join --method,auto frontier r-tree",
        "box-join --metric,chebyshev euclidean manhattan squared-euclidean",
        "box-join --output,file.csv",
        "top --report,json text",
        "sort --output,file.csv",
        "knn-join --output,file.csv",
        "knn-join --distances-output,file.csv",
        "radius-join --output,file.csv"
    })
    void shouldOfferWhatAnOptionTakes(String words, String expected) throws Exception {
        assertEquals(expected, completed(words));
    }

    @Test
    void shouldNameAllMethodsInHelp() {
        String help = CommandRun.of("top", "--help").shouldSucceed().out();
        assertTrue(help.replaceAll("\\s+", " ").contains("sample-select"), help);
    }

    private String completed(String words) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("file.csv"), "");
        Path file = Files.writeString(scripts.resolve("gyre"), script);
        String program = """
                source "$0"
                COMP_WORDS=(gyre "$@" "")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                # Outside of a completion bash complains of compopt.
                _complete_gyre 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}"
                """;
        List<String> call = new ArrayList<>(List.of("bash", "-c", program, file.toString()));
        call.addAll(List.of(words.split(" ")));
        Process process = new ProcessBuilder(call)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return String.join(" ", new TreeSet<>(out.lines().toList()));
    }
}
