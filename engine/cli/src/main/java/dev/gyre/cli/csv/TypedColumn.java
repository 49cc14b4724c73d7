package dev.gyre.cli.csv;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.RandomAccess;

/** The cells of a column in arrays of their type, and as a list of their texts; that of null is empty. */
final class TypedColumn extends AbstractList<String> implements RandomAccess {

    private static final int FIRST_SIZE = 1 << 10;

    private final CellType type;
    private long[] integers = {};
    private double[] numbers = {};
    private String[] texts = {};
    private final BitSet nulls = new BitSet();
    private int size;

    TypedColumn(CellType type) {
        this.type = type;
    }

    CellType type() {
        return type;
    }

    /** Adds a cell of the type, or null. */
    void append(Object cell) {
        if (cell == null) {
            nulls.set(size);
        }
        switch (type) {
            case INT, LONG -> {
                integers = grown(integers.length) ? Arrays.copyOf(integers, grownSize()) : integers;
                integers[size] = cell == null ? 0 : ((Number) cell).longValue();
            }
            case BOOLEAN -> {
                integers = grown(integers.length) ? Arrays.copyOf(integers, grownSize()) : integers;
                integers[size] = Boolean.TRUE.equals(cell) ? 1 : 0;
            }
            case FLOAT, DOUBLE -> {
                numbers = grown(numbers.length) ? Arrays.copyOf(numbers, grownSize()) : numbers;
                numbers[size] = cell == null ? 0 : ((Number) cell).doubleValue();
            }
            case TEXT, GEOMETRY -> {
                texts = grown(texts.length) ? Arrays.copyOf(texts, grownSize()) : texts;
                // Neighboring rows often have the same text.
                boolean same = size > 0 && cell != null && cell.equals(texts[size - 1]);
                texts[size] = same ? texts[size - 1] : (String) cell;
            }
        }
        size++;
    }

    private boolean grown(int length) {
        return size == length;
    }

    private int grownSize() {
        return (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(FIRST_SIZE, 2L * size));
    }

    /** Returns a cell of the type, or null. */
    Object cell(int row) {
        if (nulls.get(row)) {
            return null;
        }
        return switch (type) {
            case INT -> (int) integers[row];
            case LONG -> integers[row];
            case BOOLEAN -> integers[row] == 1;
            case FLOAT -> (float) numbers[row];
            case DOUBLE -> numbers[row];
            case TEXT, GEOMETRY -> texts[row];
        };
    }

    @Override
    public String get(int row) {
        Object cell = cell(row);
        return cell == null ? "" : cell.toString();
    }

    @Override
    public int size() {
        return size;
    }
}
