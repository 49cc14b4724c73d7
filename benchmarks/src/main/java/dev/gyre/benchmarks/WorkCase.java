package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.List;
import java.util.function.Supplier;

/** A case whose stages run over data on the device, and, where there is something to copy, with all copies. */
abstract class WorkCase implements Case {

    /** With all data on the device, where the result stays. */
    static final String RESIDENT = "resident";

    /** With inputs copied to the device and outputs copied back. */
    static final String WITH_TRANSFERS = "with transfers";

    private PreparedWork prepared;

    /** Makes the data and the stages. */
    abstract ResidentWork work(Engine engine);

    @Override
    public List<String> timings() {
        return List.of(RESIDENT);
    }

    @Override
    public Supplier<Run> open(Engine engine, String timing) {
        if (prepared == null) {
            ResidentWork work = work(engine);
            String tooLarge = work.tooLarge(engine.device(), engine.settings().memoryLimit());
            if (tooLarge != null) {
                throw new SkipException(tooLarge);
            }
            prepared = work.prepare(engine);
        }
        PreparedWork ready = prepared;
        return timing.equals(RESIDENT)
                ? () -> Run.of(ready::load, ready::run)
                : () -> Run.of(ready::restore, ready::copyAndRun);
    }

    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
            prepared = null;
        }
    }
}
