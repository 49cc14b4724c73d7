package dev.gyre.engine.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.TopK;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.SelectionOracle;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Selections by a device whose programs serve several sizes. */
class DeviceBatchesTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);

    private final Workers workers = new Workers(2);
    private final Context context =
            new Context(new FaultyBackend(CARD, workers, Fault.NONE), workers, Long.MAX_VALUE, 1 << 28);
    private final Selection selection = Placed.selection(Placement.on(context));

    @AfterEach
    void close() {
        context.close();
        workers.close();
    }

    /** Rows of any length up to that of the first program, so that its last tiles are shorter or empty. */
    @ParameterizedTest
    @EnumSource(
            value = SelectionOptions.Method.class,
            names = {"SINGLE_PASS", "RADIX_SELECT", "SAMPLE_SELECT"})
    void shouldSelectByAProgramForLongerRows(SelectionOptions.Method method) {
        int longest = 9000;
        SelectionOptions options = SelectionOptions.DEFAULT.withMethod(method);
        for (int call = 0; call < 60; call++) {
            Random random = new Random(call);
            int n = call == 0 ? longest : longest * 8 / 9 + random.nextInt(longest / 9);
            int k = call % 3 == 0 ? 1 + random.nextInt(2048) : 1 + random.nextInt(50);
            if (method != SelectionOptions.Method.SINGLE_PASS && call % 4 == 0) {
                k = 1 + random.nextInt(n);
            }
            int bound = call % 5 == 0 ? 3 : Integer.MAX_VALUE;
            int[] values = random.ints(n).map(value -> value % bound).toArray();
            TopK.Ints selected = selection.of(values, 1, k, options);
            assertEquals(
                    Optional.empty(),
                    SelectionOracle.difference(values, Order.ASCENDING, true, selected),
                    "seed=" + call + ", n=" + n + ", k=" + k);
        }
    }

    @Test
    void shouldFindTheProgramOfASampleSelectOfAnotherSize() {
        SelectionOptions options = SelectionOptions.DEFAULT.withMethod(SelectionOptions.Method.SAMPLE_SELECT);
        selection.of(new int[9000], 1, 3000, options);
        assertEquals(context.capacity(9000), context.capacity(8999));
        // 3,000 rounded up by at most a sixteenth.
        SelectionProgram.Sizes shared = new SelectionProgram.Sizes(
                1, context.capacity(9000), 3072, 0, SelectionOptions.Method.SAMPLE_SELECT, 1);
        assertTrue(context.isKept(shared));
        selection.of(new int[8999], 1, 2990, options);
        assertTrue(context.isKept(shared));
        assertFalse(
                context.isKept(new SelectionProgram.Sizes(1, 8999, 2990, 0, SelectionOptions.Method.SAMPLE_SELECT, 1)));
    }
}
