package dev.gyre.tornado;

import java.lang.reflect.Method;
import java.util.Optional;

/** How a backend names the text of a kernel, in TornadoVM's inside and for prebuilt tasks: here by the name of its method. */
class KernelText {

    /** Returns the way of a backend. */
    static KernelText of(String backend) {
        if (backend.equals("ptx")) { // PTX only
            return new PtxText(); // PTX only
        } // PTX only
        return new KernelText();
    }

    /** Returns the method of a device's context that returns installed code. */
    Method reader(Class<?> context) throws NoSuchMethodException {
        return context.getMethod("getInstalledCode", long.class, String.class, String.class);
    }

    /** Returns the arguments of that method. */
    Object[] key(long plan, DeviceCode.Task task) {
        return new Object[] {plan, task.fullId(), task.method()};
    }

    /** Returns a kernel's text without the parts that change from plan to plan; empty if it is not the kernel of the task. */
    Optional<String> portable(String source, DeviceCode.Task task) {
        String text = source.replace("\0", "");
        return text.contains(task.method() + "(") ? Optional.of(text) : Optional.empty();
    }

    /** Returns what TornadoVM gets for a text that was kept. */
    String whole(String kept, DeviceCode.Task task) {
        return kept;
    }
}
