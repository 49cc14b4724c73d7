package dev.gyre.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RTreeSearchCheckTest {

    private static final int CASES = 10_000;

    @Test
    @Tag("thorough")
    void shouldFindMatchesAsTheOracleInThousandsOfCases() {
        try (Workers workers = new Workers(2);
                Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE)) {
            for (Sample sample : Sample.series(CASES, 14)) {
                assertEquals(Optional.empty(), RTreeSearchCheck.check(jvm, sample), sample::toString);
            }
        }
    }
}
