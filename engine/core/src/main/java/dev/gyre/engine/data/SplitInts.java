package dev.gyre.engine.data;

/**
 * Ints in two parts: the flagged ones, then the others, both in their original order.
 *
 * @param values the elements; the caller owns the array
 * @param split number of flagged elements, the index of the first other one
 */
public record SplitInts(int[] values, int split) {}
