package dev.gyre.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * What processes send to each other or keep on disk, written by Java's serialization whatever the serializer of Spark is: Kryo knows
 * neither records nor the lists of the JDK.
 *
 * @param <T> what is sent
 */
final class Shared<T extends Serializable> implements Serializable, KryoSerializable {

    private static final long serialVersionUID = 1;

    private static final ClassTag<Object> ANY = ClassTag$.MODULE$.apply(Object.class);

    private T value;

    Shared(T value) {
        this.value = value;
    }

    T value() {
        return value;
    }

    /** Returns the values of all partitions to the driver. */
    static <T extends Serializable> List<T> collect(JavaRDD<Shared<T>> rows) {
        return rows.collect().stream().map(Shared::value).toList();
    }

    private static SerializerInstance java() {
        return SparkEnv.get().closureSerializer().newInstance();
    }

    @Override
    public void write(Kryo kryo, Output output) {
        ByteBuffer bytes = java().serialize(value, ANY);
        output.writeInt(bytes.remaining());
        output.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    @Override
    @SuppressWarnings("unchecked")
    public void read(Kryo kryo, Input input) {
        ByteBuffer bytes = ByteBuffer.wrap(input.readBytes(input.readInt()));
        value = (T) java().deserialize(bytes, Shared.class.getClassLoader(), ANY);
    }
}
