package dev.gyre.engine.kdtree;

import java.util.ArrayList;
import java.util.List;

/** Counts findings and keeps the first ones of each part of a check. Not safe for use by several threads. */
final class Findings {

    private static final int KEPT = 5;

    private final List<String> texts = new ArrayList<>();
    private String part = "";
    private int kept;
    private long count;

    /** What is added from here on was found by another part. */
    void begin(String newPart) {
        part = newPart + ": ";
        kept = 0;
    }

    void add(String text) {
        count++;
        if (kept < KEPT) {
            texts.add(part + text);
            kept++;
        }
    }

    List<String> texts() {
        return texts;
    }

    long count() {
        return count;
    }
}
