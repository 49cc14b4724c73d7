package dev.gyre.engine.sort;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.stream.IntStream;

/** Finds the groups of equal rows in an order: they are compared on the device, and gathered on the host. */
final class Groups {

    private Groups() {}

    /** Bytes on the device for so many rows of so many columns: the columns, order and marks. */
    static long deviceBytes(int rows, int columns) {
        return rows * (8L + 4L * columns);
    }

    /** Refuses what is not the rows 0 to n - 1, each once. */
    static void checkRows(int[] order, int n) {
        if (order.length != n) {
            throw new IllegalArgumentException(
                    "order must hold each row once: n=" + n + ", length of the order=" + order.length);
        }
        boolean[] seen = new boolean[n];
        for (int place = 0; place < n; place++) {
            int row = order[place];
            if (row < 0 || row >= n || seen[row]) {
                throw new IllegalArgumentException("order must hold each row once: place=" + place + ", row=" + row
                        + (row < 0 || row >= n ? ", n=" + n : ", which has been there before"));
            }
            seen[row] = true;
        }
    }

    static Distinct find(Backend backend, int[] order, KeyColumns columns) {
        int n = order.length;
        GroupMarks groups = new GroupMarks(n, columns);
        int[] marks = groups.marks();
        Program program = Program.of(
                "groups of equal points",
                Phase.named("mark")
                        .upload(order, columns.values())
                        .upload(groups.parameters().toArray())
                        .stage(groups.stage(order))
                        .download(marks)
                        .build());
        try (Execution execution = backend.prepare(program)) {
            execution.run("mark", Progress.NONE);
        }
        IntStream.Builder offsets = IntStream.builder();
        for (int place = 0; place < n; place++) {
            if (marks[place] == GroupMarks.MISPLACED) {
                throw new IllegalArgumentException("order must ascend by super key: place=" + place + ", row="
                        + order[place] + " belongs before row=" + order[place - 1]);
            }
            if (marks[place] == GroupMarks.HEAD) {
                offsets.add(place);
            }
        }
        return new Distinct(order, offsets.add(n).build().toArray());
    }
}
