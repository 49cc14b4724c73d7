package dev.gyre.spark;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A value of the driver that the tasks of a local run use as it is, because they run in the same process: a task that receives this object
 * gets the driver's own. The driver holds it with the data set that needs it.
 *
 * @param <T> the value, safe for use by several threads
 */
final class Here<T> implements Serializable {

    private static final long serialVersionUID = 1;

    private static final AtomicLong NEXT = new AtomicLong();

    private static final Map<Here<?>, WeakReference<Here<?>>> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    private final long number = NEXT.getAndIncrement();
    private final transient T value;

    Here(T value) {
        this.value = value;
        ALL.put(this, new WeakReference<>(this));
    }

    T value() {
        return value;
    }

    private Object readResolve() {
        return ALL.get(this).get();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Here<?> same && number == same.number;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
