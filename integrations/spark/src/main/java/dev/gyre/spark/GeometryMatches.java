package dev.gyre.spark;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataType;

/** The matches of the left rows of a task, which are searched in batches. A row that it returns is valid until the next one. */
final class GeometryMatches implements Iterator<InternalRow> {

    /** Left rows of a batch: each searches for itself, and the tree of the right side is made once for all. */
    private static final int BATCH = 1 << 17;

    private final GeometrySpec spec;
    private final Iterator<InternalRow> lefts;
    private final GeometryRows.Source source;
    private final GeometryRows right;
    private final UnsafeProjection projection;
    private final GenericInternalRow made;
    private final JoinedRow sides = new JoinedRow();
    private final JoinedRow joined;

    private GeometryRows left;
    private UnsafeRow leftRow;
    private final UnsafeRow rightRow;
    private GeometrySpec.Found found;
    private int row;
    private int rank;

    GeometryMatches(
            GeometrySpec spec,
            Iterator<InternalRow> lefts,
            GeometryRows.Source source,
            GeometryRows right,
            DataType[] types) {
        this.spec = spec;
        this.lefts = lefts;
        this.source = source;
        this.right = right;
        projection = UnsafeProjection.create(types);
        made = new GenericInternalRow(spec.isNearest() ? 2 : 0);
        joined = new JoinedRow(sides, made);
        rightRow = right.newRow();
    }

    @Override
    public boolean hasNext() {
        while (left == null || rank == found.count(row)) {
            rank = 0;
            if (left != null && row + 1 < left.size()) {
                row++;
            } else if (lefts.hasNext()) {
                search();
            } else {
                return false;
            }
        }
        return true;
    }

    private void search() {
        Rows batch = new Rows(source.columns());
        while (batch.size() < BATCH && lefts.hasNext()) {
            batch.add((UnsafeRow) lefts.next());
        }
        left = new GeometryRows(source, batch);
        leftRow = left.newRow();
        row = 0;
        found = ExecutorEngine.run(engine -> spec.join(engine, left.layer(), right.layer()));
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        sides.apply(left.get(row, leftRow), right.get(found.id(row, rank), rightRow));
        if (spec.isNearest()) {
            made.update(0, rank + 1);
            made.update(1, found.distance(row, rank));
        }
        rank++;
        return projection.apply(joined);
    }
}
