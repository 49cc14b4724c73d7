package dev.gyre.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The top-k join in SQL. Its driver is not in the default build; the tables are made once and not timed. */
final class DuckDbTopK {

    private static final String QUERY = """
            select l.s + r.s as score from l join r
            on r.x between l.x - 1 and l.x + 1 and r.y between l.y - 1 and l.y + 1
            where (l.x - r.x) * (l.x - r.x) + (l.y - r.y) * (l.y - r.y) <= 1
            order by score desc, l.id, r.id limit\s""";

    private final Connection connection;

    DuckDbTopK(TopKData.Rows left, TopKData.Rows right) {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
            load("l", left);
            load("r", right);
        } catch (SQLException e) {
            throw new Case.SkipException("no DuckDB: " + e.getMessage());
        }
    }

    private void load(String table, TopKData.Rows rows) throws SQLException {
        try {
            Path file = Files.createTempFile("rows", ".csv");
            List<String> lines = new ArrayList<>(List.of("id,x,y,s"));
            for (int row = 0; row < rows.size(); row++) {
                lines.add(row + "," + rows.x(row) + "," + rows.y(row) + "," + rows.scores()[row]);
            }
            Files.write(file, lines);
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "create table " + table + " as select * from read_csv('" + file
                                + "', header = true, columns = {'id': 'INTEGER', 'x': 'DOUBLE', 'y': 'DOUBLE', 's': 'INTEGER'})");
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    double[] join(int k) {
        List<Double> scores = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(QUERY + k)) {
            while (found.next()) {
                scores.add(found.getDouble(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return scores.stream().mapToDouble(Double::doubleValue).toArray();
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
