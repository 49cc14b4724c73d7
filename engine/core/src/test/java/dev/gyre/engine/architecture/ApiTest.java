package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The exported packages are what people need: they show no type of another package. */
class ApiTest {

    /** As the module exports them to all. */
    static final Set<String> EXPORTED = Set.of(
            "dev.gyre.engine",
            "dev.gyre.engine.data",
            "dev.gyre.engine.io",
            "dev.gyre.engine.op",
            "dev.gyre.engine.program");

    /** What only the engine can hand to a constructor or method: it is hidden in the Javadoc. */
    private static final Set<String> OF_THE_ENGINE = Set.of("dev.gyre.engine.plan", "dev.gyre.engine.jvm");

    private static List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        for (ClassFile file : CompiledClasses.besides(Engine.class)) {
            if (EXPORTED.contains(file.packageName().replace('/', '.'))) {
                try {
                    Class<?> type = Class.forName(file.name().replace('/', '.'), false, Engine.class.getClassLoader());
                    if (isVisible(type.getModifiers()) && isVisible(type)) {
                        types.add(type);
                    }
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return types;
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    @Test
    void shouldShowNoTypeOfAnotherPackage() {
        Set<String> leaks = new TreeSet<>();
        for (Class<?> type : types()) {
            for (Executable executable : type.getDeclaredConstructors()) {
                collect(type, executable, leaks);
            }
            for (Method method : type.getDeclaredMethods()) {
                collect(type, method, leaks);
                leak(type, method.getName(), method.getReturnType(), leaks, method.getModifiers());
            }
            for (Field field : type.getDeclaredFields()) {
                leak(type, field.getName(), field.getType(), leaks, field.getModifiers());
            }
        }
        assertEquals(Set.of(), leaks);
    }

    @Test
    void shouldHaveAboutEightyTypes() {
        List<Class<?>> types = types().stream()
                .filter(type -> type.getDeclaringClass() == null)
                .toList();
        assertTrue(types.size() <= 80, () -> types.size() + ": " + types);
    }

    private static void collect(Class<?> owner, Executable executable, Set<String> leaks) {
        for (Class<?> parameter : executable.getParameterTypes()) {
            if (!OF_THE_ENGINE.contains(parameter.getPackageName())) {
                leak(owner, executable.getName(), parameter, leaks, executable.getModifiers());
            }
        }
    }

    private static void leak(Class<?> owner, String member, Class<?> type, Set<String> leaks, int modifiers) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String name = element.getName();
        if (isVisible(modifiers) && name.startsWith("dev.gyre") && !EXPORTED.contains(element.getPackageName())) {
            leaks.add(owner.getSimpleName() + "." + member + ": " + name);
        }
    }
}
