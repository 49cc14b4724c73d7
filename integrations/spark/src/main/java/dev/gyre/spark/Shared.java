package dev.gyre.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * What processes send to each other or keep on disk, written by Java's serialization whatever the serializer of Spark is: Kryo knows
 * neither records nor the lists of the JDK.
 *
 * @param <T> what is sent
 */
final class Shared<T extends Serializable> implements Serializable, KryoSerializable {

    private static final long serialVersionUID = 1;

    private T value;

    Shared(T value) {
        this.value = value;
    }

    T value() {
        return value;
    }

    @Override
    public void write(Kryo kryo, Output output) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        output.writeInt(bytes.size());
        output.write(bytes.toByteArray());
    }

    @Override
    @SuppressWarnings("unchecked")
    public void read(Kryo kryo, Input input) {
        ClassLoader loader = Shared.class.getClassLoader();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(input.readBytes(input.readInt()))) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass type) throws IOException, ClassNotFoundException {
                try {
                    return Class.forName(type.getName(), false, loader);
                } catch (ClassNotFoundException e) {
                    return super.resolveClass(type);
                }
            }
        }) {
            value = (T) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
