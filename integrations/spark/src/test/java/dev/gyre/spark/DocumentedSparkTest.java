package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.JavaExample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/spark.md must run and print what the page says. */
class DocumentedSparkTest {

    private static final Pattern SQL = Pattern.compile("\n```sql\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void shouldShowExamplesThatRun() throws Exception {
        LocalSpark.session();
        List<JavaExample> examples =
                JavaExample.all().stream().filter(JavaExample::isOfSpark).toList();
        assertTrue(examples.stream().anyMatch(example -> example.page().equals("docs/spark.md")));
        for (JavaExample example : examples) {
            example.compile(folder, List.of());
            example.run(folder);
        }
    }

    @Test
    void shouldShowStatementsThatRun() throws Exception {
        SparkSession session = LocalSpark.session();
        Path root = JavaExample.root();
        Matcher blocks = SQL.matcher(Files.readString(root.resolve("docs/spark.md")));
        int run = 0;
        while (blocks.find()) {
            if (blocks.group(1).contains("NEAREST") && session.version().compareTo("4.2") < 0) {
                continue;
            }
            run++;
            String[] statements = blocks.group(1)
                    .replace("'engine/", "'" + root + "/engine/")
                    .trim()
                    .split(";");
            Dataset<Row> rows = null;
            for (String statement : statements) {
                rows = session.sql(statement);
            }
            assertEquals(
                    blocks.group(2).trim(),
                    ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                            .showString(20, 0, false)
                            .trim());
        }
        assertTrue(run > 0);
    }
}
