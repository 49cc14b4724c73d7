package dev.gyre.engine.kdtree;

import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Stage;
import java.util.List;
import java.util.function.Consumer;

/**
 * The findings of a check on a device about items of one kind: bits of an int for each item, 0 if it is correct. They are copied back only
 * if there are any. For one use.
 */
public final class FoundBits {

    private final String name;
    private final int[] bits;
    private final long[] worst = new long[1];

    /** Makes room for a number of items. */
    public FoundBits(String name, int items) {
        this.name = name;
        bits = new int[items];
    }

    /** The array into which kernels write their findings. */
    public int[] bits() {
        return bits;
    }

    /** Begins the phase of the check; its stages write {@link #bits}. */
    public Phase.Builder check() {
        return Phase.named(name);
    }

    /** The phases of a check that {@link #check} began. */
    public List<Phase> phases(Phase.Builder check) {
        int[] offsets = {0, bits.length};
        Reduction reduction = Reduction.of(Reduction.Operator.MAX, bits, offsets, worst);
        check.upload(offsets).upload(reduction.uploads());
        for (Stage stage : reduction.stages()) {
            check.stage(stage);
        }
        return List.of(
                check.download(worst).build(),
                Phase.named(downloadName()).download(bits).build());
    }

    private String downloadName() {
        return name + " found";
    }

    /**
     * Runs the check. If there are findings, passes each item's bits to the teller.
     *
     * @param runner runs a phase of the program
     * @param teller receives each item with its bits
     */
    public void run(Consumer<String> runner, Teller teller) {
        runner.accept(name);
        if (worst[0] > 0) {
            runner.accept(downloadName());
            for (int item = 0; item < bits.length; item++) {
                teller.tell(item, bits[item]);
            }
        }
    }

    /** Receives an item with its bits. */
    @FunctionalInterface
    public interface Teller {
        void tell(int item, int bits);
    }
}
