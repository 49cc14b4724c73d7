package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/** A vector that is stored as those of Spark's machine learning, whose module is not needed here. */
record TestVector(long id) {

    /** Returns vectors of id squared, 0, id modulo 5: every second one is sparse. */
    static Dataset<Row> table(SparkSession session, int size) {
        List<Row> rows = new ArrayList<>();
        for (long id = 0; id < size; id++) {
            rows.add(RowFactory.create(id, new TestVector(id)));
        }
        return session.createDataFrame(rows, new StructType(new StructField[] {
            DataTypes.createStructField("id", DataTypes.LongType, false),
            DataTypes.createStructField("v", new Type(), true)
        }));
    }

    /** Its type. */
    static final class Type extends UserDefinedType<TestVector> {

        private static final long serialVersionUID = 1;

        @Override
        public DataType sqlType() {
            return new StructType()
                    .add("type", DataTypes.ByteType, false)
                    .add("size", DataTypes.IntegerType, true)
                    .add("indices", DataTypes.createArrayType(DataTypes.IntegerType, false), true)
                    .add("values", DataTypes.createArrayType(DataTypes.DoubleType, false), true);
        }

        @Override
        public String typeName() {
            return "vector";
        }

        @Override
        public Object serialize(TestVector vector) {
            double first = (double) vector.id * vector.id;
            double last = vector.id % 5;
            return vector.id % 2 == 0
                    ? new GenericInternalRow(
                            new Object[] {(byte) 1, null, null, new GenericArrayData(new double[] {first, 0, last})})
                    : new GenericInternalRow(new Object[] {
                        (byte) 0,
                        3,
                        new GenericArrayData(new int[] {0, 2}),
                        new GenericArrayData(new double[] {first, last})
                    });
        }

        @Override
        public TestVector deserialize(Object datum) {
            return new TestVector(0);
        }

        @Override
        public Class<TestVector> userClass() {
            return TestVector.class;
        }
    }
}
