package dev.gyre.cli.csv;

import java.util.List;
import java.util.function.Supplier;

/** The user's names of rows. */
@FunctionalInterface
public interface Labels {

    /** A text that identifies each row, or an empty list if rows are known by their numbers. */
    List<String> identifiers();

    /** The identifier of a row, or its number. */
    default String label(int row) {
        return identifiers().isEmpty() ? Integer.toString(row) : identifiers().get(row);
    }

    /** The identifier of a row or its number, of the type of its column. */
    default Object labelCell(int row) {
        if (identifiers() instanceof TypedColumn typed) {
            return typed.cell(row);
        }
        return identifiers().isEmpty() ? (Object) row : identifiers().get(row);
    }

    /** The column of the labels, under a name. */
    default AnswerColumn labelColumn(String name) {
        List<String> texts = identifiers();
        Supplier<CellType> type = () -> texts instanceof TypedColumn typed ? typed.type() : CellType.of(texts);
        return texts.isEmpty() ? AnswerColumn.count(name) : AnswerColumn.of(name, type);
    }

    /** The columns that are kept of the rows, with a prefix before each name. */
    default AnswerColumn[] keptColumns(String prefix) {
        return new AnswerColumn[0];
    }

    /** The cells of the kept columns of a row. */
    default Object[] keptValues(int row) {
        return keptCells(row);
    }

    /** The names of the columns that are kept of the rows for the answer. */
    default String[] keptColumns() {
        return new String[0];
    }

    /** The texts of the kept columns of a row, as they are in the file. */
    default String[] keptCells(int row) {
        return new String[0];
    }

    /** Names rows by texts, or by their numbers if there are none. */
    static Labels of(List<String> identifiers) {
        return () -> identifiers;
    }
}
