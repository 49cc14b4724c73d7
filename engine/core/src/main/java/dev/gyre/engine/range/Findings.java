package dev.gyre.engine.range;

import dev.gyre.engine.data.StructureReport;
import java.util.ArrayList;
import java.util.List;

/** Counts the findings of a check of an index, and keeps the first ones of each part. Not safe for use by several threads. */
public final class Findings {

    private static final int KEPT = 5;

    private final long start = System.nanoTime();
    private final List<String> texts = new ArrayList<>();
    private int kept;
    private long count;

    /** Begins the next part of the check. */
    public void begin() {
        kept = 0;
    }

    public void add(String text) {
        count++;
        if (kept < KEPT) {
            texts.add(text);
            kept++;
        }
    }

    /** Adds a finding about an item if there is one. */
    public void addIf(boolean wrong, String what, int item) {
        if (wrong) {
            add(what + item);
        }
    }

    /** Ends the check. */
    public StructureReport report() {
        return new StructureReport(texts, count, System.nanoTime() - start);
    }
}
