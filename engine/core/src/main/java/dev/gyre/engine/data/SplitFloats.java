package dev.gyre.engine.data;

/**
 * Floats in two parts: those that were flagged, then the others, both in their order.
 *
 * @param values the elements; the array is the caller's
 * @param split number of flagged elements, which is where the others begin
 */
public record SplitFloats(float[] values, int split) {}
