package dev.gyre.spark;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;

/**
 * A value of the driver that the tasks of a local run use as it is, because they run in the same process: a task that receives this object
 * gets the driver's own. The driver holds it with the data set that needs it.
 *
 * @param <T> the value, safe for use by several threads
 */
final class Here<T> implements Serializable {

    private static final long serialVersionUID = 1;

    /** Each as long as it is in use, because it holds its own key. */
    private static final Map<UUID, WeakReference<Here<?>>> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    private final UUID key = UUID.randomUUID();
    private final transient T value;

    Here(T value) {
        this.value = value;
        ALL.put(key, new WeakReference<>(this));
    }

    T value() {
        return value;
    }

    private Object readResolve() {
        return ALL.get(key).get();
    }
}
