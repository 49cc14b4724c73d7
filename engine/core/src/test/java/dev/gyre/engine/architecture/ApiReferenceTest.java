package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.JavaExample;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of the API has all of its types and methods. With {@code -Dwrite.reference=true} the test writes the page. */
class ApiReferenceTest {

    private static final Path PAGE = JavaExample.root().resolve("docs/api.md");

    /** What every class, record or enum has. */
    private static final Set<String> USUAL = Set.of("equals", "hashCode", "toString", "values", "valueOf", "compareTo");

    @Test
    void shouldHaveAPageWithAllTypesAndMethods() throws IOException {
        StringBuilder page = new StringBuilder("# API\n\nAll public types of the engine, with their public methods. "
                + "[Gyre as a library](library.md) explains them by task, the Javadoc each one\n"
                + "(`mvn -DskipTests package javadoc:aggregate`). "
                + "This page is made from the classes: see [CONTRIBUTING](../CONTRIBUTING.md#references).\n");
        List<Class<?>> types = ApiTest.types().stream()
                .sorted(Comparator.<Class<?>, String>comparing(Class::getPackageName)
                        .thenComparing(ApiReferenceTest::name))
                .toList();
        String last = "";
        for (Class<?> type : types) {
            if (!type.getPackageName().equals(last)) {
                last = type.getPackageName();
                page.append("\n## ").append(last).append('\n');
            }
            page.append("\n**")
                    .append(name(type))
                    .append("**")
                    .append(kind(type))
                    .append("\n\n");
            List<String> members = members(type);
            if (!members.isEmpty()) {
                page.append("```text\n").append(String.join("\n", members)).append("\n```\n");
            }
        }
        assertTrue(types.size() > 50, types::toString);
        String text = page.toString().replaceAll("\n{3,}", "\n\n").stripTrailing() + "\n";
        if (Boolean.getBoolean("write.reference")) {
            Files.writeString(PAGE, text);
        }
        assertEquals(
                text,
                Files.readString(PAGE).replace("\r\n", "\n"),
                "docs/api.md is old: run this test with -Dwrite.reference=true");
    }

    private static String kind(Class<?> type) {
        if (type.isEnum()) {
            return ": "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> "`" + ((Enum<?>) constant).name() + "`")
                            .collect(Collectors.joining(", "));
        }
        return type.isRecord() ? " (record)" : type.isInterface() ? " (interface)" : "";
    }

    /** Returns constructors and methods, also those that it inherits from classes that are not of the API. */
    private static List<String> members(Class<?> type) {
        Stream<String> made = Arrays.stream(type.getConstructors())
                .map(constructor -> "new " + type.getSimpleName() + parameters(constructor));
        Stream<String> called = Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass().getName().startsWith("dev.gyre"))
                .filter(method -> !method.isBridge() && !method.isSynthetic() && !USUAL.contains(method.getName()))
                .map(ApiReferenceTest::signature)
                .distinct()
                .sorted(Comparator.comparing((String line) -> line.replaceAll("^(static )?|\\(.*", ""))
                        .thenComparing(Comparator.naturalOrder()));
        return Stream.concat(made.sorted(), called).toList();
    }

    private static String signature(Method method) {
        return (Modifier.isStatic(method.getModifiers()) ? "static " : "") + method.getName() + parameters(method)
                + ": " + plain(method.getGenericReturnType());
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes())
                .map(ApiReferenceTest::plain)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the name of a type without its packages. */
    private static String plain(Type type) {
        return type.getTypeName().replaceAll("[a-z]\\w*\\.", "").replace('$', '.');
    }

    private static String name(Class<?> type) {
        return plain(type);
    }
}
