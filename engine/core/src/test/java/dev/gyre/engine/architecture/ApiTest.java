package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.contract.JavaExample;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    static List<Class<?>> types() {
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
        types().forEach(type -> collect(type, leaks));
        assertEquals(Set.of(), leaks);
    }

    /** What the test looks for: a type that is not exported, in each place where a declaration can name one. */
    static class Leaking<T extends Comparable<Planner>> extends ArrayList<Planner> implements Supplier<Context> {

        private static final long serialVersionUID = 1;

        public transient Map<String, Planner[]> field;
        public transient T own;

        @Override
        public Context get() {
            return null;
        }

        public List<? extends Planner> wildcard() {
            return null;
        }

        public void parameter(Optional<? super Context> given) {}

        public <A extends Function<A, Planner[][]>> A bound(A given) {
            return given;
        }

        List<Planner> hidden() {
            return null;
        }
    }

    @Test
    void shouldSeeTypesInGenerics() {
        Set<String> leaks = new TreeSet<>();
        collect(Leaking.class, leaks);
        String plan = "dev.gyre.engine.plan.";
        String pool = "dev.gyre.engine.pool.";
        assertEquals(
                Set.of(
                        "Leaking: " + plan + "Planner",
                        "Leaking: " + pool + "Context",
                        "Leaking.field: " + plan + "Planner",
                        "Leaking.own: " + plan + "Planner",
                        "Leaking.get: " + pool + "Context",
                        "Leaking.wildcard: " + plan + "Planner",
                        "Leaking.parameter: " + pool + "Context",
                        "Leaking.bound: " + plan + "Planner"),
                leaks);
    }

    @Test
    void shouldBeWhatIsComparedWithTheLastRelease() throws IOException {
        Set<String> compared = new TreeSet<>();
        Matcher include = Pattern.compile("<include>(dev\\.gyre\\.engine[.\\w]*)</include>")
                .matcher(Files.readString(JavaExample.root().resolve("pom.xml")));
        while (include.find()) {
            compared.add(include.group(1));
        }
        assertEquals(new TreeSet<>(EXPORTED), compared);
    }

    @Test
    void shouldHaveAtMostSeventyTypes() {
        List<Class<?>> types = types().stream()
                .filter(type -> type.getDeclaringClass() == null)
                .toList();
        assertTrue(types.size() <= 70, () -> types.size() + ": " + types);
    }

    private static void collect(Class<?> type, Set<String> leaks) {
        String name = type.getSimpleName();
        leak(name, leaks, type.getTypeParameters());
        leak(name, leaks, type.getGenericSuperclass());
        leak(name, leaks, type.getGenericInterfaces());
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            collect(name, constructor, leaks);
        }
        for (Method method : type.getDeclaredMethods()) {
            collect(name, method, leaks);
            if (isVisible(method.getModifiers())) {
                leak(name + "." + method.getName(), leaks, method.getGenericReturnType());
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers())) {
                leak(name + "." + field.getName(), leaks, field.getGenericType());
            }
        }
    }

    private static void collect(String owner, Executable executable, Set<String> leaks) {
        if (isVisible(executable.getModifiers())) {
            String name = executable instanceof Method ? owner + "." + executable.getName() : owner + ".new";
            leak(name, leaks, executable.getTypeParameters());
            leak(name, leaks, executable.getGenericParameterTypes());
            leak(name, leaks, executable.getGenericExceptionTypes());
        }
    }

    private static void leak(String where, Set<String> leaks, Type... types) {
        for (Type type : types) {
            Set<Class<?>> named = new HashSet<>();
            name(type, named, new HashSet<>());
            for (Class<?> each : named) {
                boolean visible = EXPORTED.contains(each.getPackageName()) && isVisible(each);
                // A superclass of the package adds its members only.
                boolean base = EXPORTED.contains(each.getPackageName()) && !where.contains(".");
                if (each.getName().startsWith("dev.gyre") && !visible && !base) {
                    leaks.add(where + ": " + each.getName());
                }
            }
        }
    }

    /** Collects all classes that a type names. */
    private static void name(Type type, Set<Class<?>> named, Set<Type> seen) {
        if (type == null || !seen.add(type)) {
            return;
        }
        if (type instanceof Class<?> one && !one.isArray()) {
            named.add(one);
        }
        parts(type).forEach(part -> name(part, named, seen));
    }

    private static Stream<Type> parts(Type type) {
        if (type instanceof Class<?> one) {
            return Stream.ofNullable(one.getComponentType());
        }
        if (type instanceof GenericArrayType array) {
            return Stream.of(array.getGenericComponentType());
        }
        if (type instanceof TypeVariable<?> variable) {
            return Stream.of(variable.getBounds());
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.concat(Stream.of(wildcard.getUpperBounds()), Stream.of(wildcard.getLowerBounds()));
        }
        ParameterizedType generic = (ParameterizedType) type;
        return Stream.concat(Stream.of(generic.getRawType()), Stream.of(generic.getActualTypeArguments()));
    }
}
