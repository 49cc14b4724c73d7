package dev.gyre.engine.kdtree;

import java.util.ArrayList;
import java.util.List;

/** Counts findings and keeps the first ones of each part of a check. Not safe for use by several threads. */
public final class Findings {

    private static final int KEPT = 5;

    private final List<String> texts = new ArrayList<>();
    private String part = "";
    private int kept;
    private long count;

    /** Begins another part of the check, to which later findings belong. */
    public void begin(String newPart) {
        part = newPart + ": ";
        kept = 0;
    }

    public void add(String text) {
        count++;
        if (kept < KEPT) {
            texts.add(part + text);
            kept++;
        }
    }

    /** Adds a finding about an item if a bit is set. */
    public void add(String kind, int item, int bits, int bit, String what) {
        if ((bits & bit) != 0) {
            add(kind + " " + item + ": " + what);
        }
    }

    public List<String> texts() {
        return texts;
    }

    public long count() {
        return count;
    }
}
