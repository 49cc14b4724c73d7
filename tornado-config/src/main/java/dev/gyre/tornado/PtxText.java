package dev.gyre.tornado;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The text of a kernel on PTX, a backend that TornadoVM 5.2 has and 6.0 has not: docs/tornadovm.md says how to delete all that is for it
 * alone.
 *
 * <p>PTX looks for a name that is made of graph, task, method, scalars and lengths, and adds a header. So its code is kept without the
 * header and with {@value #NAME} for the name.
 */
final class PtxText extends KernelText {

    private static final String NAME = "gyre_kernel_name";

    private static final Set<Class<?>> SCALARS = Set.of(
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    @Override
    Method reader(Class<?> context) throws NoSuchMethodException {
        return context.getMethod("getInstalledCode", long.class, String.class);
    }

    @Override
    Object[] key(long plan, DeviceCode.Task task) {
        return new Object[] {plan, name(task)};
    }

    @Override
    Optional<String> portable(String source, DeviceCode.Task task) {
        String text = source.replace("\0", "");
        String name = name(task);
        int header = text.indexOf(".address_size");
        int body = text.indexOf('\n', header) + 1;
        return header < 0 || body == 0 || !text.contains(".entry " + name + "(")
                ? Optional.empty()
                : Optional.of(text.substring(body).replace(name, NAME));
    }

    @Override
    String whole(String kept, DeviceCode.Task task) {
        return kept.replace(NAME, name(task));
    }

    /** Returns the name under which TornadoVM looks for a kernel, made as in its {@code PTXCodeUtil.buildKernelName}. */
    private static String name(DeviceCode.Task task) {
        StringBuilder name = new StringBuilder();
        for (char c : (task.fullId() + "_" + task.method()).toCharArray()) {
            name.append(Character.isLetterOrDigit(c) ? c : '_');
        }
        for (Object argument : task.arguments()) {
            Class<?> type = argument.getClass();
            name.append('_');
            if (SCALARS.contains(type)) {
                name.append(argument.toString().replace('.', '_').replace("-", ""));
            } else if (StagedArrays.isArray(argument)) {
                name.append("arrays_").append(type.getName().substring(StagedArrays.ARRAYS.length()));
            } else if (type.isArray()) {
                name.append(type.getComponentType().getName()).append(Array.getLength(argument));
            } else {
                name.append(type.getName().replace('.', '_')).append('_').append(argument.hashCode());
            }
        }
        // Like TornadoVM, with the locale of the process.
        return name.toString().toLowerCase(Locale.getDefault());
    }
}
