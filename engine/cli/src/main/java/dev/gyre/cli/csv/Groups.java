package dev.gyre.cli.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.factory.primitive.ObjectIntMaps;
import org.eclipse.collections.api.list.primitive.MutableIntList;
import org.eclipse.collections.api.map.primitive.MutableObjectIntMap;

/** The rows of a file, grouped by the text of a column. Groups are numbered from 0 in the order in which they first appear. Immutable. */
public final class Groups {

    private final String column;
    private final List<String> names;
    private final int[] groupOfRow;

    private Groups(String column, List<String> names, int... groupOfRow) {
        this.column = column;
        this.names = names;
        this.groupOfRow = groupOfRow;
    }

    /** The name of the column, as the header has it. */
    public String column() {
        return column;
    }

    /** The number of groups. */
    public int count() {
        return names.size();
    }

    /** The text that the rows of a group have in common, as it is in the file. */
    public String name(int group) {
        return names.get(group);
    }

    /** The texts of the groups, which differ. */
    List<String> names() {
        return names;
    }

    public int of(int row) {
        return groupOfRow[row];
    }

    /** The groups of all rows. */
    public int[] numbers() {
        return groupOfRow.clone();
    }

    /** The groups of all rows by the numbers that others give to the same texts; -1 for a text that these do not have. */
    public int[] numbersIn(Groups others) {
        MutableObjectIntMap<String> numbers = ObjectIntMaps.mutable.empty();
        for (int group = 0; group < others.count(); group++) {
            numbers.put(others.name(group), group);
        }
        int[] known =
                names.stream().mapToInt(name -> numbers.getIfAbsent(name, -1)).toArray();
        return Arrays.stream(groupOfRow).map(group -> known[group]).toArray();
    }

    /** Where groups begin once their rows are brought together: for each group the position of its first row, then the number of rows. */
    public int[] offsets() {
        int[] offsets = new int[count() + 1];
        for (int group : groupOfRow) {
            offsets[group + 1]++;
        }
        Arrays.parallelPrefix(offsets, Integer::sum);
        return offsets;
    }

    /** The rows, brought together by their groups, ascending within each. */
    public int[] rowsTogether() {
        int[] next = offsets();
        int[] rows = new int[groupOfRow.length];
        for (int row = 0; row < rows.length; row++) {
            rows[next[groupOfRow[row]]++] = row;
        }
        return rows;
    }

    /** Collects the texts row by row. */
    static final class Builder {

        private final String column;
        private final List<String> names = new ArrayList<>();
        private final MutableObjectIntMap<String> numbers = ObjectIntMaps.mutable.empty();
        private final MutableIntList groupOfRow = IntLists.mutable.empty();

        Builder(String column) {
            this.column = column;
        }

        /** Adds a row and returns the number of its group. */
        int add(String name) {
            int group = numbers.getIfAbsentPut(name, names.size());
            if (group == names.size()) {
                names.add(name);
            }
            groupOfRow.add(group);
            return group;
        }

        Groups build() {
            return new Groups(column, List.copyOf(names), groupOfRow.toArray());
        }
    }
}
